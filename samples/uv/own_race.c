/* own_race: a job is freed in its own callback, and a watchdog that was started
 * with it looks at it once more.
 *
 * With MENDED: the watchdog looks for the job that is under way, if there is one
 * still. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

struct job {
	uv_work_t work;
	char name[32];
	int warned;
};

static struct job *current;
static uv_timer_t watchdog;

static void look(uv_timer_t *timer)
{
#ifdef MENDED
	struct job *job = current;
	(void)timer;
	if (!job)
		return;
#else
	struct job *job = timer->data;
#endif
	job->warned = 1;
	printf("%s takes long\n", job->name);
}

static void compute(uv_work_t *work)
{
	(void)work;
	uv_sleep(400);
}

static void computed(uv_work_t *work, int status)
{
	struct job *job = (struct job *)work;
	printf("done (%d)\n", status);
	current = NULL;
	free(job);
}

int main(void)
{
	uv_loop_t *loop = uv_default_loop();
	struct job *job = calloc(1, sizeof(*job));
	strcpy(job->name, "index");
	current = job;
	uv_timer_init(loop, &watchdog);
	watchdog.data = job;
	uv_timer_start(&watchdog, look, 30, 0);
	uv_queue_work(loop, &job->work, compute, computed);
	uv_run(loop, UV_RUN_DEFAULT);
	return current != NULL;
}
