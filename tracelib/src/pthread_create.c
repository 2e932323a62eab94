/* pthread_create.c: pthread_create, in place of libc's: which thread is started where.
 *
 * Rules (beside those of thread_start.h):
 *   - The thread gets its number here, before it exists; the start is an event that
 *     is never delivered, recorded before the thread can do anything (`starts`), with
 *     what the thread is given: of Qt's threads, the QThread (`object`). It is dropped
 *     if there was no thread after all.
 *   - Without recording nothing stands between the program and its thread.
 *
 * A thread made by thrd_create or clone is recorded when it does something; its start
 * is not. With AddressSanitizer it is not recorded.
 */
#define _GNU_SOURCE
#include "../include/sparserec/instrument.h"
#include "../include/sparserec/sparserec.h"
#include "../include/sparserec/thread_start.h"
#include "recorder.h"

/* Events of starts: beside the numbers of sparse_new_id, and beside addresses, for a
 * program may number its events as it likes. */
#define EVENTS ((uint64_t)1 << 56)

static void *begin(void *p)
{
	struct start *s = p;
	start_routine *f = s->f;
	void *arg = s->arg;

	sr_tls.number = (uint32_t)s->told;
	start_give_back(s);
	return f(arg);
}

static int create_recorded(start_create *real, struct start *s, pthread_t *id, const pthread_attr_t *attr,
			   uint64_t pc)
{
	uint32_t number = (uint32_t)s->told;
	uint64_t event = EVENTS + number;
	int error;

	sr_note_start(event, number, s->arg, pc);
	error = real(id, attr, begin, s);
	if (error) {
		sr_note_drop(event, pc);
		start_give_back(s);
	}
	return error;
}

SPARSE_EXPORT int pthread_create(pthread_t *id, const pthread_attr_t *attr, start_routine *f, void *arg)
{
	start_create *real = start_next();
	struct start *s = real && sparse_active() ? start_take(0, f, arg) : NULL;

	if (!real)
		return EAGAIN;
	if (!s)
		return real(id, attr, f, arg);
	s->told = sr_next_number();
	return create_recorded(real, s, id, attr, SR_CALLER);
}
