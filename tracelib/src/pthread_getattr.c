/* pthread_getattr.c: pthread_getattr_np, in place of libc's, which allocates while it holds
 * the thread's lock. Were that the first that a thread does, the recorder would ask for the
 * thread's stack in that allocation, and wait for the lock for ever. So it asks before.
 * Languages' run-time systems and AddressSanitizer do call it first. */
#define _GNU_SOURCE
#include "../include/sparserec/instrument.h"
#include "../include/sparserec/next_function.h"
#include "recorder.h"
#include <pthread.h>

typedef int getattr(pthread_t id, pthread_attr_t *attr);

NEXT_FUNCTION(next, getattr, "pthread_getattr_np")

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
