/* drive.c: known operations, one step after the other, each in a handler of its own. */
#include "calls.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

enum { SHORT = 3, LONG = 600000, NESTED = 5, DRIVER = 1 /* ms */ };

static GMainLoop *outer;
static int pipe_ends[2];

gboolean once(gpointer nothing)
{
	(void)nothing;
	came();
	return G_SOURCE_REMOVE;
}

static gboolean reads(gint fd, GIOCondition condition, gpointer data)
{
	char byte;
	(void)condition;
	return once(read(fd, &byte, 1) == 1 ? data : NULL);
}

static gboolean reads_channel(GIOChannel *channel, GIOCondition condition, gpointer data)
{
	(void)channel;
	return reads(pipe_ends[0], condition, data);
}

static void child_ended(GPid pid, gint status, gpointer data)
{
	(void)pid;
	(void)status;
	once(data);
}

static void writes(void)
{
	step_expects(1);
	if (write(pipe_ends[1], "x", 1) != 1)
		exit(1);
}

static void attaches_idle(void)
{
	step_expects(1);
	CALL(g_idle_add)(once, NULL);
}

static void starts_timeout(void)
{
	step_expects(1);
	CALL(g_timeout_add)(SHORT, once, NULL);
}

static void removes_timeout(void)
{
	CALL(g_source_remove)(CALL(g_timeout_add)(LONG, once, NULL));
}

static void watches_fd(void)
{
	writes();
	CALL(g_unix_fd_add)(pipe_ends[0], G_IO_IN, reads, NULL);
}

static void watches_channel(void)
{
	writes();
	CALL(g_io_add_watch)(CALL(g_io_channel_unix_new)(pipe_ends[0]), G_IO_IN, reads_channel, NULL);
}

static void watches_signal(void)
{
	step_expects(1);
	CALL(g_unix_signal_add)(SIGUSR1, once, NULL);
	raise(SIGUSR1);
}

static void watches_child(void)
{
	pid_t pid = fork();
	if (pid == 0)
		_exit(0);
	step_expects(1);
	CALL(g_child_watch_add)(pid, child_ended, NULL);
}

static void *invokes(void *nothing)
{
	CALL(g_main_context_invoke)(NULL, once, nothing);
	return NULL;
}

/* The loop's thread owns the context meanwhile, so it is asked to call. */
static void thread_invokes(void)
{
	pthread_t thread;
	step_expects(1);
	if (pthread_create(&thread, NULL, invokes, NULL) != 0 || pthread_join(thread, NULL) != 0)
		exit(1);
}

static gboolean is_ready(GSource *source, gint *timeout)
{
	(void)source;
	*timeout = 0;
	return TRUE;
}

static gboolean is_checked(GSource *source)
{
	return source != NULL;
}

static gboolean dispatches(GSource *source, GSourceFunc callback, gpointer data)
{
	(void)source;
	(void)callback;
	return once(data);
}

static void attaches_own_source(void)
{
	static GSourceFuncs own = { .prepare = is_ready, .check = is_checked, .dispatch = dispatches };
	GSource *source = CALL(g_source_new)(&own, sizeof(GSource));
	step_expects(1);
	CALL(g_source_attach)(source, NULL);
	CALL(g_source_unref)(source);
}

static gboolean quits(gpointer loop)
{
	CALL(g_main_loop_quit)(loop);
	return G_SOURCE_REMOVE;
}

static void nests(void)
{
	GMainLoop *inner = CALL(g_main_loop_new)(NULL, FALSE);
	CALL(g_timeout_add)(NESTED, quits, inner);
	CALL(g_main_loop_run)(inner);
	CALL(g_main_loop_unref)(inner);
}

static void iterates(void)
{
	attaches_idle();
	CALL(g_main_context_iteration)(NULL, FALSE);
}

/* One turn by hand, as programs do that have another loop around GLib's. */
static void dispatches_by_hand(void)
{
	enum { FDS = 64 };
	GMainContext *context = CALL(g_main_context_default)();
	GPollFD fds[FDS];
	gint timeout, priority;
	attaches_idle();
	CALL(g_main_context_prepare)(context, &priority);
	gint n = CALL(g_main_context_query)(context, priority, &timeout, fds, FDS);
	CALL(g_main_context_check)(context, priority, fds, n < FDS ? n : FDS);
	CALL(g_main_context_dispatch)(context);
}

static void clears_weak_pointer(void)
{
	static gpointer weak;
	if (!find_function("g_object_add_weak_pointer")) {
		weak = &weak;
		CALL(g_nullify_pointer)(&weak);
		return;
	}
	GObject *object = CALL(g_object_new)(G_TYPE_OBJECT, NULL);
	weak = object;
	CALL(g_object_add_weak_pointer)(object, &weak);
	CALL(g_object_unref)(object);
}

static void sends_message(void)
{
	gsize size;
	if (!find_function("g_dbus_message_new_signal"))
		return;
	GDBusMessage *message = CALL(g_dbus_message_new_signal)("/selftest", "self.Test", "Changed");
	CALL(g_free)(CALL(g_dbus_message_to_blob)(message, &size, G_DBUS_CAPABILITY_FLAGS_NONE, NULL));
	CALL(g_object_unref)(message);
}

static gboolean gtk_quits(gpointer nothing)
{
	((void (*)(void))need_function("gtk_main_quit"))();
	return once(nothing);
}

static void gtk_nests(void)
{
	void (*gtk_main)(void) = find_function("gtk_main");
	if (!gtk_main)
		return;
	step_expects(1);
	CALL(g_timeout_add)(NESTED, gtk_quits, NULL);
	gtk_main();
}

static void works(gpointer data, gpointer nothing)
{
	(void)data;
	(void)nothing;
}

static void gives_work(void)
{
	GThreadPool *pool = CALL(g_thread_pool_new)(works, NULL, 1, FALSE, NULL);
	CALL(g_thread_pool_push)(pool, pool, NULL);
	CALL(g_thread_pool_free)(pool, FALSE, TRUE);
}

static void ends(void)
{
	CALL(g_main_loop_quit)(outer);
}

static void (*const steps[])(void) = {
	attaches_idle, starts_timeout, removes_timeout, watches_fd, watches_channel, watches_signal, watches_child,
	thread_invokes, attaches_own_source, nests, iterates, dispatches_by_hand, clears_weak_pointer, sends_message,
	gtk_nests, gives_work, ends,
};

static gboolean next(gpointer nothing)
{
	static unsigned n;
	if (step_is_over() && n < sizeof(steps) / sizeof(*steps)) {
		step_begins(n);
		steps[n++]();
	}
	CALL(g_timeout_add)(DRIVER, next, nothing);
	return G_SOURCE_REMOVE;
}

void drive(void)
{
	if (pipe(pipe_ends) != 0)
		exit(1);
	outer = CALL(g_main_loop_new)(NULL, FALSE);
	CALL(g_timeout_add)(DRIVER, next, NULL);
	CALL(g_main_loop_run)(outer);
}
