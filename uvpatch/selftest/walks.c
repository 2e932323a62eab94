/* walks.c: a callback that ends in a jump to libuv (CMakeLists.txt has compilers make it): what it
 * calls there returns to whoever called the callback.
 */
#include "calls.h"

enum { SHORT = 3 /* ms */ };

static uv_timer_t walked;

static void fires(uv_timer_t *handle)
{
	(void)handle;
	came();
}

static void walks(uv_handle_t *handle, void *start)
{
	if (handle == (uv_handle_t *)&walked)
		((__typeof__(&uv_timer_start))start)((uv_timer_t *)handle, fires, SHORT, 0);
}

void all_walked(void)
{
	CALL(uv_timer_init)(CALL(uv_default_loop)(), &walked);
	step_expects(1);
	CALL(uv_walk)(CALL(uv_default_loop)(), walks, need_function("uv_timer_start"));
}
