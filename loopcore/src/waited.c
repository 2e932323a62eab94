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

__attribute__((visibility("default"))) int pthread_join(pthread_t thread, void **result)
{
	join *real = next_join();
	int error = real ? real(thread, result) : ENOSYS;
	if (!error)
		waited(__builtin_frame_address(0));
	return error;
}
