/* progress_race: a worker reports its progress with an async handle; the job is
 * freed when the work is done, and a late report finds nothing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

struct job {
	char name[32];
	int seen;
};

static uv_async_t report;
static uv_work_t work;

static void reported(uv_async_t *handle)
{
	struct job *job = handle->data;
	job->seen++;
	printf("%s: half way\n", job->name);
}

static void compute(uv_work_t *unused)
{
	(void)unused;
	uv_async_send(&report);
	uv_sleep(100);
}

static void report_closed(uv_handle_t *handle)
{
	(void)handle;
	puts("over");
}

static void computed(uv_work_t *unused, int status)
{
	(void)unused;
	printf("done (%d)\n", status);
	free(report.data);
}

static void shut_down(uv_timer_t *timer)
{
	uv_close((uv_handle_t *)&report, report_closed);
	uv_close((uv_handle_t *)timer, NULL);
}

int main(void)
{
	uv_loop_t *loop = uv_default_loop();
	struct job *job = calloc(1, sizeof(*job));
	uv_timer_t end;
	strcpy(job->name, "index");
	uv_async_init(loop, &report, reported);
	uv_timer_init(loop, &end);
	report.data = job;
	uv_queue_work(loop, &work, compute, computed);
	uv_timer_start(&end, shut_down, 900, 0);
	uv_run(loop, UV_RUN_DEFAULT);
	return 0;
}
