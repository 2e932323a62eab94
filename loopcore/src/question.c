/* question.c: see question.h. */
#include "question.h"

#include <loopcore/label.h>

#include "steering.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* The handler of the use waits in a loop, or for what is held. */
static bool use_waits(const struct thread *t)
{
	for (unsigned i = 0; i < t->depth; i++)
		if (t->frames[i].kind == FRAME_HANDLER && t->frames[i].label == steering.plan.goal_use)
			return true;
	return steering.plan.n > 0 && hold_has_begun();
}

bool question_may_wait(const struct thread *t)
{
	const struct frame *loop = &t->frames[t->depth - 1], *owner = loop - 1;
	return steering.on && !steering.diverged && steering.plan.goal_free && t->is_main &&
	       loop->kind == FRAME_LOOP && loop->form != LOOP_DEFAULT && owner->kind == FRAME_HANDLER &&
	       owner->label != steering.plan.goal_use && owner->label != label_hash(steering_label_main) &&
	       !steering_goal_is_over(false) && !steering_goal_is_over(true) && use_waits(t);
}

static void asks(const char *word, const char *text)
{
	char line[SAID];
	if (!*text)
		return;
	snprintf(line, sizeof(line), "%s %s", word, text);
	steering_say(steering_verdict_asks, line);
}

static void say(const struct person_question *q, unsigned nth, const char *label)
{
	char line[SAID];
	snprintf(line, sizeof(line), *label ? "%u %s" : "%u", *label ? nth : 0, label);
	steering_enter(); /* the lines stay together */
	steering_say(steering_verdict_question, line);
	asks(steering_directive_window, q->window);
	asks(steering_directive_title, q->title);
	asks(steering_directive_which, q->which);
	asks(steering_asks_says, q->says);
	for (unsigned i = 0; i < q->buttons; i++) {
		asks(steering_directive_target, q->button[i].target);
		asks(steering_directive_text, q->button[i].text);
		asks(steering_directive_at, q->button[i].at);
	}
	steering_leave();
}

void question_look(person_question_fn *ask, const struct frame *owner, const char *label, unsigned played)
{
	static struct {
		uint64_t event;
		unsigned nth, played;
	} said;
	struct person_question q;
	int saved = errno;
	if (said.event == owner->event && said.nth == owner->loops && said.played == played)
		return;
	memset(&q, 0, sizeof(q));
	if (ask(&q)) {
		said.event = owner->event;
		said.nth = owner->loops;
		said.played = played;
		say(&q, owner->loops, label);
	}
	errno = saved;
}
