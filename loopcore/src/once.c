/* once.c: see once.h. Nothing here is a cancellation point. */
#include <loopcore/once.h>
#include <errno.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { NOT_YET, BEGINS, YES, NO };

/* Milliseconds: longer than a thread waits for a processor, shorter than a person notices. Who
 * has waited in vain is the last one to. */
enum { PATIENCE = 300 };
static int in_vain;

static void wait_for(const struct once *o)
{
	const struct timespec ms = { .tv_nsec = 1000000 };
	int saved = errno, waited = 0;

	while (__atomic_load_n(&o->state, __ATOMIC_ACQUIRE) == BEGINS && !__atomic_load_n(&in_vain, __ATOMIC_RELAXED)) {
		if (waited++ == PATIENCE)
			__atomic_store_n(&in_vain, 1, __ATOMIC_RELAXED);
		syscall(SYS_nanosleep, &ms, NULL);
	}
	errno = saved;
}

bool once(struct once *o, bool (*begin)(void))
{
	int state = __atomic_load_n(&o->state, __ATOMIC_ACQUIRE), self;

	if (state < YES) {
		self = (int)syscall(SYS_gettid);
		state = NOT_YET;
		if (__atomic_compare_exchange_n(&o->state, &state, BEGINS, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
			__atomic_store_n(&o->thread, self, __ATOMIC_RELAXED);
			__atomic_store_n(&o->state, begin() ? YES : NO, __ATOMIC_RELEASE);
		} else if (__atomic_load_n(&o->thread, __ATOMIC_RELAXED) != self) {
			wait_for(o);
		}
		state = __atomic_load_n(&o->state, __ATOMIC_ACQUIRE);
	}
	return state == YES;
}
