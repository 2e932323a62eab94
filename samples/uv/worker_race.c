/* worker_race: a thread with a loop of its own copies a file. A timer of that thread looks how far
 * the copy is; the end of the copy releases it.
 *
 * With MENDED: the end of the copy stops the timer. */
#include <stdio.h>
#include <stdlib.h>
#include <uv.h>

struct copy {
	int looks;
	uv_timer_t *look;
};

static uv_loop_t loop;
static uv_timer_t look;
static uv_work_t request;

static void look_at(uv_timer_t *timer)
{
	struct copy *copy = timer->data;
	copy->looks++;
}

static void write_all(uv_work_t *work)
{
	(void)work;
	uv_sleep(400);
}

static void written(uv_work_t *work, int status)
{
	struct copy *copy = work->data;
	printf("%d looks (%d)\n", copy->looks, status);
#ifdef MENDED
	uv_timer_stop(copy->look);
#endif
	free(copy);
}

static void work(void *copy)
{
	uv_loop_init(&loop);
	uv_timer_init(&loop, &look);
	look.data = request.data = copy;
	uv_timer_start(&look, look_at, 30, 0);
	uv_queue_work(&loop, &request, write_all, written);
	uv_run(&loop, UV_RUN_DEFAULT);
	uv_loop_close(&loop);
}

int main(void)
{
	struct copy *copy = calloc(1, sizeof(*copy));
	uv_thread_t thread;
	copy->look = &look;
	uv_thread_create(&thread, work, copy);
	uv_thread_join(&thread);
	return 0;
}
