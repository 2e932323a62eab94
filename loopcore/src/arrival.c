/* arrival.c: opening handlers for what loops of C code call back. */
#include <loopcore/arrival.h>

#include <loopcore/text.h>
#include <loopcore/unseen.h>

void arrival_begins(struct scope *s, const struct arrival *a, const void *stack)
{
	struct thread *t = a->event ? nest_thread(stack) : NULL;
	struct label l;
	*s = (struct scope){ NULL, 0 };
	if (!t || thread_top(t)->kind == FRAME_HANDLER)
		return;
	nest_delivers(t);
	emit_deq(a->event, a->kind, NULL);
	if (a->after)
		emit_join(a->after);
	l.text[0] = 0;
	l.hash = a->label;
	l.context = a->context;
	l.noise = false;
	nest_handler(s, t, a->event, &l, stack);
}

struct thread *arrival_thread(struct scope *s, const void *stack)
{
	struct thread *t = nest_thread(stack);
	*s = (struct scope){ NULL, 0 };
	if (t) {
		unseen_recorded();
		nest_need_handler(s, t, "callback", stack);
	}
	return t;
}

void arrival_says_still(uint64_t source, bool for_good, const char *what)
{
	char text[HEX_ID];
	uint64_t id = emit_id();
	hex_id(text, source);
	emit_enq(id, SPARSE_ENV, 0, -1,
		 &(struct detail){ .type = what, .stops = for_good ? NULL : text, .ends = for_good ? text : NULL });
	emit_drop(id);
}

const char *hex_id(char text[HEX_ID], uint64_t id)
{
	struct text t = text_in(text, HEX_ID);
	text_hex(&t, id, 16);
	return text;
}
