/* Timers of libuv that start again when they have fired, so many of them: timers EVENTS [TIMERS]. */
#include <stdlib.h>
#include <uv.h>

enum { MOST = 100 };

static long left, count;
static uv_timer_t timers[MOST];

static void fired(uv_timer_t *t)
{
	if (--left > 0)
		uv_timer_start(t, fired, 0, 0);
	else
		for (long i = 0; i < count; i++)
			uv_timer_stop(&timers[i]);
	__asm__ volatile("" ::: "memory"); /* a call, and no jump that leaves this function's frame */
}

int main(int argc, char **argv)
{
	left = argc > 1 ? atol(argv[1]) : 100000;
	count = argc > 2 ? atol(argv[2]) : MOST;
	for (long i = 0; i < count && i < MOST; i++) {
		uv_timer_init(uv_default_loop(), &timers[i]);
		uv_timer_start(&timers[i], fired, 0, 0);
	}
	return uv_run(uv_default_loop(), UV_RUN_DEFAULT);
}
