/* async.c: uv_async_t, which other threads and signal handlers send.
 *
 * Rule: sending takes no lock of ours, for a signal may have interrupted whoever
 * holds it. Several sends before a callback are one event, the first one's.
 */
#include "uvhooks.h"

#include <loopcore/arena.h>

#include <errno.h>

enum { SLOTS = 4096 };

static struct slot {
	word handle;
	uint64_t event; /* sent and not yet called, 0 = none */
	uint64_t label, source;
	uint64_t first, last; /* moments: that event's first send, and the last one */
	callback *call;
	char sent;
} *slots;
static uint32_t used; /* slots ever handed out */

static struct slot *slot_of(word handle)
{
	struct slot *all = __atomic_load_n(&slots, __ATOMIC_ACQUIRE);
	uint32_t n = __atomic_load_n(&used, __ATOMIC_ACQUIRE);
	for (uint32_t i = 0; all && i < n; i++)
		if (__atomic_load_n(&all[i].handle, __ATOMIC_ACQUIRE) == handle)
			return &all[i];
	return NULL;
}

static struct slot *new_slot(void)
{
	struct slot *all = __atomic_load_n(&slots, __ATOMIC_ACQUIRE), *none = NULL;
	word free = 0;
	if (!all) {
		all = arena_pages(sizeof(*all) * SLOTS);
		if (all && !__atomic_compare_exchange_n(&slots, &none, all, false, __ATOMIC_ACQ_REL,
							__ATOMIC_ACQUIRE)) {
			arena_free(all, sizeof(*all) * SLOTS);
			all = none;
		}
	}
	for (uint32_t i = 0; all && i < SLOTS; i++, free = 0)
		if (__atomic_compare_exchange_n(&all[i].handle, &free, 1, false, __ATOMIC_ACQ_REL,
						__ATOMIC_ACQUIRE)) {
			uint32_t n = __atomic_load_n(&used, __ATOMIC_ACQUIRE);
			while (n < i + 1 && !__atomic_compare_exchange_n(&used, &n, i + 1, false,
									 __ATOMIC_ACQ_REL,
									 __ATOMIC_ACQUIRE))
				;
			return &all[i];
		}
	return NULL;
}

bool async_made(const uv_async_t *h, word call)
{
	struct slot *s = slot_of((word)h);
	if (!uv_hooks_on() || !call)
		return false;
	if (!s && !(s = new_slot()))
		return false;
	s->call = (callback *)call;
	s->source = emit_id();
	s->event = 0;
	s->sent = 0;
	__atomic_store_n(&s->handle, (word)h, __ATOMIC_RELEASE);
	return true;
}

uint64_t async_forget(const uv_async_t *h)
{
	struct slot *s = slot_of((word)h);
	uint64_t source = s ? s->source : 0;
	uint64_t event = s ? __atomic_exchange_n(&s->event, 0, __ATOMIC_ACQ_REL) : 0;
	if (event)
		emit_drop(event);
	if (s)
		__atomic_store_n(&s->handle, 0, __ATOMIC_RELEASE);
	return source;
}

void async_sent(const uv_async_t *h, const void *stack)
{
	struct scope scope SCOPED = { NULL, 0 };
	struct slot *s = uv_hooks_on() ? slot_of((word)h) : NULL;
	char stem[STEM], source[HEX_ID];
	struct label l;
	int saved = errno;
	uint64_t moment = s ? uvhold_moment() : 0;
	if (moment)
		__atomic_store_n(&s->last, moment, __ATOMIC_RELEASE);
	if (s && !__atomic_test_and_set(&s->sent, __ATOMIC_ACQ_REL)) {
		struct thread *t = arrival_thread(&scope, stack);
		uint64_t event = emit_id();
		if (t) {
			label_cause(stem, t, "uv_async_send");
			label_firing(&l, stem, 1);
			emit_enq(event, SPARSE_ENV, 0, -1,
				 &(struct detail){ .label = l.text, .type = "uv_async_send",
						   .class_name = "uv_async_t",
						   .source = hex_id(source, s->source) });
			uvhold_ready(l.hash);
			s->label = l.hash;
			s->first = moment;
			__atomic_store_n(&s->event, event, __ATOMIC_RELEASE);
		}
	}
	errno = saved;
}

void async_calls(WORDS)
{
	struct slot *slot = slot_of(a);
	struct scope s SCOPED = { NULL, 0 };
	if (!slot)
		return;
	struct arrival arrival = { 0, slot->label, slot->label, 0, SPARSE_ENV };
	if (uvhold_async((uv_async_t *)a, slot->label, slot->first))
		return;
	uvhold_brought(__atomic_load_n(&slot->last, __ATOMIC_ACQUIRE));
	arrival.event = __atomic_exchange_n(&slot->event, 0, __ATOMIC_ACQ_REL);
	if (arrival.event)
		__atomic_clear(&slot->sent, __ATOMIC_RELEASE);
	arrival_begins(&s, &arrival, HERE);
	phase_begins((const void *)a, &s, arrival.event);
	slot->call(PASS);
	uvhold_handler_ends();
}
