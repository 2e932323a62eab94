/* waited.c: see waited.h; and pthread_join, in place of libc's, which threads of the C++ library,
 * GLib's and libuv's are waited for with, too.
 */
#include <loopcore/waited.h>

#include <loopcore/emit.h>
#include <loopcore/nest.h>

#include <sparserec/next_function.h>

#include <errno.h>
#include <pthread.h>

typedef int join(pthread_t thread, void **result);

NEXT_FUNCTION(next_join, join, "pthread_join")

static void tell(const void *stack, bool others, const struct detail *d)
{
	int saved = errno;
	struct thread *t = emit_is_recording() && thread_main_is_known() ? nest_thread(stack) : NULL;
	if (t && (others || t->is_main)) {
		uint64_t id = emit_id();
		emit_enq(id, SPARSE_ENV, 0, -1, d);
		emit_drop(id);
	}
	errno = saved;
}

void waited(const void *stack)
{
	tell(stack, false, &(struct detail){ .type = "Waited" });
}

void found_over(const void *stack, const void *object)
{
	tell(stack, false, &(struct detail){ .type = "Over", .object = object });
}

void says_over(const void *stack, const void *object)
{
	tell(stack, true, &(struct detail){ .type = "Done", .object = object });
}

/* What the main thread waits for, and of that what somebody has woken it from: it, or another that waits there, too. */
static const void *awaited, *woken;

/* The conditions from which threads have woken it, and by whom: `several` for more than one. What does
 * not fit counts as anybody's. */
enum { CONDITIONS = 64 };
static const void *conditions[CONDITIONS], *owners[CONDITIONS];
static const char several;
static __thread char wakes_it __attribute__((tls_model("initial-exec"))); /* its address stands for the thread */

static void is_of_this_thread(const void *condition)
{
	const void *none = NULL, *nobody = NULL;
	wakes_it = true;
	for (int i = 0; i < CONDITIONS; i++, none = NULL) {
		if (__atomic_load_n(&conditions[i], __ATOMIC_ACQUIRE) != condition &&
		    !__atomic_compare_exchange_n(&conditions[i], &none, condition, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED) && none != condition)
			continue;
		if (!__atomic_compare_exchange_n(&owners[i], &nobody, &wakes_it, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE) && nobody != &wakes_it)
			__atomic_store_n(&owners[i], &several, __ATOMIC_RELEASE);
		return;
	}
}

static bool is_anothers(const void *condition)
{
	int i = 0;
	while (i < CONDITIONS && __atomic_load_n(&conditions[i], __ATOMIC_ACQUIRE) != condition)
		i++;
	const void *owner = i < CONDITIONS ? __atomic_load_n(&owners[i], __ATOMIC_ACQUIRE) : NULL;
	return owner && owner != &several && owner != &wakes_it && wakes_it;
}

const void *wait_begins(const void *condition)
{
	struct thread *t = thread_main_is_known() ? thread_state() : NULL;
	if (!t || !t->is_main)
		return NULL;
	__atomic_store_n(&woken, NULL, __ATOMIC_RELEASE);
	return __atomic_exchange_n(&awaited, condition, __ATOMIC_ACQ_REL);
}

void wait_ends(const void *stack, const void *condition, const void *outer)
{
	struct thread *t = thread_main_is_known() ? thread_state() : NULL;
	if (!t || !t->is_main)
		return;
	__atomic_store_n(&awaited, outer, __ATOMIC_RELEASE);
	if (__atomic_exchange_n(&woken, NULL, __ATOMIC_ACQ_REL) == condition)
		found_over(stack, condition);
}

void wakes(const void *stack, const void *condition)
{
	if (__atomic_load_n(&awaited, __ATOMIC_ACQUIRE) != condition)
		return;
	is_of_this_thread(condition);
	says_over(stack, condition);
	__atomic_store_n(&woken, condition, __ATOMIC_RELEASE);
}

bool main_waits(void)
{
	const void *condition = __atomic_load_n(&awaited, __ATOMIC_ACQUIRE);
	return condition && __atomic_load_n(&woken, __ATOMIC_ACQUIRE) != condition && !is_anothers(condition);
}

__attribute__((visibility("default"))) int pthread_join(pthread_t thread, void **result)
{
	join *real = next_join();
	const void *outer = wait_begins(&next_join);
	int error = real ? real(thread, result) : ENOSYS;
	wait_ends(__builtin_frame_address(0), &next_join, outer);
	if (!error)
		waited(__builtin_frame_address(0));
	return error;
}
