/* pthread_create.c: pthread_create, in place of libc's: which thread is started where.
 *
 * Rules:
 *   - The thread gets its number here, before it exists; the start is an event that
 *     is never delivered, recorded before the thread can do anything (`starts`). It
 *     is dropped if there was no thread after all.
 *   - The number goes to the thread through a cell of a table; no malloc. Without
 *     recording, and where no cell is free, nothing stands between the program and
 *     its thread.
 *   - What comes next on the way to libc's pthread_create, a sanitizer's for one, gets
 *     what the program gave, but for the routine and its argument.
 *   - The new thread calls the program's routine as its last act: what unwinds the
 *     thread (pthread_exit, cancellation) meets no clean-up of ours.
 *
 * A thread made by thrd_create or clone is recorded when it does something; its start
 * is not.
 */
#define _GNU_SOURCE
#include "../include/sparserec/instrument.h"
#include "../include/sparserec/sparserec.h"
#include "recorder.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

typedef void *routine(void *arg);
typedef int create(pthread_t *id, const pthread_attr_t *attr, routine *f, void *arg);

enum { CELLS = 512 }; /* threads that were created, but have not begun */

/* Events of starts: beside the numbers of sparse_new_id, and beside addresses, for a
 * program may number its events as it likes. */
#define EVENTS ((uint64_t)1 << 56)

static struct cell {
	_Atomic uint32_t used;
	uint32_t number;
	routine *f;
	void *arg;
} cells[CELLS];

static create *next(void)
{
	static _Atomic uintptr_t found;
	uintptr_t p = atomic_load_explicit(&found, memory_order_relaxed);
	int saved = errno;

	if (!p) {
		p = (uintptr_t)dlsym(RTLD_NEXT, "pthread_create");
		atomic_store_explicit(&found, p, memory_order_relaxed);
		errno = saved;
	}
	return (create *)p;
}

/* Early: later another thread may be inside the loader. */
__attribute__((constructor(101))) static void find_next(void)
{
	next();
}

static struct cell *take_cell(void)
{
	static _Atomic uint32_t hint;
	uint32_t from = atomic_fetch_add_explicit(&hint, 1, memory_order_relaxed), i;

	for (i = 0; i < CELLS; i++) {
		struct cell *c = &cells[(from + i) % CELLS];
		uint32_t none = 0;

		if (atomic_compare_exchange_strong_explicit(&c->used, &none, 1, memory_order_acquire,
							    memory_order_relaxed))
			return c;
	}
	return NULL;
}

static void give_back(struct cell *c)
{
	atomic_store_explicit(&c->used, 0, memory_order_release);
}

static void *begin(void *p)
{
	struct cell *c = p;
	routine *f = c->f;
	void *arg = c->arg;

	sr_tls.number = c->number;
	give_back(c);
	return f(arg);
}

static int create_recorded(create *real, struct cell *c, pthread_t *id, const pthread_attr_t *attr,
			   uint64_t pc)
{
	uint64_t event = EVENTS + c->number;
	int error;

	sr_note_start(event, c->number, pc);
	error = real(id, attr, begin, c);
	if (error) {
		sr_note_drop(event, pc);
		give_back(c);
	}
	return error;
}

SPARSE_EXPORT int pthread_create(pthread_t *id, const pthread_attr_t *attr, routine *f, void *arg)
{
	create *real = next();
	struct cell *c = real && sparse_active() ? take_cell() : NULL;

	if (!real)
		return EAGAIN;
	if (!c)
		return real(id, attr, f, arg);
	c->number = sr_next_number();
	c->f = f;
	c->arg = arg;
	return create_recorded(real, c, id, attr, SR_CALLER);
}
