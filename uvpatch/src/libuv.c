/* libuv.c: see libuv.h. */
#include "libuv.h"

#include <dlfcn.h>

struct real real_functions;
static struct object libuv, self;
static bool have_libuv, have_self;

static void *find(const char *name)
{
	void *f = have_libuv ? object_symbol(&libuv, name, NULL) : NULL;
	return f ? f : dlsym(RTLD_NEXT, name);
}

/* Several threads may come here at once: all of them write the same. */
bool real_resolve(void)
{
	have_libuv = object_find("libuv.so", &libuv);
	have_self = object_at(&have_self, &self);
#define RESOLVE(name) *(void **)&real_functions.name = find(#name);
	REAL_FUNCTIONS(RESOLVE)
#undef RESOLVE
	return real_functions.uv_run != NULL;
}

static bool lies_in(const struct object *o, const void *address)
{
	return (uintptr_t)address >= o->start && (uintptr_t)address < o->end;
}

bool real_is_inside(const void *caller)
{
	return (have_libuv && lies_in(&libuv, caller)) || (have_self && lies_in(&self, caller));
}
