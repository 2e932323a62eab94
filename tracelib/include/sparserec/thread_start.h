/* thread_start.h: for a library that stands before libc's pthread_create and tells the
 * new thread something. One file of a library includes it, and defines pthread_create.
 *
 * Rules:
 *   - What the new thread is to know goes through a cell of a table; no malloc. Where no
 *     cell is free, nothing stands between the program and its thread.
 *   - What comes next on the way to libc's pthread_create, another library of ours or a
 *     sanitizer's, gets what the program gave, but for the routine and its argument.
 *   - The new thread calls the program's routine as its last act: what unwinds the
 *     thread (pthread_exit, cancellation) meets no clean-up of ours.
 */
#ifndef SPARSEREC_THREAD_START_H
#define SPARSEREC_THREAD_START_H
#include "next_function.h"
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

typedef void *start_routine(void *arg);
typedef int start_create(pthread_t *id, const pthread_attr_t *attr, start_routine *f, void *arg);

enum { START_CELLS = 512 }; /* threads that were created, but have not begun */

struct start {
	uint32_t used;
	uint64_t told; /* by who starts it */
	start_routine *f;
	void *arg;
};

NEXT_FUNCTION(start_next, start_create, "pthread_create")

static struct start *start_take(uint64_t told, start_routine *f, void *arg)
{
	static struct start cells[START_CELLS];
	static uint32_t hint;
	uint32_t from = __atomic_fetch_add(&hint, 1, __ATOMIC_RELAXED), i;

	for (i = 0; i < START_CELLS; i++) {
		struct start *s = &cells[(from + i) % START_CELLS];
		uint32_t none = 0;

		if (__atomic_compare_exchange_n(&s->used, &none, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
			s->told = told;
			s->f = f;
			s->arg = arg;
			return s;
		}
	}
	return NULL;
}

static void start_give_back(struct start *s)
{
	__atomic_store_n(&s->used, 0, __ATOMIC_RELEASE);
}
#endif
