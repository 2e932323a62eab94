/* keepalive_race: a connection is kept for the next request until its idle timer
 * closes it; a request that took it in time is answered on what may be gone.
 *
 * With MENDED: a connection is idle from its answer on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

struct connection {
	uv_timer_t idle;
	char host[32];
	int answers;
};

static struct connection *kept;
static uv_work_t request;

static void closed(uv_handle_t *handle)
{
	free(handle->data);
}

static void idle_over(uv_timer_t *timer)
{
	uv_close((uv_handle_t *)timer, closed);
}

static void ask(uv_work_t *work)
{
	(void)work;
	uv_sleep(40);
}

static void answered(uv_work_t *work, int status)
{
	struct connection *c = work->data;
	c->answers++;
	printf("%s: answer (%d)\n", c->host, status);
#ifdef MENDED
	uv_timer_start(&c->idle, idle_over, 500, 0);
#endif
}

int main(void)
{
	uv_loop_t *loop = uv_default_loop();
	kept = calloc(1, sizeof(*kept));
	strcpy(kept->host, "example.org");
	uv_timer_init(loop, &kept->idle);
	kept->idle.data = request.data = kept;
#ifndef MENDED
	uv_timer_start(&kept->idle, idle_over, 500, 0);
#endif
	uv_queue_work(loop, &request, ask, answered);
	uv_run(loop, UV_RUN_DEFAULT);
	return 0;
}
