/* finish: several files are looked at; when all answers are there, the work is over. An
 * answer that is an error is counted, but does not look whether it was the last.
 */
#include <stdio.h>
#include <uv.h>

#ifdef MENDED
enum { mended = 1 };
#else
enum { mended = 0 };
#endif

static int pending = 3, finished;

static void answered(uv_fs_t *stat)
{
	int ok = stat->result == 0;
	uv_fs_req_cleanup(stat);
	pending--;
	if ((ok || mended) && pending == 0)
		finished = 1;
}

static void look(const char *path)
{
	static uv_fs_t stats[2];
	static int n;
	uv_fs_stat(uv_default_loop(), &stats[n++], path, answered);
}

/* In place: so that its answer is there when the timer's handler is over, and a schedule
 * that keeps another one until then decides which is the last. */
static void later(uv_timer_t *timer)
{
	uv_fs_t stat;

	uv_fs_stat(timer->loop, &stat, "/etc", NULL);
	answered(&stat);
}

int main(void)
{
	uv_timer_t timer;
	uv_timer_init(uv_default_loop(), &timer);
	uv_timer_start(&timer, later, 300, 0);
	look("/");
	look("/no/such/file");
	uv_run(uv_default_loop(), UV_RUN_DEFAULT);
	if (!finished)
		fputs("failed: never finished\n", stderr);
	return !finished;
}
