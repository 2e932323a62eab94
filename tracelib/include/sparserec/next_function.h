/* next_function.h: NEXT_FUNCTION(find, type, "name") defines find(), which gives the function
 * of that name in the libraries behind ours, NULL if there is none. It is looked for when the
 * library is loaded: later another thread may be inside the loader. errno stays. */
#ifndef SPARSEREC_NEXT_FUNCTION_H
#define SPARSEREC_NEXT_FUNCTION_H
#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>

#define NEXT_FUNCTION(find, type, name) \
	static uintptr_t find##_found; \
	static __attribute__((noinline, cold)) uintptr_t find##_looked(void) \
	{ \
		int saved = errno; \
		uintptr_t p = (uintptr_t)dlsym(RTLD_NEXT, name); \
\
		__atomic_store_n(&find##_found, p, __ATOMIC_RELAXED); \
		errno = saved; \
		return p; \
	} \
	static inline type *find(void) \
	{ \
		uintptr_t p = __atomic_load_n(&find##_found, __ATOMIC_RELAXED); \
\
		return (type *)(p ? p : find##_looked()); \
	} \
	__attribute__((constructor(101))) static void find##_early(void) { find(); }
#endif
