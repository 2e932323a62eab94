/* flow.h: whether data flow is recorded (flow.c). */
#ifndef SR_FLOW_H
#define SR_FLOW_H
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)
extern _Atomic bool sr_flow_on;
void sr_flow_reset(void); /* in a forked child */
/* access.c: an access of code that tells data flow, where that is not asked for. */
void sr_plain_access(int write, const void *p, uint64_t n, uint64_t pc);
#pragma GCC visibility pop

static inline bool sr_flow(void)
{
	return atomic_load_explicit(&sr_flow_on, memory_order_relaxed);
}
#endif
