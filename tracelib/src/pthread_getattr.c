/* pthread_getattr.c: pthread_getattr_np, in place of libc's, which allocates while it holds
 * the thread's lock. Were that the first that a thread does, the recorder would ask for the
 * thread's stack in that allocation, and wait for the lock for ever. So it asks before.
 * Languages' run-time systems and AddressSanitizer do call it first. */
#define _GNU_SOURCE
#include "../include/sparserec/instrument.h"
#include "recorder.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

typedef int getattr(pthread_t id, pthread_attr_t *attr);

static getattr *next(void)
{
	static uintptr_t found;
	uintptr_t p = __atomic_load_n(&found, __ATOMIC_RELAXED);
	int saved = errno;

	if (!p) {
		p = (uintptr_t)dlsym(RTLD_NEXT, "pthread_getattr_np");
		__atomic_store_n(&found, p, __ATOMIC_RELAXED);
		errno = saved;
	}
	return (getattr *)p;
}

/* Early: later another thread may be inside the loader. */
__attribute__((constructor(101))) static void find_next(void)
{
	next();
}

int sr_getattr(pthread_t id, pthread_attr_t *attr)
{
	getattr *real = next();

	return real ? real(id, attr) : ENOSYS;
}

SPARSE_EXPORT int pthread_getattr_np(pthread_t id, pthread_attr_t *attr)
{
	int saved = errno;

	if (!sr_tls.t)
		sr_make_state();
	errno = saved;
	return sr_getattr(id, attr);
}
