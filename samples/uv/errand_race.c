/* errand_race: a thread with a loop of libuv counts the lines of a document when the main thread sends it word. Close frees
 * the document, whether or not the thread has come to it.
 *
 * With MENDED: closing ends the thread first, and waits for it. */
#include <stdlib.h>
#include <uv.h>

struct document {
	int lines;
};

static uv_loop_t its;
static uv_async_t word, end;
static uv_sem_t ready;
static uv_thread_t thread;
static uv_timer_t opening, closing, leaving;
static struct document *document;

static void __attribute__((noinline)) count(uv_async_t *a)
{
	struct document *d = a->data;
	d->lines += 10;
}

static void ends(uv_async_t *a)
{
	uv_close((uv_handle_t *)a, NULL);
	uv_close((uv_handle_t *)&word, NULL);
}

static void turns(void *unused)
{
	(void)unused;
	uv_loop_init(&its);
	uv_async_init(&its, &word, count);
	uv_async_init(&its, &end, ends);
	uv_sem_post(&ready);
	uv_run(&its, UV_RUN_DEFAULT);
}

static void opens(uv_timer_t *unused)
{
	(void)unused;
	document = calloc(1, sizeof(*document));
	uv_sem_init(&ready, 0);
	uv_thread_create(&thread, turns, NULL);
	uv_sem_wait(&ready);
	word.data = document;
	uv_async_send(&word);
}

static void __attribute__((noinline)) closes(uv_timer_t *unused)
{
	(void)unused;
#ifdef MENDED
	uv_async_send(&end);
	uv_thread_join(&thread);
#endif
	free(document);
}

static void leaves(uv_timer_t *t)
{
	uv_timer_stop(t);
}

int main(void)
{
	uv_loop_t *loop = uv_default_loop();
	uv_timer_init(loop, &opening);
	uv_timer_init(loop, &closing);
	uv_timer_init(loop, &leaving);
	uv_timer_start(&opening, opens, 20, 0);
	uv_timer_start(&closing, closes, 300, 0);
	uv_timer_start(&leaving, leaves, 700, 0);
	return uv_run(loop, UV_RUN_DEFAULT);
}
