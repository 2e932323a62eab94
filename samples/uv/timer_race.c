/* timer_race: a download is cancelled while its progress timer still runs. The
 * timer is stopped when the download ends by itself; cancelling forgets it.
 *
 * With MENDED: whatever ends the download stops its timer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

struct download {
	char name[32];
	int percent;
	uv_timer_t *progress;
};

static uv_timer_t progress;
static uv_work_t request;

static void show_progress(uv_timer_t *timer)
{
	struct download *d = timer->data;
	d->percent += 10;
	printf("%s: %d%%\n", d->name, d->percent);
}

static void fetch(uv_work_t *work)
{
	(void)work;
	uv_sleep(400);
}

static void fetched(uv_work_t *work, int status)
{
	struct download *d = work->data;
	printf("%s: refused (%d)\n", d->name, status);
#ifdef MENDED
	uv_timer_stop(d->progress);
#endif
	free(d);
}

int main(void)
{
	uv_loop_t *loop = uv_default_loop();
	struct download *d = calloc(1, sizeof(*d));
	strcpy(d->name, "linux.iso");
	d->progress = &progress;
	uv_timer_init(loop, &progress);
	progress.data = request.data = d;
	uv_timer_start(&progress, show_progress, 30, 0);
	uv_queue_work(loop, &request, fetch, fetched);
	uv_run(loop, UV_RUN_DEFAULT);
	return 0;
}
