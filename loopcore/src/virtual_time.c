/* virtual_time.c: see virtual_time.h. */
#include <loopcore/steer.h>
#include <loopcore/virtual_time.h>

#include "steering.h"

#include <stdlib.h>

static uint64_t ahead;      /* ns; the main thread writes it */
static unsigned deliveries; /* the main thread's */
static bool refused;

uint64_t virtual_ahead(void)
{
	return __atomic_load_n(&ahead, __ATOMIC_RELAXED);
}

uint64_t virtual_now(void)
{
	return steering_now() + virtual_ahead();
}

void virtual_delivers(void)
{
	deliveries++;
}

bool virtual_was_idle(void)
{
	static unsigned before;
	bool idle = before == deliveries;
	before = deliveries;
	return idle;
}

void virtual_refuse(void)
{
	refused = true;
}

bool virtual_may_be_on(void)
{
	return steer_is_fast() || getenv("SESSION_TIME"); /* the player's (docs/sessions.md) */
}

bool virtual_is_on(const struct thread *t)
{
	return (virtual_ahead() || steer_is_fast()) && !refused && t && t->is_main;
}

void virtual_forward(uint64_t ns)
{
	if (steer_is_fast() && virtual_is_on(thread_state()))
		virtual_pass(ns);
}

void virtual_pass(uint64_t ns)
{
	__atomic_store_n(&ahead, virtual_ahead() + ns, __ATOMIC_RELAXED);
}
