/* reconnect_race: a client that beats its heart, and is released when its peer
 * hangs up. Nobody stops the heart.
 *
 * With MENDED: when the peer hangs up, the heart stops. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <uv.h>

struct client {
	char peer[24];
	int beats;
	char input[64];
};

static uv_pipe_t line;
static uv_timer_t heart;

static void beat(uv_timer_t *timer)
{
	struct client *c = timer->data;
	c->beats++;
	puts("beat");
}

static void memory(uv_handle_t *handle, size_t size, uv_buf_t *buf)
{
	struct client *c = handle->data;
	(void)size;
	*buf = uv_buf_init(c->input, sizeof(c->input));
}

static void line_closed(uv_handle_t *handle)
{
	free(handle->data);
}

static void received(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
	(void)buf;
	if (n >= 0)
		return;
	puts("gone");
#ifdef MENDED
	uv_close((uv_handle_t *)&heart, NULL);
#endif
	uv_close((uv_handle_t *)stream, line_closed);
}

static void *peer(void *fd)
{
	uv_sleep(400); /* long after the heart's beat, on a busy machine too */
	close((int)(long)fd);
	return NULL;
}

int main(void)
{
	uv_loop_t *loop = uv_default_loop();
	struct client *c = calloc(1, sizeof(*c));
	int ends[2];
	pthread_t thread;
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
		return 1;
	strcpy(c->peer, "relay");
	uv_pipe_init(loop, &line, 0);
	uv_timer_init(loop, &heart);
	line.data = heart.data = c;
	uv_pipe_open(&line, ends[0]);
	uv_read_start((uv_stream_t *)&line, memory, received);
	uv_timer_start(&heart, beat, 30, 0);
	pthread_create(&thread, NULL, peer, (void *)(long)ends[1]);
	uv_run(loop, UV_RUN_DEFAULT);
	pthread_join(thread, NULL);
	return 0;
}
