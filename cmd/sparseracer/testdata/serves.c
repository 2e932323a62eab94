/* serves.c: the sample timer_race in a program that serves until somebody ends it. */
#include <uv.h>

static void tick(uv_timer_t *alive) { (void)alive; }

static int serve(uv_loop_t *loop)
{
	static uv_timer_t alive;
	uv_timer_init(loop, &alive);
	uv_timer_start(&alive, tick, 20, 20);
	return uv_run(loop, UV_RUN_DEFAULT);
}

#define uv_run(loop, mode) serve(loop)
#include "../../../samples/uv/timer_race.c"
