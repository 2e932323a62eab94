/* clock: one timer of the loop is the clock of all that is due, as in Node.js. A connection that was
 * idle for too long is closed, and stays in the list of free ones until its close callback has come. The
 * next request is due a while later: if the clock is late, it is made in the same turn, and is given
 * that connection.
 */
#include <stdio.h>
#include <uv.h>

#ifdef MENDED
enum { mended = 1 };
#else
enum { mended = 0 };
#endif

static uv_tcp_t connection;
static int is_free = 1, closing, failed;

static void closed(uv_handle_t *handle)
{
	(void)handle;
	is_free = 0;
}

static void idle_too_long(void)
{
	closing = 1;
	if (mended)
		is_free = 0;
	uv_close((uv_handle_t *)&connection, closed);
}

static void request(void)
{
	failed = is_free && closing;
}

static const struct due { uint64_t at; void (*run)(void); } list[] = { { 40, idle_too_long }, { 70, request } };
static unsigned next;
static uint64_t start;

static void tick(uv_timer_t *clock)
{
	uint64_t now = uv_now(clock->loop) - start;
	while (next < sizeof(list) / sizeof(*list) && list[next].at <= now)
		list[next++].run();
	if (next < sizeof(list) / sizeof(*list))
		uv_timer_start(clock, tick, list[next].at - now, 0);
}

int main(void)
{
	uv_timer_t clock;
	uv_tcp_init(uv_default_loop(), &connection);
	uv_timer_init(uv_default_loop(), &clock);
	start = uv_now(uv_default_loop());
	uv_timer_start(&clock, tick, list[0].at, 0);
	uv_run(uv_default_loop(), UV_RUN_DEFAULT);
	if (failed)
		fputs("failed: the request went to a closed connection\n", stderr);
	return failed;
}
