/* next_function.h: NEXT_FUNCTION(find, type, "name") defines find(), which gives the function
 * of that name in the libraries behind ours, NULL if there is none. It is looked for when the
 * library is loaded: later another thread may be inside the loader. errno stays. */
#ifndef SPARSEREC_NEXT_FUNCTION_H
#define SPARSEREC_NEXT_FUNCTION_H
#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>

#define NEXT_FUNCTION(find, type, name) \
	static type *find(void) \
	{ \
		static uintptr_t found; \
		uintptr_t p = __atomic_load_n(&found, __ATOMIC_RELAXED); \
		int saved = errno; \
\
		if (!p) { \
			p = (uintptr_t)dlsym(RTLD_NEXT, name); \
			__atomic_store_n(&found, p, __ATOMIC_RELAXED); \
			errno = saved; \
		} \
		return (type *)p; \
	} \
	__attribute__((constructor(101))) static void find##_early(void) { find(); }
#endif
