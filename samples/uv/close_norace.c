/* close_norace: close_race mended: the answer closes the timer, and the close
 * callback, after which nothing of the session runs, releases it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

struct session {
	char peer[32];
	int late;
};

static uv_timer_t deadline;
static uv_work_t query;

static void deadline_closed(uv_handle_t *handle)
{
	struct session *s = handle->data;
	printf("%s: closed\n", s->peer);
	free(s);
}

static void deadline_over(uv_timer_t *timer)
{
	struct session *s = timer->data;
	s->late = 1;
}

static void look_up(uv_work_t *work)
{
	(void)work;
	uv_sleep(400);
}

static void looked_up(uv_work_t *work, int status)
{
	struct session *s = work->data;
	if (status == 0)
		puts(s->late ? "answered late" : "answered");
	uv_close((uv_handle_t *)&deadline, deadline_closed);
}

int main(void)
{
	uv_loop_t *loop = uv_default_loop();
	struct session *s = calloc(1, sizeof(*s));
	strcpy(s->peer, "10.0.0.7");
	uv_timer_init(loop, &deadline);
	deadline.data = query.data = s;
	uv_timer_start(&deadline, deadline_over, 30, 0);
	uv_queue_work(loop, &query, look_up, looked_up);
	uv_run(loop, UV_RUN_DEFAULT);
	return 0;
}
