/* close_race: a session's deadline closes its timer; the close callback notes it
 * in the session, which the answer to the session's only query may have released.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

struct session {
	char peer[32];
	int closed;
};

static uv_timer_t deadline;
static uv_work_t query;

static void deadline_closed(uv_handle_t *handle)
{
	struct session *s = handle->data;
	s->closed = 1;
	printf("%s: closed\n", s->peer);
}

static void deadline_over(uv_timer_t *timer)
{
	uv_close((uv_handle_t *)timer, deadline_closed);
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
		puts("answered");
	free(s);
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
