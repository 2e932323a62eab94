/* uvhooks.c: libuv among the loop core's backends. */
#include "uvhooks.h"

#include <loopcore/backend.h>
#include <loopcore/elfsym.h>

#include "libuv.h"

static bool on;

bool uv_hooks_on(void)
{
	return on;
}

static void on_library(void)
{
	struct object libuv;
	if (on || !object_find("libuv.so", &libuv) || !loops_begin())
		return;
	on = watch_init() && request_init() && real_resolve();
	unseen_of(&libuv);
}

static const struct backend uv_backend = { .name = "libuv", .on_library = on_library };
LOOP_BACKEND(uv_backend);

const char *handle_class(const uv_handle_t *h)
{
#define NAME(upper, lower) [UV_##upper] = "uv_" #lower "_t",
	static const char *const names[UV_HANDLE_TYPE_MAX] = { UV_HANDLE_TYPE_MAP(NAME) };
#undef NAME
	return h && (unsigned)h->type < UV_HANDLE_TYPE_MAX && names[h->type] ? names[h->type] : "uv_handle_t";
}
