/* libuv.c: see libuv.h. */
#include "libuv.h"

#include <dlfcn.h>

#define HIDDEN __attribute__((visibility("hidden")))

struct real real_functions;
static struct object libuv;
static bool have_libuv;
/* Of the linker: where what is ONWARD stands. */
extern const char __start_uv_onward[] HIDDEN, __stop_uv_onward[] HIDDEN;

static void *find(const char *name)
{
	void *f = have_libuv ? object_symbol(&libuv, name, NULL) : NULL;
	return f ? f : dlsym(RTLD_NEXT, name);
}

/* Several threads may come here at once: all of them write the same. */
bool real_resolve(void)
{
	have_libuv = object_find("libuv.so", &libuv);
#define RESOLVE(name) *(void **)&real_functions.name = find(#name);
	REAL_FUNCTIONS(RESOLVE)
#undef RESOLVE
	return real_functions.uv_run != NULL;
}

bool real_is_inside(const void *caller)
{
	uintptr_t at = (uintptr_t)caller;
	return (have_libuv && at >= libuv.start && at < libuv.end) ||
	       (at >= (uintptr_t)__start_uv_onward && at < (uintptr_t)__stop_uv_onward);
}
