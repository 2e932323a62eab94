/* patience: a server asks a pool for each answer, a client waits for it, and goes when it waits too long. The recorded client says
 * goodbye in its third message; one that goes earlier frees the connection in its second, whose answer is still under way.
 * Patience is counted in turns of the loop: what holds the whole program up makes nobody go.
 *
 * With MENDED: a connection with work under way is freed by that. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <uv.h>

struct connection {
	uv_pipe_t pipe;
	int asked, working, closed;
};

static uv_loop_t *loop;
static uv_pipe_t client;
static uv_timer_t patience;
static uv_work_t work;
static uv_write_t question, answer;
static int answers, waited;

static void free_connection(struct connection *c)
{
#ifdef MENDED
	if (c->working)
		return;
#endif
	free(c);
}

static void closed(uv_handle_t *handle)
{
	struct connection *c = handle->data;
	c->closed = 1;
	free_connection(c);
}

static void answered(uv_work_t *done, int status)
{
	struct connection *c = done->data;
	(void)status;
	c->working = 0;
	if (!c->closed && !uv_is_closing((uv_handle_t *)&c->pipe)) {
		uv_buf_t text = uv_buf_init("a", 1);
		uv_write(&answer, (uv_stream_t *)&c->pipe, &text, 1, NULL);
	} else {
		free_connection(c);
	}
}

static void think(uv_work_t *done)
{
	(void)done;
	uv_sleep(20);
}

static void room(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
	static char text[64];
	(void)handle;
	(void)size;
	*buffer = uv_buf_init(text, sizeof(text));
}

static void asked(uv_stream_t *stream, ssize_t n, const uv_buf_t *text)
{
	struct connection *c = stream->data;
	(void)text;
	if (n == 0)
		return;
	if (n < 0 || ++c->asked == 3) {
		uv_close((uv_handle_t *)stream, closed);
		return;
	}
	c->working = 1;
	work.data = c;
	uv_queue_work(loop, &work, think, answered);
}

static void leave(uv_timer_t *timer)
{
	if (++waited < 30)
		return;
	uv_close((uv_handle_t *)timer, NULL);
	uv_close((uv_handle_t *)&client, NULL);
}

static void ask(void)
{
	uv_buf_t text = uv_buf_init("q", 1);
	uv_write(&question, (uv_stream_t *)&client, &text, 1, NULL);
	waited = 0;
	uv_timer_start(&patience, leave, 20, 20);
}

static void told(uv_stream_t *stream, ssize_t n, const uv_buf_t *text)
{
	(void)stream;
	(void)text;
	if (n > 0 && answers++ < 2)
		ask();
}

int main(void)
{
	int ends[2];
	struct connection *c = calloc(1, sizeof(*c));
	loop = uv_default_loop();
	if (!c || socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
		return 2;
	uv_pipe_init(loop, &c->pipe, 0);
	uv_pipe_init(loop, &client, 0);
	uv_timer_init(loop, &patience);
	c->pipe.data = c;
	uv_pipe_open(&c->pipe, ends[0]);
	uv_pipe_open(&client, ends[1]);
	uv_read_start((uv_stream_t *)&c->pipe, room, asked);
	uv_read_start((uv_stream_t *)&client, room, told);
	ask();
	uv_run(loop, UV_RUN_DEFAULT);
	printf("%d answers\n", answers);
	return 0;
}
