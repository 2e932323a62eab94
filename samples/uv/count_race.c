/* count_race: a job has two timers, and counts which of them are open. The last one that is closed
 * frees it. A line is being written to its log meanwhile; in the run recorded here that is over by
 * then. That the last close comes after the other one is no race: the count says so.
 *
 * With MENDED: the request counts, too.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <uv.h>

struct job {
	uv_timer_t tick, limit;
	uv_fs_t write;
	int open, written;
};

static int sink;

__attribute__((noinline)) static void done(struct job *j)
{
	if (--j->open == 0)
		free(j);
}

__attribute__((noinline)) static void on_written(uv_fs_t *request)
{
	struct job *j = request->data;

	j->written += (int)request->result;
	uv_fs_req_cleanup(request);
#ifdef MENDED
	done(j);
#endif
}

static void on_tick(uv_timer_t *timer)
{
	static char line[] = "tick\n";
	struct job *j = timer->data;
	uv_buf_t text = uv_buf_init(line, sizeof line - 1);

	j->write.data = j;
#ifdef MENDED
	j->open++;
#endif
	uv_fs_write(timer->loop, &j->write, sink, &text, 1, -1, on_written);
}

static void on_closed(uv_handle_t *handle)
{
	done(handle->data);
}

static void on_limit(uv_timer_t *timer)
{
	struct job *j = timer->data;

	uv_close((uv_handle_t *)&j->tick, on_closed);
	uv_close((uv_handle_t *)&j->limit, on_closed);
}

int main(void)
{
	uv_loop_t *loop = uv_default_loop();
	struct job *j = calloc(1, sizeof *j);

	sink = open("/dev/null", O_WRONLY);
	if (!j || sink < 0)
		return 1;
	j->open = 2;
	j->tick.data = j->limit.data = j;
	uv_timer_init(loop, &j->tick);
	uv_timer_init(loop, &j->limit);
	uv_timer_start(&j->tick, on_tick, 20, 0);
	uv_timer_start(&j->limit, on_limit, 300, 0);
	uv_run(loop, UV_RUN_DEFAULT);
	return 0;
}
