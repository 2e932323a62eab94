/* freed_blocks.c: see freed_blocks.h. A place is a line of the verdict: "freed MODULE+0xOFFSET …",
 * innermost first; a block is another: "block 0xADDRESS SIZE".
 */
#include "freed_blocks.h"

#include <loopcore/text.h>
#include <loopcore/thread.h>

#include "steering.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>

enum { DEPTH = 8, PLACES = 256, BLOCKS = 1024, LINE = SAID - 32 };

/* sanitizer/allocator_interface.h, sanitizer/asan_interface.h */
int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void *, size_t),
					      void (*)(const volatile void *)) __attribute__((weak));
size_t __asan_get_alloc_stack(void *, void **, size_t, int *) __attribute__((weak));
size_t __sanitizer_get_allocated_size(const volatile void *) __attribute__((weak));
int __sanitizer_get_ownership(const volatile void *) __attribute__((weak));

static __thread bool listening __attribute__((tls_model("initial-exec")));
static uint64_t reported[PLACES];
static unsigned places, blocks;

static bool is_new(void *const pc[], size_t n)
{
	uint64_t hash = n;
	for (size_t i = 0; i < n; i++)
		hash = (hash ^ (uintptr_t)pc[i]) * 0x9e3779b97f4a7c15u;
	for (unsigned i = 0; i < places; i++)
		if (reported[i] == hash)
			return false;
	reported[places++] = hash;
	return true;
}

static void tell(void *const pc[], size_t n)
{
	char line[LINE];
	struct text t = text_in(line, sizeof(line));
	for (size_t i = 0; i < n; i++) {
		Dl_info info;
		char offset[32];
		if (!dladdr(pc[i], &info) || !info.dli_fname)
			continue;
		snprintf(offset, sizeof(offset), "+0x%zx", (size_t)((uintptr_t)pc[i] - (uintptr_t)info.dli_fbase));
		if (t.at > t.start)
			text_add(&t, " ");
		text_add(&t, info.dli_fname);
		text_add(&t, offset);
	}
	steering_say(steering_verdict_freed, line);
}

static void tell_block(const volatile void *block)
{
	char line[64];
	snprintf(line, sizeof(line), "0x%zx %zu", (size_t)(uintptr_t)block, __sanitizer_get_allocated_size(block));
	steering_say(steering_verdict_block, line);
}

/* Of where a block was allocated; the innermost frame is the allocator's own. */
static uint64_t place_of(const volatile void *block)
{
	void *pc[DEPTH];
	int thread;
	uint64_t hash = 0;
	size_t n = __asan_get_alloc_stack((void *)block, pc, DEPTH, &thread);
	for (size_t i = 1; i < n; i++) {
		Dl_info info;
		if (dladdr(pc[i], &info) && info.dli_fbase)
			hash = (hash ^ ((uintptr_t)pc[i] - (uintptr_t)info.dli_fbase)) * 0x9e3779b97f4a7c15u;
	}
	return hash;
}

/* That a handler frees it, where that is watched. */
static void tell_freer(const volatile void *block)
{
	static unsigned freers;
	char line[96];
	int saved = errno;
	if (__atomic_load_n(&freers, __ATOMIC_RELAXED) >= BLOCKS || steering.diverged || !steering_keeps_use() || !__sanitizer_get_ownership ||
	    !__sanitizer_get_ownership(block) || __sanitizer_get_allocated_size(block) != steering.plan.watch)
		return;
	struct thread *t = thread_main_is_known() ? thread_state() : NULL;
	uint64_t label = t ? thread_handler(t)->label : 0;
	if (label) {
		uint64_t place = place_of(block);
		__atomic_add_fetch(&freers, 1, __ATOMIC_RELAXED);
		snprintf(line, sizeof(line), "0x%zx %u %016llx", (size_t)(uintptr_t)block, steering.plan.watch,
			 (unsigned long long)place);
		steering_say(steering_verdict_freer, line);
		steering_freed(label, place);
	}
	errno = saved;
}

static void on_free(const volatile void *block)
{
	void *pc[DEPTH];
	int thread, saved = errno;
	if (steering.plan.watch && block)
		tell_freer(block);
	if (!listening || !block)
		return;
	listening = false; /* what we do ourselves is none of it */
	/* What is no block of the heap, an object on the stack, is asked about before it is reported. */
	if (blocks < BLOCKS && __sanitizer_get_ownership && __sanitizer_get_ownership(block)) {
		blocks++;
		tell_block(block);
	}
	if (places < PLACES) {
		size_t n = __asan_get_alloc_stack((void *)block, pc, DEPTH, &thread);
		if (n && is_new(pc, n))
			tell(pc, n);
	}
	listening = true;
	errno = saved;
}

static void on_malloc(const volatile void *block, size_t size)
{
	(void)block;
	(void)size;
}

bool freed_begin(void)
{
	return __sanitizer_install_malloc_and_free_hooks && __asan_get_alloc_stack &&
	       __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
}

void freed_listen(bool on)
{
	listening = on;
}
