/* flow.h: whether data flow is recorded, and the sites that it names (flow.c). */
#ifndef SR_FLOW_H
#define SR_FLOW_H
#include "recorder.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)
extern _Atomic bool sr_flow_on;
extern struct sr_flow_tables {
	_Atomic uint32_t known, written; /* tables; of them, those in this process's trace */
} sr_flow_tables;
void sr_flow_reset(void); /* in a forked child */
void sr_flow_write_sites(struct sr_thread *t);
const uint8_t *sr_flow_site(uint32_t number); /* its bytes, NULL if there are none */
/* access.c: an access of code that reports data flow, where that is not asked for. */
void sr_write_link(const void *p, uint64_t pc);
void sr_write_held(const void *p, uint64_t pc);
void sr_read_link(const void *p, uint64_t pc);
void sr_plain_access(int write, const void *p, uint64_t n, uint64_t pc);
#pragma GCC visibility pop

static inline bool sr_flow(void)
{
	return atomic_load_explicit(&sr_flow_on, memory_order_relaxed);
}

/* What is known of sites stands in the trace before one of them is named. */
static inline void sr_flow_define(struct sr_thread *t)
{
	if (SR_UNLIKELY(atomic_load_explicit(&sr_flow_tables.written, memory_order_acquire) !=
			atomic_load_explicit(&sr_flow_tables.known, memory_order_relaxed)))
		sr_flow_write_sites(t);
}
#endif
