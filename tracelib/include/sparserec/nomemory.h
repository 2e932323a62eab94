/* nomemory.h: what our operators new do when there is no memory.
 *
 * The C++ runtime's own operator is asked next: it knows about new handlers, and
 * throws. It ignores an argument too many, so one shape of call serves the
 * throwing and the nothrow variants. Where it is:
 *   1. the next definition, of a runtime that the program was linked with;
 *   2. a runtime that only a plugin brought, which is in no global scope;
 *   3. none, where the program was linked with -static-libstdc++: our operator took
 *      its place in the link. Then the new handler is called here, and the function
 *      of the runtime that throws; sparse-c++ has the linker keep both.
 * The throwing variants do not return null.
 */
#ifndef SPARSE_NOMEMORY_H
#define SPARSE_NOMEMORY_H
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

__attribute__((weak)) void sparse_throw_bad_alloc(void) __asm__("_ZSt17__throw_bad_allocv");
__attribute__((weak)) void (*sparse_new_handler(void))(void) __asm__("_ZSt15get_new_handlerv");

static inline void *sparse_next_new(const char *name)
{
	static const char *const runtimes[] = { "libstdc++.so.6", "libc++abi.so.1", "libc++.so.1" };
	void *f = dlsym(RTLD_NEXT, name);

	for (size_t i = 0; !f && i < sizeof runtimes / sizeof *runtimes; i++) {
		void *library = dlopen(runtimes[i], RTLD_LAZY | RTLD_NOLOAD);

		f = library ? dlsym(library, name) : NULL;
		if (library)
			dlclose(library);
	}
	return f;
}

/* `get` is asked again after each call of the handler. */
static inline void *sparse_no_memory(const char *name, size_t n, size_t align, const void *nothrow,
				     void *(*get)(size_t align, size_t n))
{
	void *(*plain)(size_t, const void *) = NULL;
	void *(*aligned)(size_t, size_t, const void *) = NULL;
	bool may_throw = !strstr(name, "nothrow_t");
	void *next = sparse_next_new(name), *p = NULL;
	void (*handler)(void);

	if (next && align) {
		memcpy(&aligned, &next, sizeof aligned);
		return aligned(n, align, nothrow);
	}
	if (next) {
		memcpy(&plain, &next, sizeof plain);
		return plain(n, nothrow);
	}
	while (may_throw && !p && sparse_new_handler && (handler = sparse_new_handler())) {
		handler();
		p = get(align, n);
	}
	if (!p && may_throw && sparse_throw_bad_alloc)
		sparse_throw_bad_alloc();
	return p;
}
#endif
