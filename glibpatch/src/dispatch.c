/* dispatch.c: standing between GLib and the dispatch functions of sources.
 *
 * GLib and programs tell sources apart by the address of their GSourceFuncs, so that
 * stays as it is: the `dispatch` in it is exchanged for a function of ours. A program may
 * copy the struct into another one later, with our function in it; so there is one of ours
 * for each function of theirs, which knows by itself where to go on. The struct may lie in
 * memory that is read-only: it is written by way of /proc/self/mem, and where that fails the
 * source is left alone.
 */
#include "glibhooks.h"

#include <loopcore/unseen.h>

#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { THUNKS = 256 };

static dispatch *reals[THUNKS];

#define THUNK(n) \
	static gboolean dispatch_##n(GSource *source, GSourceFunc callback, gpointer data) \
	{ \
		return source_dispatches(reals[0x##n], source, callback, data, HERE); \
	}
#define NAME(n) dispatch_##n,
#define ROW(F, h) \
	F(h##0) F(h##1) F(h##2) F(h##3) F(h##4) F(h##5) F(h##6) F(h##7) \
	F(h##8) F(h##9) F(h##a) F(h##b) F(h##c) F(h##d) F(h##e) F(h##f)
#define ALL(F) \
	ROW(F, 0) ROW(F, 1) ROW(F, 2) ROW(F, 3) ROW(F, 4) ROW(F, 5) ROW(F, 6) ROW(F, 7) \
	ROW(F, 8) ROW(F, 9) ROW(F, a) ROW(F, b) ROW(F, c) ROW(F, d) ROW(F, e) ROW(F, f)

ALL(THUNK)

static dispatch *const thunks[THUNKS] = { ALL(NAME) };

static bool is_ours(dispatch *f)
{
	for (int i = 0; i < THUNKS && __atomic_load_n(&reals[i], __ATOMIC_ACQUIRE); i++)
		if (f == thunks[i])
			return true;
	return false;
}

static dispatch *thunk_for(dispatch *real)
{
	for (int i = 0; i < THUNKS; i++) {
		dispatch *there = NULL;
		if (__atomic_compare_exchange_n(&reals[i], &there, real, false, __ATOMIC_ACQ_REL,
						__ATOMIC_ACQUIRE) ||
		    there == real)
			return thunks[i];
	}
	return NULL;
}

static void store(dispatch *const *at, dispatch *value)
{
	int saved = errno;
	long fd = syscall(SYS_openat, AT_FDCWD, "/proc/self/mem", O_RDWR | O_CLOEXEC);
	if (fd >= 0) {
		syscall(SYS_pwrite64, fd, &value, sizeof(value), (uintptr_t)at);
		syscall(SYS_close, fd);
	}
	errno = saved;
}

void dispatch_wrap(const GSourceFuncs *funcs)
{
	dispatch *real = funcs ? funcs->dispatch : NULL;
	if (!real || is_ours(real) || unseen_sabotaged("GSourceFuncs.dispatch"))
		return;
	dispatch *ours = thunk_for(real);
	if (ours)
		store(&funcs->dispatch, ours);
}
