/* corners.c: what programs do with GLib's loop that hooks must survive, a word a case:
 * sources destroyed in their own callbacks, loops inside callbacks, contexts of one's own,
 * dispatch functions that are copied, constant or call each other, recursion, threads,
 * signals, children, fork, an application, a loop turned by hand.
 */
#include <gio/gio.h>
#include <glib-unix.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static GMainLoop *loop;
static gint count;

static gboolean end(gpointer l) { puts("end"); g_main_loop_quit(l ? l : loop); return G_SOURCE_REMOVE; }

static gboolean suicide(gpointer data)
{
	(void)data;
	puts("own");
	g_source_destroy(g_main_current_source());
	return G_SOURCE_CONTINUE;
}

static gboolean tick(gpointer data) { (void)data; puts("tick"); return ++count % 5 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE; }

static gboolean five(gpointer data)
{
	if (tick(data) == G_SOURCE_CONTINUE)
		return G_SOURCE_CONTINUE;
	return end(NULL);
}

static void own(void)
{
	guint gone = g_idle_add(tick, NULL);
	g_source_remove(gone);
	for (int i = 0; i < 20; i++)
		g_idle_add(suicide, NULL);
	g_timeout_add_full(G_PRIORITY_LOW, 1, five, NULL, NULL);
	g_main_loop_run(loop);
}

static gboolean inner(gpointer depth)
{
	GMainLoop *mine = g_main_loop_new(NULL, FALSE);
	printf("in %d\n", GPOINTER_TO_INT(depth));
	if (GPOINTER_TO_INT(depth) < 5)
		g_idle_add(inner, GINT_TO_POINTER(GPOINTER_TO_INT(depth) + 1));
	g_idle_add_full(G_PRIORITY_LOW, end, mine, NULL);
	g_main_loop_run(mine);
	g_main_loop_unref(mine);
	printf("out %d\n", GPOINTER_TO_INT(depth));
	if (GPOINTER_TO_INT(depth) == 1)
		g_idle_add(end, NULL);
	return G_SOURCE_REMOVE;
}

static void nested(void)
{
	g_idle_add(inner, GINT_TO_POINTER(1));
	g_main_loop_run(loop);
	while (g_main_context_iteration(NULL, FALSE))
		;
}

static gboolean in_private(gpointer data)
{
	GMainContext *context = g_main_context_new();
	GMainLoop *mine = g_main_loop_new(context, FALSE);
	GSource *source = g_idle_source_new();
	(void)data;
	g_source_set_callback(source, end, mine, NULL);
	g_source_attach(source, context);
	g_source_unref(source);
	g_main_loop_run(mine);
	g_main_loop_unref(mine);
	g_main_context_unref(context);
	return end(NULL);
}

static void private(void)
{
	g_idle_add(in_private, NULL);
	g_idle_add_full(G_PRIORITY_LOW, tick, NULL, NULL);
	g_main_loop_run(loop);
}

/* Sources of one's own: constant functions, copied ones, ones that call others. */
static gboolean ready(GSource *s, gint *timeout) { (void)s; *timeout = 0; return TRUE; }
static gboolean check(GSource *s) { (void)s; return TRUE; }
static gboolean shout(GSource *s, GSourceFunc f, gpointer d) { (void)s; (void)f; (void)d; puts("shout"); return G_SOURCE_REMOVE; }
static gboolean chain(GSource *s, GSourceFunc f, gpointer d) { puts("chain"); return g_idle_funcs.dispatch(s, f, d); }
static const GSourceFuncs constant = { .prepare = ready, .check = check, .dispatch = shout };
static GSourceFuncs chained = { .prepare = ready, .check = check, .dispatch = chain };

static void attach(GSourceFuncs *funcs, GSourceFunc callback)
{
	GSource *source = g_source_new(funcs, sizeof(GSource));
	g_source_set_priority(source, G_PRIORITY_DEFAULT_IDLE);
	g_source_set_callback(source, callback, NULL, NULL);
	g_source_attach(source, NULL);
	if (source->source_funcs != funcs)
		puts("its functions are others");
	g_source_unref(source);
}

static void funcs(void)
{
	static GSourceFuncs copy;
	attach((GSourceFuncs *)&constant, NULL);
	attach(&chained, suicide);
	copy = g_timeout_funcs;
	copy = *(GSourceFuncs *)&constant; /* with what stands in it now */
	attach(&copy, NULL);
	attach(&g_idle_funcs, suicide);
	g_idle_add(end, NULL);
	g_main_loop_run(loop);
	copy = *(GSourceFuncs *)&constant;
	attach(&copy, NULL);
	g_idle_add(end, NULL);
	g_main_loop_run(loop);
}

static gboolean again(gpointer data)
{
	static int depth;
	(void)data;
	printf("depth %d\n", ++depth);
	if (depth < 4)
		g_main_context_iteration(NULL, FALSE);
	depth--;
	return ++count < 10;
}

static void recursion(void)
{
	GSource *source = g_idle_source_new();
	g_source_set_can_recurse(source, TRUE);
	g_source_set_callback(source, again, NULL, NULL);
	g_source_attach(source, NULL);
	g_source_unref(source);
	while (g_main_context_iteration(NULL, FALSE))
		;
	printf("again %d\n", count);
}

static gboolean got(gpointer data)
{
	(void)data;
	if (++count == 400)
		g_main_loop_quit(loop);
	return G_SOURCE_REMOVE;
}

static gpointer sender(gpointer data)
{
	GMainContext *mine = g_main_context_new();
	g_main_context_push_thread_default(mine);
	for (int i = 0; i < 100; i++) {
		g_idle_add(got, data);
		g_main_context_iteration(mine, FALSE);
	}
	g_main_context_pop_thread_default(mine);
	g_main_context_unref(mine);
	return NULL;
}

static void threads(void)
{
	GThread *t[4];
	for (int i = 0; i < 4; i++)
		t[i] = g_thread_new("sender", sender, NULL);
	g_main_loop_run(loop);
	for (int i = 0; i < 4; i++)
		g_thread_join(t[i]);
	printf("got %d\n", count);
}

static gboolean on_signal(gpointer data) { (void)data; puts("signal"); return end(NULL); }
static gboolean send_signal(gpointer data) { (void)data; raise(SIGUSR1); return G_SOURCE_REMOVE; }

static void signals(void)
{
	g_unix_signal_add(SIGUSR1, on_signal, NULL);
	g_idle_add(send_signal, NULL);
	g_main_loop_run(loop);
}

static void child_over(GPid pid, gint status, gpointer data)
{
	(void)pid;
	(void)data;
	printf("child %d\n", WEXITSTATUS(status));
	end(NULL);
}

static void children(void)
{
	char *argv[] = { "/bin/sh", "-c", "exit 3", NULL };
	GPid pid;
	g_spawn_async(NULL, argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, NULL);
	g_child_watch_add(pid, child_over, NULL);
	g_main_loop_run(loop);
}

static void forks(void)
{
	int status = 0;
	g_idle_add(end, NULL);
	g_main_loop_run(loop);
	pid_t child = fork();
	if (child == 0) {
		g_idle_add(end, NULL);
		g_main_loop_run(loop);
		fflush(stdout);
		_exit(3);
	}
	waitpid(child, &status, 0);
	printf("child %d\n", WEXITSTATUS(status));
}

static gboolean leave(gpointer app) { puts("leave"); g_application_release(app); return G_SOURCE_REMOVE; }
static void activate(GApplication *app, gpointer data) { (void)data; puts("active"); g_application_hold(app); g_idle_add(leave, app); }

static void application(void)
{
	GApplication *app = g_application_new("org.example.Corners", G_APPLICATION_NON_UNIQUE);
	g_signal_connect(app, "activate", G_CALLBACK(activate), NULL);
	printf("status %d\n", g_application_run(app, 0, NULL));
	g_object_unref(app);
}

static void work(GTask *task, gpointer source, gpointer data, GCancellable *c)
{
	(void)source;
	(void)data;
	(void)c;
	g_task_return_int(task, 7);
}

static void worked(GObject *source, GAsyncResult *result, gpointer data)
{
	(void)source;
	(void)data;
	printf("worked %d\n", (int)g_task_propagate_int(G_TASK(result), NULL));
	end(NULL);
}

static void tasks(void)
{
	GTask *task = g_task_new(NULL, NULL, worked, NULL);
	g_task_run_in_thread(task, work);
	g_object_unref(task);
	g_main_loop_run(loop);
}

/* Loops that others turn: prepare, query, poll, check, dispatch. */
static void hand(void)
{
	GMainContext *context = g_main_context_default();
	GPollFD fds[16];
	g_main_context_acquire(context);
	g_timeout_add(1, tick, NULL);
	while (count < 5) {
		gint priority, timeout, n;
		g_main_context_prepare(context, &priority);
		n = g_main_context_query(context, priority, &timeout, fds, 16);
		g_poll(fds, (guint)n, timeout);
		if (g_main_context_check(context, priority, fds, n))
			g_main_context_dispatch(context);
	}
	g_main_context_release(context);
}

int main(int argc, char **argv)
{
	static const struct { const char *name; void (*f)(void); } cases[] = {
		{ "own", own }, { "nested", nested }, { "private", private }, { "funcs", funcs },
		{ "recursion", recursion }, { "threads", threads }, { "signals", signals },
		{ "children", children }, { "forks", forks }, { "application", application },
		{ "tasks", tasks }, { "hand", hand },
	};
	setvbuf(stdout, NULL, _IONBF, 0);
	loop = g_main_loop_new(NULL, FALSE);
	for (unsigned i = 0; argc > 1 && i < sizeof(cases) / sizeof(*cases); i++)
		if (!strcmp(argv[1], cases[i].name))
			cases[i].f();
	return 0;
}
