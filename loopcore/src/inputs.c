/* inputs.c: see inputs.h. */
#include <loopcore/inputs.h>

#include <loopcore/emit.h>
#include <loopcore/label.h>
#include <loopcore/virtual_time.h>

#include "question.h"
#include "steering.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INPUTS = STEERING_MOST_inputs, AFTERS = STEERING_MOST_afters, WAKE_NS = 20000000, PASSED_MS = 1000, HELD_MS = 250 };

struct input {
	char text[LABEL];
	uint64_t label;
	struct person_input what;
	uint64_t owner;         /* label of the handler that spins the loop, 0 = any loop */
	unsigned loop;          /* its n-th or a later one, from 1; 0 = any */
	uint64_t after[AFTERS]; /* 0 once it has ended */
	unsigned afters, wait_ms, timeout_ms;
	bool optional, once_held;
	bool passed;            /* that loop has ended, and its handler waits in a later one */
	bool over;              /* the handler has ended, or does not come: it is that of an input left out */
};

static struct input inputs[INPUTS];
static unsigned count, next;  /* next: the one to be played */
static bool playing;          /* the main thread is at `next`: the clock leaves it alone */
static bool any_played, tried; /* tried: the reason below is the player's */
static bool outstanding;      /* the one before `next` is still in the queue; calls come in another thread */
static struct person_sent sent;
static struct person_sent following; /* the release that goes with the press that is outstanding */
static bool follows;
static uint64_t since;        /* ns, when the input before was delivered, by the time of timers */
static uint64_t woken;
static unsigned long given_ms; /* the time that the program is given */
static const char no_turn[] = "the program is busy";
static const char too_early[] = "what it was to come after has not come";
static const char *why_not = no_turn;
static const struct input_player *player;
static bool hooked;           /* the dispatcher calls us */
static uint64_t described;    /* ns, when the input before was; or, before all, when the first loop began */

void inputs_player(const struct input_player *p)
{
	player = p;
}

static bool can_play(void)
{
	return player && player->ready();
}

static const char *after(const char *line, const char *word)
{
	size_t n = strlen(word);
	return strncmp(line, word, n) == 0 && line[n] == ' ' ? line + n + 1 : NULL;
}

static const char *number(const char *s, unsigned *n)
{
	char *rest;
	errno = 0;
	unsigned long v = strtoul(s, &rest, 10);
	if (rest == s || *s == '-' || errno || v > STEERING_MOST_wait_ms || (*rest && *rest != ' '))
		return NULL;
	*n = (unsigned)v;
	return *rest ? rest + 1 : rest;
}

static const char *add(const char *rest)
{
	unsigned ms;
	const char *label = number(rest, &ms);
	if (!label || !*label)
		return "expected: input TIMEOUT_MS LABEL";
	if (count == INPUTS)
		return "too many inputs";
	if (strlen(label) >= LABEL)
		return "the label is too long";
	struct input *in = &inputs[count++];
	strcpy(in->text, label);
	in->label = label_hash(label);
	in->timeout_ms = ms;
	return NULL;
}

static const struct {
	const char *word;
	size_t at, size;
} fields[] = {
#define FIELD(name) { steering_directive_##name, offsetof(struct person_input, name), sizeof(((struct person_input *)0)->name) }
	FIELD(kind), FIELD(window), FIELD(title), FIELD(which), FIELD(target), FIELD(text), FIELD(at), FIELD(key),
};

/* What belongs to the input above it. */
static bool detail(struct input *in, const char *line, const char **why)
{
	const char *rest;
	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++) {
		if (!(rest = after(line, fields[i].word)))
			continue;
		if (strlen(rest) >= fields[i].size)
			*why = "too long";
		else
			strcpy((char *)&in->what + fields[i].at, rest);
		return true;
	}
	if ((rest = after(line, steering_directive_wait))) {
		*why = number(rest, &in->wait_ms) ? NULL : "expected: wait MS";
	} else if ((rest = after(line, steering_directive_loop))) {
		rest = number(rest, &in->loop);
		*why = rest && *rest ? NULL : "expected: loop N LABEL";
		in->owner = rest ? label_wanted(rest) : 0;
	} else if ((rest = after(line, steering_directive_after))) {
		if (in->afters == AFTERS)
			*why = "too many afters for one input";
		else
			in->after[in->afters++] = label_wanted(rest);
	} else if (strcmp(line, steering_directive_optional) == 0) {
		in->optional = true;
	} else if (strcmp(line, steering_directive_once_held) == 0) {
		in->once_held = true;
	} else {
		return false;
	}
	return true;
}

bool inputs_directive(const char *line, const char **why)
{
	const char *rest = after(line, steering_directive_input);
	*why = NULL;
	if (rest)
		*why = add(rest);
	else
		return count && detail(&inputs[count - 1], line, why);
	return true;
}

unsigned inputs_since(void)
{
	uint64_t at = steering_now(), last = __atomic_exchange_n(&described, at, __ATOMIC_RELAXED);
	return last && at > last ? (unsigned)((at - last) / 1000000) : 0;
}

static bool is_kind(const struct input *in, const char *kind)
{
	return !strcmp(in->what.kind, kind);
}

static void is_sent(struct input *in)
{
	outstanding = any_played = true;
	why_not = no_turn; /* until the next is tried */
	next++;
	steering_say(in->optional ? steering_verdict_optional : steering_verdict_input, in->text);
}

static void has_arrived(struct label *l, const struct input *in)
{
	memcpy(l->text, in->text, sizeof(l->text));
	l->hash = l->context = in->label;
	l->noise = false;
	since = virtual_now();
	if (follows) {
		steering_enter();
		follows = false;
		sent = following;
		is_sent(&inputs[next]);
		steering_leave();
		return;
	}
	__atomic_store_n(&outstanding, false, __ATOMIC_RELEASE);
}

static bool is_call(const struct input *in)
{
	return is_kind(in, steering_input_dbus) || is_kind(in, steering_input_signal);
}

bool inputs_delivered(struct label *l, const void *window, int type)
{
	const struct input *in = next ? &inputs[next - 1] : NULL;
	if (!outstanding || !in || is_call(in) || type != sent.type || (window && window != sent.window))
		return false;
	if (sent.before) {
		sent.before--;
		return false;
	}
	has_arrived(l, in);
	return true;
}

bool inputs_is_stranger(int type)
{
	return inputs_are_played() && (!outstanding || is_call(&inputs[next - 1]) || type != sent.type);
}

bool inputs_called(struct label *l, const char *call)
{
	unsigned n = __atomic_load_n(&next, __ATOMIC_ACQUIRE);
	const struct input *in = n ? &inputs[n - 1] : NULL;
	if (!in || !__atomic_load_n(&outstanding, __ATOMIC_ACQUIRE) || !is_call(in) || strcmp(in->what.target, call))
		return false;
	has_arrived(l, in);
	return true;
}

bool inputs_are_played(void)
{
	return count > 0;
}

static bool waits_for_others(const struct input *in)
{
	for (unsigned i = 0; i < in->afters; i++)
		if (in->after[i])
			return true;
	return in->once_held && !hold_has_begun();
}

static bool is_due_after(const struct input *in, uint64_t others_ms)
{
	return since + (others_ms + in->wait_ms) * 1000000 <= virtual_now();
}

static bool is_due(const struct input *in)
{
	return is_due_after(in, 0);
}

static bool has_come(struct input *in, const struct thread *t)
{
	const struct frame *loop = &t->frames[t->depth - 1], *owner = loop - 1;
	if (!is_due(in) || waits_for_others(in))
		return false;
	in->passed = in->loop && owner->label == in->owner && owner->loops > in->loop;
	return !in->owner || (owner->label == in->owner && owner->loops >= in->loop);
}

/* Why one that is due does not come in the loop that turns now. */
static const char *not_here(const struct input *in, const struct thread *t)
{
	if (waits_for_others(in))
		return too_early;
	if (in->over)
		return "the handler in whose loop the recording has it has ended, or did not come";
	if (in->owner == label_hash(steering_label_main))
		return "a nested loop runs, in which the recording does not have it";
	for (unsigned i = 0; i < t->depth; i++)
		if (t->frames[i].kind == FRAME_HANDLER && t->frames[i].label == in->owner)
			return "another loop runs inside the one in which the recording has it";
	return "the handler in whose loop the recording has it does not wait";
}

/* What comes after the goal's free only ends the wait of the goal's use. Where the loop that such
 * an input is for has ended with its window, nobody can do it any more, and nobody need to. Loops
 * of one handler are told by their number alone, which may differ: so in a later one it is tried. */
static bool is_moot(const struct input *in)
{
	return in->over && (in->afters || in->optional) && !waits_for_others(in);
}

/* All up to the nth are left out, and so is what comes in loops of theirs. */
static void leave_out_to(unsigned n)
{
	for (unsigned i = next; i < n; i++)
		for (unsigned j = i + 1; j < count; j++)
			inputs[j].over |= inputs[j].owner == inputs[i].label;
	__atomic_store_n(&next, n, __ATOMIC_RELEASE);
}

static void leave_out_moot(void)
{
	while (next < count && is_moot(&inputs[next])) {
		leave_out_to(next + 1);
		since = virtual_now(); /* the next one keeps its pace */
	}
}

/* A nested loop that an input names may be over soon: what need not be done before,
 * and cannot be done in it, is left out then. Its own wait is from the one before it, so it
 * is due when all of them could have been. */
static void leave_out_optional(const struct thread *t)
{
	unsigned i = next;
	uint64_t waits_ms = 0;
	while (i < count && inputs[i].optional && !has_come(&inputs[i], t))
		waits_ms += inputs[i++].wait_ms;
	if (i > next && i < count && inputs[i].owner && inputs[i].owner != label_hash(steering_label_main) &&
	    has_come(&inputs[i], t) && is_due_after(&inputs[i], waits_ms))
		leave_out_to(i);
}

/* Whoever runs the program makes the call: it reads what we say here. */
static void ask_for_call(struct input *in)
{
	steering_enter();
	why_not = no_turn;
	__atomic_store_n(&outstanding, true, __ATOMIC_RELAXED);
	any_played = true;
	__atomic_store_n(&next, next + 1, __ATOMIC_RELEASE);
	playing = false;
	steering_say(steering_verdict_call, in->text);
	steering_leave();
}

/* The input to be played now, NULL: none. Until it has been, the clock, which runs in a
 * thread of its own, does not leave it out. */
static struct input *to_play(struct thread *t)
{
	struct input *in = NULL;
	steering_enter();
	if (next < count && !steering.diverged) {
		leave_out_moot();
		leave_out_optional(t);
		if (next < count && has_come(&inputs[next], t))
			in = &inputs[next];
		else if (next < count && is_due(&inputs[next]))
			why_not = not_here(&inputs[next], t);
		tried = in != NULL;
		playing = in != NULL;
	}
	steering_leave();
	return in;
}

static void played(struct input *in)
{
	steering_enter();
	if (why_not)
		given_ms -= in->wait_ms;
	else
		is_sent(in);
	playing = false;
	steering_leave();
}

/* What lets go what `in` presses, where a person hardly meant to hold it and it waits for nothing
 * else; NULL. A busy program would hear late of it, and a window system with a clock of its own
 * take it for held: its keys repeat, and its menus close. */
static struct input *release_of(struct input *in)
{
	struct input *r = in + 1;
	bool key = is_kind(in, steering_input_keypress), lets_go = r < &inputs[count] &&
		(key ? is_kind(r, steering_input_keyrelease) : is_kind(in, steering_input_press) && is_kind(r, steering_input_release));
	if (!lets_go || r->wait_ms > HELD_MS || r->once_held || waits_for_others(r))
		return NULL;
	bool there = r->owner == in->owner && r->loop == in->loop; /* or in a loop of the press's handler */
	return there || !r->owner || r->owner == in->label ? r : NULL;
}

static void follow(struct input *in)
{
	struct input *r = player->follow && !why_not ? release_of(in) : NULL;
	following = (struct person_sent){ 0 };
	follows = r && !player->follow(&r->what, r->wait_ms, &following);
}

static void play(struct thread *t)
{
	int saved = errno;
	if (next == count || playing || __atomic_load_n(&outstanding, __ATOMIC_ACQUIRE) || !steering.on ||
	    !t->is_main || t->depth < 2 || thread_top(t)->kind != FRAME_LOOP || !can_play())
		return;
	struct input *in = to_play(t);
	if (!in)
		return;
	given_ms += in->wait_ms;
	if (is_call(in)) {
		ask_for_call(in);
		return;
	}
	sent = (struct person_sent){ 0 };
	why_not = player->play(&in->what, 1000 + given_ms, &sent);
	follow(in);
	played(in);
	errno = saved;
}

/* The label's text of an input, "" = it is none of these. */
static const char *text_of(uint64_t label)
{
	for (unsigned i = 0; i < count; i++)
		if (inputs[i].label == label)
			return inputs[i].text;
	return "";
}

/* Nothing is on its way, and nothing can be played where the program waits now. */
static void look(const struct thread *t)
{
	const struct frame *owner = t->depth > 1 ? &t->frames[t->depth - 2] : NULL;
	if (player && player->question && hooked && owner && question_may_wait(t) && !playing &&
	    !__atomic_load_n(&outstanding, __ATOMIC_ACQUIRE))
		question_look(player->question, owner, text_of(owner->label), next);
}

static void on_idle(void)
{
	struct thread *t = thread_state();
	if (!t)
		return;
	play(t);
	look(t);
}

static void application_ends(void)
{
	steering_enter(); /* the watch may be waking the dispatcher */
	steering_leave();
}

void inputs_loop(struct thread *t, bool waits)
{
	uint64_t never = 0;
	if (!t->is_main)
		return;
	if (!__atomic_load_n(&described, __ATOMIC_RELAXED))
		__atomic_compare_exchange_n(&described, &never, steering_now(), false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
	if (next == count) {
		if (!waits)
			look(t);
		return;
	}
	if (!since)
		since = virtual_now();
	if (!hooked && can_play()) {
		hooked = true;
		player->on_idle(on_idle, application_ends);
	}
	if (waits)
		return;
	play(t);
	look(t);
}

void inputs_event_ended(uint64_t label)
{
	for (unsigned i = next; i < count; i++) {
		inputs[i].over |= inputs[i].owner == label;
		for (unsigned j = 0; j < inputs[i].afters; j++)
			if (inputs[i].after[j] == label)
				inputs[i].after[j] = 0;
	}
}

uint64_t inputs_due(void)
{
	const struct input *in = &inputs[next];
	if (next == count || !since || outstanding || steering.diverged || waits_for_others(in))
		return 0;
	return since + in->wait_ms * (uint64_t)1000000;
}

/* How long the next one has been due; false: it is not yet. */
static bool is_late(const struct input *in, struct moment *due_since)
{
	static const struct input *late;
	static struct moment moment;
	if (!is_due(in) || (in->once_held && !hold_has_begun())) {
		late = NULL;
		return false;
	}
	if (late != in)
		moment = steering_moment();
	late = in;
	*due_since = moment;
	return true;
}

/* No button is down: the sixth number of what says where it was. */
static bool hovers(const struct input *in)
{
	const char *word = in->what.at;
	for (int i = 0; i < 5 && word; i++)
		word = (word = strchr(word, ' ')) ? word + 1 : NULL;
	return word && word[0] == '0' && (!word[1] || word[1] == ' ') && (is_kind(in, steering_input_move) || is_kind(in, steering_input_penmove));
}

static bool goes_on(const struct input *in)
{
	return in->optional && !hovers(in) && (is_kind(in, steering_input_release) || is_kind(in, steering_input_keyrelease) ||
				is_kind(in, steering_input_move) || is_kind(in, steering_input_touchmove) ||
				is_kind(in, steering_input_touchrelease) || is_kind(in, steering_input_penmove) ||
				is_kind(in, steering_input_penrelease) || is_kind(in, steering_input_gesturemove) ||
				is_kind(in, steering_input_gestureend));
}

/* With a press goes what belongs to it: nobody lets go what was not pressed. */
static void leave_out(const struct input *in)
{
	bool pressed = is_kind(in, steering_input_press) || is_kind(in, steering_input_keypress) ||
		is_kind(in, steering_input_touchpress) || is_kind(in, steering_input_penpress) ||
		is_kind(in, steering_input_gesturebegin);
	unsigned n = next + 1;
	while (pressed && n < count && goes_on(&inputs[n]))
		n++;
	leave_out_to(n);
}

/* What kind of obstacle an input has met. Before any was played, a program that has not waited, or
 * shows nothing, has not started: that is not the input's. */
static enum divergence obstacle(const struct input *in)
{
	if (!can_play())
		return DIVERGED_input_unplayed;
	if (waits_for_others(in))
		return DIVERGED_input_waits;
	if (!any_played && (!tried || sent.windowless))
		return DIVERGED_no_start;
	return tried && sent.blocked ? DIVERGED_input_blocked : DIVERGED_input_unplayed;
}

void inputs_check_clock(void)
{
	struct input *in = &inputs[next];
	struct moment due;
	if (next == count || !since || playing || __atomic_load_n(&outstanding, __ATOMIC_ACQUIRE) || !is_late(in, &due))
		return;
	uint64_t t = steering_now();
	if (t > woken + WAKE_NS && hooked) {
		woken = t;
		player->wake();
	}
	bool moot = in->passed && in->afters && !waits_for_others(in);
	if (!steering_is_over(&due, moot && in->timeout_ms > PASSED_MS ? PASSED_MS : in->timeout_ms))
		return;
	if (in->optional && waits_for_others(in))
		return; /* its time has not begun; the watchdog sees to the rest */
	if (in->optional || moot) {
		leave_out(in);
		since = virtual_now();
		return;
	}
	if (waits_for_others(in))
		why_not = too_early;
	steering_diverge(obstacle(in), can_play() ? why_not : player ? player->missing : "nothing can play it",
			 in->text);
}

const char *inputs_left(void)
{
	for (unsigned i = next; i < count; i++)
		if (!inputs[i].optional && !is_moot(&inputs[i]))
			return inputs[i].text;
	return NULL;
}
