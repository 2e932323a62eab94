/* posted.c: see posted.h. */
#include <loopcore/posted.h>

#include <loopcore/label.h>
#include <loopcore/text.h>

#include <stdatomic.h>
#include <string.h>

static struct posted *place_of(struct thread *t, int type, const void *receiver)
{
	uint64_t key = ((uintptr_t)receiver >> 4) + (unsigned)type;
	return &t->posted[(key * 0x9e3779b97f4a7c15u) >> 58];
}
_Static_assert(POSTED == 1 << (64 - 58), "as many places as bits are left");

bool posted_is(const struct posted *p, uint64_t of)
{
	atomic_signal_fence(memory_order_seq_cst);
	return *(const volatile uint64_t *)&p->of == of && *(const volatile uint64_t *)&p->whole == of;
}

struct posted *posted_find(struct thread *t, int type, const struct label_object *receiver, uint64_t *of)
{
	struct posted *p = place_of(t, type, receiver->object);
	uint64_t number = *(volatile uint64_t *)&p->of;
	atomic_signal_fence(memory_order_seq_cst);
	bool same = p->receiver == receiver->object && p->type == type && p->births == label_births(receiver->object) &&
		    !strcmp(p->class_name, receiver->class_name) && !strcmp(p->name, receiver->name);
	*of = same && posted_is(p, number) ? number : 0;
	if (!same && (strlen(receiver->class_name) >= POSTED_CLASS || strlen(receiver->name) >= POSTED_NAME))
		return NULL;
	return p;
}

uint64_t posted_keep(struct posted *p, int type, const struct label_object *receiver, uint32_t births, const struct text *stem)
{
	size_t n = (size_t)(stem->at - stem->start);
	uint64_t of = __atomic_add_fetch(&p->of, 1, __ATOMIC_RELAXED); /* in one step, for signal handlers */
	if (n > POSTED_STEM)
		return 0;
	atomic_signal_fence(memory_order_seq_cst);
	p->receiver = receiver->object;
	p->type = type;
	p->births = births;
	strcpy(p->class_name, receiver->class_name);
	strcpy(p->name, receiver->name);
	memcpy(p->stem, stem->start, n);
	p->stem_hash = label_hash(stem->start);
	p->stem_size = (uint32_t)n;
	atomic_signal_fence(memory_order_seq_cst);
	*(volatile uint64_t *)&p->whole = of;
	return of;
}
