/* libuv's streams and requests: a pipe with two ends in one program, over which numbers are
 * written from timers' handlers, sends, and answers to work; files; work that is cancelled;
 * and ends that are closed while they still write.
 *
 * Guaranteed, and looked after: what comes through a stream comes in the order in which it was
 * written, and its end after it; write callbacks come in the order of their writes, that of a
 * shutdown after them; each request calls back once, never inside the call that made it, and
 * before the close callback of its handle; a cancelled one says so, and its work never ran;
 * requests on a file that wait for each other keep their order. Memory goes with the last
 * callback. */
#include "../check.h"
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <uv.h>

enum { LINES = 40 };
static uv_loop_t *loop;
static int inside; /* a call that may not call back */
static int parts = 3;

#define CALL(call) (inside++, (call), inside--)

/* One end of the pipe. */
struct end {
	uv_pipe_t handle;
	int written, done, received, pending, shut, eof, closed;
	char *memory, line[64];
	size_t filled;
};

struct write {
	uv_write_t request;
	struct end *end;
	int number;
	char *text;
};

static void end_closed(uv_handle_t *handle)
{
	struct end *e = (struct end *)handle;
	HOLDS(!inside && e->closed == 1 && e->pending == 0, "a handle closed before its requests");
	free(e->memory);
	free(e);
	parts--;
}

static struct end *near_end, *far_end; /* NULL once closed */

static void close_end(struct end *e)
{
	*(e == near_end ? &near_end : &far_end) = NULL;
	HOLDS(e->closed++ == 0, "closed before");
	CALL(uv_close((uv_handle_t *)e, end_closed));
	e->memory[0]++;
}

static void on_written(uv_write_t *request, int status)
{
	struct write *w = (struct write *)request;
	HOLDS(!inside, "a request called back inside its call");
	HOLDS(w->number == ++w->end->done && !w->end->shut, "write callbacks changed places");
	HOLDS(status == 0 || (status == UV_ECANCELED && w->end->closed), "a write was cancelled though its handle is open");
	w->end->pending--;
	w->end->memory[0]++;
	free(w->text);
	free(w);
}

static void write_number(struct end *e)
{
	struct write *w = calloc(1, sizeof *w);
	uv_buf_t buffer;
	w->end = e;
	w->number = ++e->written;
	w->text = malloc(16);
	buffer = uv_buf_init(w->text, snprintf(w->text, 16, "%d\n", w->number));
	e->pending++;
	CALL(uv_write(&w->request, (uv_stream_t *)e, &buffer, 1, on_written));
}

static void on_shut(uv_shutdown_t *request, int status)
{
	struct end *e = request->data;
	HOLDS(status == 0 && e->done == e->written && !e->closed, "a shutdown passed a write");
	e->shut = 1;
	free(request);
}

static void shut(struct end *e)
{
	uv_shutdown_t *request = malloc(sizeof *request);
	request->data = e;
	CALL(uv_shutdown(request, (uv_stream_t *)e, on_shut));
}

static void on_room(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
	struct end *e = (struct end *)handle;
	(void)size;
	HOLDS(!e->closed && !e->eof, "memory was asked for after the end");
	*buffer = uv_buf_init(malloc(7), 7); /* lines come in pieces */
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buffer)
{
	struct end *e = (struct end *)stream;
	HOLDS(!inside && !e->closed && !e->eof, "data came after the end");
	for (ssize_t i = 0; i < n; i++) {
		e->line[e->filled++] = buffer->base[i];
		if (buffer->base[i] != '\n')
			continue;
		e->line[e->filled] = 0;
		e->filled = 0;
		HOLDS(atoi(e->line) == ++e->received, "data of one stream changed places");
		if (e->received % 4 == 0)
			write_number(e); /* the answer */
	}
	free(buffer->base);
	if (n < 0) {
		HOLDS(n == UV_EOF && e->received == LINES, "a stream ended before its data");
		e->eof = 1;
		write_number(e); /* and closes while this may be under way */
		close_end(e);
	}
}

static uv_timer_t timers[2];

/* The near end has got all answers once the far one is closed. */
static void on_answer(uv_stream_t *stream, ssize_t n, const uv_buf_t *buffer)
{
	struct end *e = (struct end *)stream;
	HOLDS(!e->closed, "data came after the close");
	for (ssize_t i = 0; i < n; i++)
		e->received += buffer->base[i] == '\n';
	free(buffer->base);
	if (n < 0) {
		HOLDS(e->shut && e->received >= LINES / 4, "a stream ended before its answers");
		close_end(e);
	}
}

static void on_timer(uv_timer_t *timer)
{
	for (int i = 0; i < 5 && near_end->written < LINES; i++)
		write_number(near_end);
	if (near_end->written < LINES)
		return;
	uv_close((uv_handle_t *)&timers[0], NULL);
	uv_close((uv_handle_t *)&timers[1], NULL);
	shut(near_end);
	(void)timer;
}

static struct end *open_end(int fd, uv_read_cb read)
{
	struct end *e = calloc(1, sizeof *e);
	e->memory = calloc(1, 16);
	uv_pipe_init(loop, &e->handle, 0);
	HOLDS(uv_pipe_open(&e->handle, fd) == 0 && uv_read_start((uv_stream_t *)e, on_room, read) == 0, "a pipe could not be opened");
	return e;
}

/* A file is written, read and closed, each in the callback of the one before. */
struct file {
	uv_fs_t request;
	int fd, step;
	char text[8], *read;
};

static void on_file(uv_fs_t *request)
{
	struct file *f = (struct file *)request;
	uv_buf_t buffer = uv_buf_init(f->text, 8);
	ssize_t result = request->result;
	int step = f->step++;
	HOLDS(!inside && result >= 0, "a request on a file failed, or called back inside its call");
	uv_fs_req_cleanup(request);
	if (step == 0) {
		f->fd = (int)result;
		CALL(uv_fs_write(loop, request, f->fd, &buffer, 1, 0, on_file));
	} else if (step == 1) {
		buffer.base = f->read = calloc(1, 8);
		CALL(uv_fs_read(loop, request, f->fd, &buffer, 1, 0, on_file));
	} else if (step == 2) {
		HOLDS(memcmp(f->read, f->text, 8) == 0, "a file was read before it was written");
		free(f->read);
		CALL(uv_fs_close(loop, request, f->fd, on_file));
	} else {
		free(f);
		parts--;
	}
}

static void open_file(void)
{
	struct file *f = calloc(1, sizeof *f);
	const char *folder = getenv("TMPDIR");
	memcpy(f->text, "numbers", 8);
	CALL(uv_fs_open(loop, &f->request, folder ? folder : "/tmp", O_RDWR | O_TMPFILE, 0600, on_file));
}

/* More work than there are threads; half of it is cancelled if it has not begun. */
struct job {
	uv_work_t work;
	int ran, cancelled, number;
	char *memory;
};
static int jobs;

static void do_work(uv_work_t *work)
{
	struct job *job = (struct job *)work;
	job->ran++;
	job->memory[0]++;
	usleep(2000);
}

static void after_work(uv_work_t *work, int status)
{
	struct job *job = (struct job *)work;
	HOLDS(!inside, "a request called back inside its call");
	HOLDS(status == (job->cancelled ? UV_ECANCELED : 0) && job->ran == !job->cancelled, "cancelled work ran, or other work did not");
	free(job->memory);
	free(job);
	jobs--;
	if (near_end && near_end->written < LINES)
		write_number(near_end);
}

static void start_work(uv_timer_t *timer)
{
	struct job *all[16];
	for (int i = 0; i < 16; i++) {
		all[i] = calloc(1, sizeof *all[i]);
		all[i]->memory = calloc(1, 16);
		jobs++;
		CALL(uv_queue_work(loop, &all[i]->work, do_work, after_work));
	}
	for (int i = 15; i > 0; i -= 2)
		all[i]->cancelled = uv_cancel((uv_req_t *)&all[i]->work) == 0;
	open_file();
	uv_close((uv_handle_t *)timer, NULL);
}

int main(void)
{
	int fds[2];
	uv_timer_t working;
	loop = uv_default_loop();
	HOLDS(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds) == 0, "there are no sockets");
	near_end = open_end(fds[0], on_answer);
	far_end = open_end(fds[1], on_read);
	for (int i = 0; i < 2; i++) {
		uv_timer_init(loop, &timers[i]);
		uv_timer_start(&timers[i], on_timer, 5 + i, 6);
	}
	uv_timer_init(loop, &working);
	uv_timer_start(&working, start_work, 6, 0);
	uv_run(loop, UV_RUN_DEFAULT);
	HOLDS(parts == 0 && jobs == 0, "something did not come");
	HOLDS(uv_loop_close(loop) == 0, "handles are left");
	puts("all streams held their order");
	return 0;
}
