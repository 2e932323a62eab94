/* thread.c: a thread's state, made at its first operation, given back when the
 * thread ends.
 *
 * Rules: libc may be called here, so all of it runs under SR_LIBC, where our
 * own mallocs are dropped silently. A thread's end is put off to the last round
 * of thread-specific destructors: what other destructors free is recorded too.
 */
#define _GNU_SOURCE
#include "../include/sparserec/instrument.h"
#include "file.h"
#include "heap.h"
#include "filter.h"
#include <sparserec/rawsys.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

extern void *__libc_stack_end; /* of the main thread; glibc's loader sets it */

__thread struct sr_tls sr_tls;

/* Looked at while there is no state: a filter that knows nothing. */
/* What a thread without a state looks at: all zero, so that its accesses come to us and it
 * gets one. Where nothing is recorded, whichever thread is first fills in what is touched
 * (slow_x86_64.S), and nobody comes again. */
_Alignas(4096) uint64_t sr_idle_cells[SPARSE_CELLS];

#define NO_VIEW { .cells = sr_idle_cells, .mask = SPARSE_CELLS - 1 }
SPARSE_EXPORT __thread struct sparse_view __sparse_view = NO_VIEW;

/* The depth stays: functions that were entered before are yet to return. */
static void show(struct sr_thread *t)
{
	uint32_t depth = __sparse_view.depth;

	if (t)
		__sparse_view = (struct sparse_view){
			.cells = t->cells, .mask = SPARSE_CELLS - 1, .epoch = 1u << SPARSE_EPOCH_SHIFT,
			.frames = (char *)t->frames, .limit = sizeof t->frames };
	else
		__sparse_view = (struct sparse_view)NO_VIEW;
	__sparse_view.depth = depth;
}

static pthread_key_t key;
static _Atomic int key_state; /* 0 none, 1 being made, 2 usable */
static _Atomic uint32_t last_number;

/* What comes after it goes on with the same number, in further blocks. */
static void give_back(struct sr_thread *t)
{
	sr_hold(SR_LIBC);
	sr_tls.dead = 1;
	sr_tls.number = t->number;
	sr_tls.blocks = t->blocks;
	sr_tls.units = t->pen.number;
	sr_tls.t = NULL;
	show(NULL);
	if (t->live)
		sr_block_leave(t, false);
	if (t->defs)
		munmap(t->defs, t->defs_cap * sizeof *t->defs);
	sr_cells_unmap(t->cells);
	munmap(t, sizeof *t);
	__sparse_waits_from = UINTPTR_MAX;
	sr_hold(SR_FREE);
}

static void thread_end(void *state)
{
	static __thread int rounds;
	int saved = errno;

	if (state != sr_tls.t)
		return;
	if (++rounds < PTHREAD_DESTRUCTOR_ITERATIONS && pthread_setspecific(key, state) == 0)
		return;
	give_back(state);
	errno = saved;
}

static bool key_ready(void)
{
	int none = 0;

	if (atomic_compare_exchange_strong(&key_state, &none, 1))
		atomic_store(&key_state, pthread_key_create(&key, thread_end) == 0 ? 2 : 0);
	return atomic_load(&key_state) == 2;
}

/* The part of the address space that is this thread's stack and nothing else.
 * Accesses to it are left out: what lives there is freed by returning, which
 * is no operation. Alternate and coroutine stacks lie elsewhere: recorded. */
static void find_stack(struct sr_thread *t, bool main_thread)
{
	pthread_attr_t attr;
	struct rlimit size;
	void *lo;
	size_t n;

	if (main_thread) {
		uintptr_t top = (uintptr_t)__libc_stack_end;

		n = getrlimit(RLIMIT_STACK, &size) == 0 && size.rlim_cur < (64u << 20)
			? size.rlim_cur : 64u << 20;
		t->stack_lo = top - n;
		t->stack_len = n;
	} else if (sr_getattr(pthread_self(), &attr) == 0) {
		if (pthread_attr_getstack(&attr, &lo, &n) == 0) {
			t->stack_lo = (uintptr_t)lo;
			t->stack_len = n;
		}
		pthread_attr_destroy(&attr);
	}
	sr_loops_reset(t);
}

uint32_t sr_next_number(void) { return atomic_fetch_add(&last_number, 1) + 1; }

static struct sr_thread *make_thread(void)
{
	bool main_thread = sys_pid() == gettid();
	struct sr_thread *t = mmap(NULL, sizeof *t, PROT_READ | PROT_WRITE,
				   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (t == MAP_FAILED || !sr_cells_make(t)) {
		if (t != MAP_FAILED)
			munmap(t, sizeof *t);
		sr_file_stop(SR_STOP_MEMORY, ENOMEM);
		return NULL;
	}
	madvise(t, sizeof *t, MADV_WIPEONFORK);
	t->number = main_thread ? 0 : sr_tls.number ? sr_tls.number : sr_next_number();
	t->blocks = sr_tls.blocks;
	t->pen.number = sr_tls.units;
	find_stack(t, main_thread);
	if (!main_thread && !sr_tls.dead) {
		sr_modules_shared();
		if (key_ready())
			pthread_setspecific(key, t);
	}
	if (!sr_tls.dead)
		atomic_fetch_add(&sr_header->threads, 1);
	t->live = 1;
	sr_tls.t = t;
	show(t);
	return t;
}

/* What AddressSanitizer does in a thread that has not begun (pthread_create.c) is none of the
 * program's, and the thread does not know its number yet. */
static bool is_sanitizers(void)
{
	return sr_over_asan() && !sr_tls.number && sys_pid() != gettid();
}

SR_NOINLINE struct sr_thread *sr_enter_slow(void)
{
	struct sr_thread *t = NULL;
	int saved = errno;

	if (sr_guard() == SR_LIBC || sr_guard() == SR_QUIET || is_sanitizers())
		return NULL;
	sr_hold(SR_LIBC);
	if (atomic_load(&sr_state) == SR_UNSTARTED)
		sr_start();
	if (sr_may_record()) { /* and so libc's functions are ready to be called, whoever intercepts them */
		sr_cancel_off();
		t = make_thread();
	}
	sr_hold(SR_FREE);
	errno = saved;
	if (t && t->number == 0) {
		sr_hold(SR_BUSY);
		sr_modules_check(t);
	}
	sr_hold(t ? SR_BUSY : SR_FREE);
	if (!t)
		sr_cancel_restore();
	return t;
}

struct sr_thread *sr_make_state(void)
{
	struct sr_thread *t = NULL;

	if (atomic_load_explicit(&sr_state, memory_order_relaxed) != SR_OFF && !sr_tls.held && !sr_tls.dead &&
	    (t = sr_enter_slow()))
		sr_leave(t);
	return sr_tls.t;
}

/* A signal handler jumped out of our frames, or they were unwound; neither cleans up
 * (SR_INSIDE). Whoever is still inside has called, or was interrupted by, what asks
 * now: its frame lies further up on this thread's stack and is as it was. A frame
 * that is gone and that nothing was written over yet passes for one that is there:
 * then the operation is lost, and the next one is asked. */
static bool left_behind(uintptr_t frame)
{
	const struct sr_thread *t = sr_tls.t;
	uint64_t held = sr_tls.held;
	uintptr_t at = held & SR_HELD_FRAME;

	if (!t || at - t->stack_lo >= t->stack_len || frame - t->stack_lo >= t->stack_len)
		return false;
	return frame >= at || sr_back_hash(SR_RETURNS_TO(at)) != (held & ~(SR_HELD_FRAME | SR_HELD_GUARD));
}

/* An operation while the flag is taken. True: it is free now, for nobody is inside. The
 * record that was left half made may have moved what the next ones are told against
 * (the deltas of encode.h): these go into another block, where all begin again. */
SR_NOINLINE bool sr_reject(uintptr_t frame)
{
	if (left_behind(frame)) {
		sr_stacks_left(sr_tls.t);
		sr_tls.t->end = sr_tls.t->cur;
		sr_tls.t->run.end = NULL;
		sr_tls.quiet = 0;
		sr_hold(SR_FREE);
		return true;
	}
	if (sr_guard() == SR_BUSY && sr_tls.t && sr_tls.t->live) {
		sr_tls.t->lost++;
		atomic_fetch_add_explicit(&sr_header->lost, 1, memory_order_relaxed);
	}
	return false;
}

/* Cancellation, asynchronous above all, waits until we are out: locks and tables
 * stay whole. The type changes before the state, and back after it: one that was sent
 * while the thread could be cancelled arrives later, and then glibc asks for the type
 * alone. */
void sr_cancel_off(void)
{
	int type;

	if (!sr_tls.cancel && pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type) == 0)
		sr_cancel_off_from(type);
}

void sr_cancel_off_from(int type)
{
	int state;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	sr_tls.type = type;
	sr_tls.cancel = 1 + state;
}

/* A cancellation that came meanwhile may end the thread in here. What libc itself frees
 * after the last destructors has a state for that operation alone. */
SR_NOINLINE void sr_cancel_restore(void)
{
	int state = sr_tls.cancel - 1, type = sr_tls.type, saved = errno;

	if (sr_tls.dead && sr_tls.t) {
		give_back(sr_tls.t);
		errno = saved;
	}
	sr_tls.cancel = 0;
	if (state < 0)
		return;
	pthread_setcancelstate(state, NULL);
	pthread_setcanceltype(type, NULL);
}

void sr_idle_ends(void)
{
	if (madvise(sr_idle_cells, sizeof sr_idle_cells, MADV_DONTNEED) != 0)
		memset(sr_idle_cells, 0, sizeof sr_idle_cells);
}

/* Fork in a signal handler. The operation that it came in the middle of goes on in the child, too:
 * there it needs the state, which is empty otherwise, and what it has yet to write must not go to
 * the parent's block. */
void sr_fork_begins(void)
{
	sr_tls.inside = sr_tls.t && (sr_guard() == SR_BUSY || sr_guard() == SR_LIBC);
	if (sr_tls.inside)
		madvise(sr_tls.t, sizeof *sr_tls.t, MADV_KEEPONFORK);
}

void sr_fork_is_over(void)
{
	if (sr_tls.inside)
		madvise(sr_tls.t, sizeof *sr_tls.t, MADV_WIPEONFORK);
	sr_tls.inside = false;
}

/* In a forked child: this thread is the first one of a new recording. Its state stays mapped,
 * for who was just looking at it. */
void sr_threads_forget(void)
{
	if (sr_tls.t) {
		if (atomic_load(&key_state) == 2)
			pthread_setspecific(key, NULL);
		if (sr_tls.inside)
			sr_block_of_child(sr_tls.t);
		else
			sr_cells_unmap(__sparse_view.cells);
	}
	__sparse_waits_from = UINTPTR_MAX;
	sr_tls = (struct sr_tls){ .held = SR_FREE };
	show(NULL);
	atomic_store(&last_number, 0);
}
