/* repeats.c: what a program says of a handle after it has started it, a word a case. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

enum { FIRST = 5, AGAIN = 2, PATIENCE = 40 /* ms */ };

static uv_loop_t *loop;
static uv_timer_t timer, end;
static uv_fs_poll_t poll_handle;
static uv_poll_t readable;
static uv_pipe_t incoming;
static int firings, ends_of_pipe[2];

static void fires(uv_timer_t *h)
{
	if (++firings == 3)
		uv_timer_stop(h);
}

static void ends(uv_timer_t *h)
{
	(void)h;
	uv_stop(loop);
}

static void grows(uv_timer_t *h)
{
	FILE *f = fopen("watched", "w");
	(void)h;
	firings++;
	for (int i = 0; f && i < firings; i++)
		fputc('x', f);
	if (f)
		fclose(f);
}

static void reads(uv_poll_t *h, int status, int events) { (void)h, (void)status, (void)events; }

static void gives(uv_handle_t *h, size_t n, uv_buf_t *buf)
{
	static char bytes[1];
	(void)h, (void)n;
	*buf = uv_buf_init(bytes, sizeof(bytes));
}

static void takes(uv_stream_t *h, ssize_t n, const uv_buf_t *buf)
{
	(void)n, (void)buf;
	if (++firings == 2)
		uv_close((uv_handle_t *)h, NULL);
}

static void stops_both(uv_handle_t *h)
{
	uv_timer_stop((uv_timer_t *)h);
	uv_timer_stop(&end);
}

static void closes(uv_timer_t *h)
{
	uv_close((uv_handle_t *)h, stops_both);
}

static void first(uv_fs_poll_t *h, int status, const uv_stat_t *before, const uv_stat_t *now)
{
	(void)h, (void)status, (void)before, (void)now;
	puts("the first");
	uv_stop(loop);
}

static void second(uv_fs_poll_t *h, int status, const uv_stat_t *before, const uv_stat_t *now)
{
	(void)h, (void)status, (void)before, (void)now;
	puts("the second");
	uv_stop(loop);
}

int main(int argc, char **argv)
{
	const char *word = argc > 1 ? argv[1] : "";
	char folder[] = "/tmp/repeatsXXXXXX";
	loop = uv_default_loop();
	uv_timer_init(loop, &timer);
	uv_timer_init(loop, &end);
	uv_fs_poll_init(loop, &poll_handle);
	if (!strcmp(word, "polls")) { /* libuv leaves one that is started as it is */
		if (!mkdtemp(folder) || chdir(folder) != 0)
			return 1;
		uv_fs_poll_start(&poll_handle, first, "watched", 1);
		uv_fs_poll_start(&poll_handle, second, "watched", 1);
		uv_timer_start(&end, grows, 3, 3);
	} else if (!strcmp(word, "polls nothing")) { /* which stops it */
		if (pipe(ends_of_pipe) != 0)
			return 1;
		uv_poll_init(loop, &readable, ends_of_pipe[0]);
		uv_poll_start(&readable, UV_READABLE, reads);
		uv_poll_start(&readable, 0, reads);
	} else if (!strcmp(word, "closes")) { /* and stops what is closed, and what was never started */
		uv_timer_start(&timer, closes, FIRST, 0);
	} else if (!strcmp(word, "reads")) { /* a byte each time */
		if (pipe(ends_of_pipe) != 0 || write(ends_of_pipe[1], "ab", 2) != 2)
			return 1;
		uv_pipe_init(loop, &incoming, 0);
		uv_pipe_open(&incoming, ends_of_pipe[0]);
		uv_read_start((uv_stream_t *)&incoming, gives, takes);
	} else {
		uv_timer_start(&timer, fires, FIRST, !strcmp(word, "set") ? 0 : AGAIN);
		if (!strcmp(word, "set"))
			uv_timer_set_repeat(&timer, AGAIN);
		else if (!strcmp(word, "taken back"))
			uv_timer_set_repeat(&timer, 0);
		uv_timer_start(&end, ends, PATIENCE, 0);
	}
	uv_run(loop, UV_RUN_DEFAULT);
	if (!strcmp(word, "polls"))
		unlink("watched"), rmdir(folder);
	printf("%d firings\n", !strcmp(word, "polls") ? 0 : firings);
	return 0;
}
