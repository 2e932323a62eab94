/* thread_starts.c: pthread_create, in place of libc's: who starts which thread, for its name. */
#include <loopcore/label.h>
#include <loopcore/thread.h>

#include <sparserec/thread_start.h>

#define CALLED_BY_PROGRAM __attribute__((visibility("default")))

static void *begin(void *p)
{
	struct start *s = p;
	start_routine *f = s->f;
	void *arg = s->arg;

	thread_starts_as(s->told);
	start_give_back(s);
	return f(arg);
}

CALLED_BY_PROGRAM int pthread_create(pthread_t *id, const pthread_attr_t *attr, start_routine *f, void *arg)
{
	start_create *real = start_next();
	uint64_t as = real ? label_start() : 0;
	struct start *s = as ? start_take(as, f, arg) : NULL;
	int error;

	if (!real)
		return EAGAIN;
	if (!s)
		return real(id, attr, f, arg);
	error = real(id, attr, begin, s);
	if (error)
		start_give_back(s);
	return error;
}
