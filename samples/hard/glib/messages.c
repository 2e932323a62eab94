/* GIO's streams: a socket with two ends in one program, over which numbers are written from
 * timeouts and answers come back, with time-outs of reads; one on which nothing comes, so that
 * its read is cancelled; files that are loaded on GIO's threads; and a child process.
 *
 * Guaranteed, and looked after: what comes through a stream comes in order, and its end after
 * it; an operation calls back once, and not inside the call that began it; a cancelled one
 * says so; a time-out does not come of a read that is over; a stream is closed after its
 * operations; a child's output comes before the news of its end. Memory goes with the last
 * callback. */
#include "../check.h"
#include <gio/gio.h>
#include <string.h>
#include <sys/socket.h>

enum { NUMBERS = 48 };
static GMainLoop *loop;
static gboolean inside; /* a call that may not call back */
static int parts = 5;

static void over(void)
{
	if (--parts == 0)
		g_main_loop_quit(loop);
}

/* One end of the socket. */
typedef struct {
	GSocketConnection *connection;
	GSource *timeout;
	guint8 bytes[5], out[NUMBERS + 1];
	int got, sent, queued;
	gboolean reading, writing, ended, answers;
	char *memory;
} End;

static void read_more(End *end);
static void write_more(End *end);

static void closed(GObject *connection, GAsyncResult *result, gpointer data)
{
	End *end = data;
	HOLDS(!inside && !end->reading && !end->writing, "a stream was closed before its operations were over");
	HOLDS(g_io_stream_close_finish(G_IO_STREAM(connection), result, NULL), "a stream could not be closed");
	g_object_unref(end->connection);
	g_free(end->memory);
	g_free(end);
	over();
}

static void close_if_over(End *end)
{
	if (!end->ended || end->reading || end->writing || end->sent < end->queued)
		return;
	inside = TRUE;
	g_io_stream_close_async(G_IO_STREAM(end->connection), 0, NULL, closed, end);
	inside = FALSE;
}

static gboolean too_long(gpointer data)
{
	End *end = data;
	HOLDS(end->reading, "a time-out came of a read that is over");
	end->memory[1]++;
	g_source_unref(end->timeout);
	end->timeout = NULL;
	return G_SOURCE_REMOVE;
}

static void was_read(GObject *stream, GAsyncResult *result, gpointer data)
{
	End *end = data;
	gssize n = g_input_stream_read_finish(G_INPUT_STREAM(stream), result, NULL);
	HOLDS(!inside && n >= 0 && end->reading && !end->ended, "a read called back inside its call, or twice");
	end->reading = FALSE;
	end->memory[0]++;
	if (end->timeout) {
		g_source_destroy(end->timeout);
		g_source_unref(end->timeout);
		end->timeout = NULL;
	}
	for (gssize i = 0; i < n; i++) {
		HOLDS(end->bytes[i] == ++end->got, "data of one stream changed places");
		if (end->answers && end->got % 3 == 0)
			end->queued++;
	}
	if (n == 0) {
		HOLDS(end->got == (end->answers ? NUMBERS : NUMBERS / 3), "a stream ended before its data");
		end->ended = TRUE;
	} else
		read_more(end);
	write_more(end);
	close_if_over(end);
}

static void read_more(End *end)
{
	end->reading = TRUE;
	end->timeout = g_timeout_source_new(9);
	g_source_set_callback(end->timeout, too_long, end, NULL);
	g_source_attach(end->timeout, NULL);
	memset(end->bytes, 0xff, sizeof end->bytes);
	inside = TRUE;
	g_input_stream_read_async(g_io_stream_get_input_stream(G_IO_STREAM(end->connection)), end->bytes, sizeof end->bytes,
	                          G_PRIORITY_DEFAULT, NULL, was_read, end);
	inside = FALSE;
}

static void was_written(GObject *stream, GAsyncResult *result, gpointer data)
{
	End *end = data;
	gsize n = 0;
	HOLDS(!inside && end->writing, "a write called back inside its call, or twice");
	HOLDS(g_output_stream_write_all_finish(G_OUTPUT_STREAM(stream), result, &n, NULL) && n > 0, "a write failed");
	end->writing = FALSE;
	end->memory[2]++;
	end->sent += n;
	if (!end->answers && end->sent == NUMBERS)
		HOLDS(g_socket_shutdown(g_socket_connection_get_socket(end->connection), FALSE, TRUE, NULL), "no shutdown");
	if (end->answers && end->sent == NUMBERS / 3)
		HOLDS(g_socket_shutdown(g_socket_connection_get_socket(end->connection), FALSE, TRUE, NULL), "no shutdown");
	write_more(end);
	close_if_over(end);
}

static void write_more(End *end)
{
	if (end->writing || end->sent == end->queued)
		return;
	end->writing = TRUE;
	for (int i = end->sent; i < end->queued; i++)
		end->out[i] = i + 1;
	inside = TRUE;
	g_output_stream_write_all_async(g_io_stream_get_output_stream(G_IO_STREAM(end->connection)), end->out + end->sent,
	                                end->queued - end->sent, G_PRIORITY_DEFAULT, NULL, was_written, end);
	inside = FALSE;
}

static End *open_end(int fd, gboolean answers)
{
	End *end = g_new0(End, 1);
	GSocket *socket = g_socket_new_from_fd(fd, NULL);
	HOLDS(socket, "there is no socket");
	end->connection = g_socket_connection_factory_create_connection(socket);
	g_object_unref(socket);
	end->memory = g_malloc0(16);
	end->answers = answers;
	read_more(end);
	return end;
}

static gboolean more(gpointer data)
{
	static const int pause[] = {2, 2, 12, 3};
	static int n;
	End *end = data;
	end->queued += 4;
	write_more(end);
	if (end->queued < NUMBERS)
		g_timeout_add(pause[n++ % 4], more, end);
	return G_SOURCE_REMOVE;
}

/* A read that nobody answers. */
typedef struct {
	GSocketConnection *connection;
	GCancellable *cancellable;
	char byte;
} Silence;

static void was_cancelled(GObject *stream, GAsyncResult *result, gpointer data)
{
	Silence *silence = data;
	GError *error = NULL;
	HOLDS(!inside && g_input_stream_read_finish(G_INPUT_STREAM(stream), result, &error) < 0 &&
	      g_cancellable_is_cancelled(silence->cancellable) && g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED), "a read ended that was not cancelled");
	g_error_free(error);
	g_object_unref(silence->cancellable);
	g_object_unref(silence->connection);
	g_free(silence);
	over();
}

static gboolean cancel(gpointer data)
{
	g_cancellable_cancel(((Silence *)data)->cancellable);
	return G_SOURCE_REMOVE;
}

static void listen_to(int fd)
{
	Silence *silence = g_new0(Silence, 1);
	GSocket *socket = g_socket_new_from_fd(fd, NULL);
	HOLDS(socket, "there is no socket");
	silence->connection = g_socket_connection_factory_create_connection(socket);
	silence->cancellable = g_cancellable_new();
	g_object_unref(socket);
	g_input_stream_read_async(g_io_stream_get_input_stream(G_IO_STREAM(silence->connection)), &silence->byte, 1,
	                          G_PRIORITY_DEFAULT, silence->cancellable, was_cancelled, silence);
	g_timeout_add(14, cancel, silence);
}

/* Files. */
static int loads = 10;

static void loaded(GObject *file, GAsyncResult *result, gpointer data)
{
	char *contents = NULL, *memory = data;
	gsize length = 0;
	HOLDS(!inside && memory[0] == 1, "a load called back inside its call");
	HOLDS(g_file_load_contents_finish(G_FILE(file), result, &contents, &length, NULL, NULL) && length > 0, "a file could not be loaded");
	g_free(contents);
	g_free(memory);
	if (--loads == 0)
		over();
}

static gboolean load(gpointer unused)
{
	static int n;
	(void)unused;
	GFile *file = g_file_new_for_path(n % 2 ? "/etc/passwd" : "/proc/self/status");
	char *memory = g_malloc0(8);
	inside = TRUE;
	g_file_load_contents_async(file, NULL, loaded, memory);
	inside = FALSE;
	memory[0] = 1;
	g_object_unref(file);
	return ++n < 10 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

/* A child. */
static void communicated(GObject *child, GAsyncResult *result, gpointer data)
{
	char *out = NULL;
	HOLDS(!inside && g_subprocess_communicate_utf8_finish(G_SUBPROCESS(child), result, &out, NULL, NULL), "a child is not there");
	HOLDS(g_subprocess_get_if_exited(G_SUBPROCESS(child)) && strcmp(out, data) == 0, "a child's end came before its output");
	g_free(out);
	g_free(data);
	g_object_unref(child);
	over();
}

static gboolean start_child(gpointer unused)
{
	char *text = g_strdup("one\ntwo\n");
	GSubprocess *child = g_subprocess_new(G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, NULL, "/bin/cat", NULL);
	HOLDS(child, "there is no child");
	inside = TRUE;
	g_subprocess_communicate_utf8_async(child, text, NULL, communicated, text);
	inside = FALSE;
	return (void)unused, G_SOURCE_REMOVE;
}

int main(void)
{
	int fds[2], silent[2];
	HOLDS(socketpair(AF_UNIX, SOCK_STREAM, 0, fds) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, silent) == 0, "there are no sockets");
	loop = g_main_loop_new(NULL, FALSE);
	listen_to(silent[0]);
	open_end(fds[0], TRUE);
	g_timeout_add(4, more, open_end(fds[1], FALSE));
	g_timeout_add(3, load, NULL);
	g_timeout_add(11, start_child, NULL);
	g_main_loop_run(loop);
	g_main_loop_unref(loop);
	g_print("all messages held their order\n");
	return 0;
}
