/* aside.c: see aside.h. */
#include "aside.h"

#include "points.h"

#include <loopcore/thread.h>
#include <loopcore/virtual_time.h>

#define CALLED_BY_PLAYER __attribute__((visibility("default")))

static const void *set_aside; /* there is one player */

bool aside_delivers(struct passage *p, struct thread *t, const void *receiver)
{
	if (!receiver || receiver != __atomic_load_n(&set_aside, __ATOMIC_RELAXED))
		return false;
	passage_counts(p, &t->aside);
	return true;
}

CALLED_BY_PLAYER void sparseqt_aside_object(const void *object)
{
	__atomic_store_n(&set_aside, object, __ATOMIC_RELAXED);
}

CALLED_BY_PLAYER void sparseqt_aside_begin(void)
{
	struct thread *t = thread_state();
	if (t)
		t->aside++;
}

CALLED_BY_PLAYER int sparseqt_loops(void)
{
	struct thread *t = thread_state();
	int loops = 0;
	for (uint32_t i = 0; t && i < t->depth; i++)
		loops += t->frames[i].kind != FRAME_HANDLER;
	return loops;
}

CALLED_BY_PLAYER void sparseqt_aside_end(void)
{
	struct thread *t = thread_state();
	if (t && t->aside > 0)
		t->aside--;
}

CALLED_BY_PLAYER void sparseqt_time_passes(uint64_t ns)
{
	virtual_pass(ns);
}
