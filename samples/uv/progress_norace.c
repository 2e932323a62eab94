/* progress_norace: progress_race mended: the job goes when its async handle is
 * closed, after which there are no reports.
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
	free(handle->data);
}

static void computed(uv_work_t *unused, int status)
{
	(void)unused;
	printf("done (%d)\n", status);
	uv_close((uv_handle_t *)&report, report_closed);
}

int main(void)
{
	uv_loop_t *loop = uv_default_loop();
	struct job *job = calloc(1, sizeof(*job));
	strcpy(job->name, "index");
	uv_async_init(loop, &report, reported);
	report.data = job;
	uv_queue_work(loop, &work, compute, computed);
	uv_run(loop, UV_RUN_DEFAULT);
	return 0;
}
