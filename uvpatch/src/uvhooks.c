/* uvhooks.c: switching the hooks on libuv on. */
#include "uvhooks.h"

#include "real.h"
#include "start.h"

static bool on;

bool uv_hooks_on(void)
{
	return on;
}

bool uv_hooks_begin(void)
{
	if (!on && start_foreign() && watch_init() && request_init() && real_resolve())
		on = true;
	return on;
}

const char *handle_class(const uv_handle_t *h)
{
#define NAME(upper, lower) [UV_##upper] = "uv_" #lower "_t",
	static const char *const names[UV_HANDLE_TYPE_MAX] = { UV_HANDLE_TYPE_MAP(NAME) };
#undef NAME
	return h && (unsigned)h->type < UV_HANDLE_TYPE_MAX && names[h->type] ? names[h->type] : "uv_handle_t";
}
