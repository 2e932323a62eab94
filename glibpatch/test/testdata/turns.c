/* turns: turns the loop in a handler, and asks for something from a thread that serves all. */
#include <gio/gio.h>
#include <string.h>

static GMainLoop *loop;

static gboolean over(gpointer unused)
{
	(void)unused;
	g_main_loop_quit(loop);
	return G_SOURCE_REMOVE;
}

static gboolean came(gpointer flag)
{
	*(gboolean *)flag = TRUE;
	return G_SOURCE_REMOVE;
}

/* What a library asks for in the program's thread, once or twice, as it finds itself busy or not. */
static void library_asks(int times)
{
	static gboolean flag;
	while (times-- > 0) {
		GSource *source = g_idle_source_new();
		g_source_set_name(source, "[gio] writing");
		g_source_set_callback(source, came, &flag, NULL);
		g_source_attach(source, NULL);
		g_source_unref(source);
	}
	g_idle_add(over, NULL);
}

static gboolean turn(gpointer may_block)
{
	gboolean done = FALSE;
	g_timeout_add(5, came, &done);
	while (!done)
		g_main_context_iteration(NULL, may_block != NULL);
	return over(NULL);
}

/* A thread like GIO's for D-Bus: what it has read by then it hands over in one handler or the next. */
static GMainContext *of_thread;
static int handlers;

static gboolean reads(gpointer handler)
{
	if (--handlers > 0)
		return G_SOURCE_CONTINUE;
	GSource *answer = g_idle_source_new();
	g_source_set_name(answer, "answer");
	g_source_set_callback(answer, over, NULL, NULL);
	g_source_attach(answer, NULL);
	g_source_unref(answer);
	g_main_loop_quit(handler);
	return G_SOURCE_REMOVE;
}

/* An asynchronous call whose answer a thread has. */
static gpointer answers(gpointer task)
{
	g_task_return_boolean(task, TRUE);
	g_object_unref(task);
	return NULL;
}

static void answered(GObject *source, GAsyncResult *result, gpointer data)
{
	(void)source;
	(void)data;
	g_task_propagate_boolean(G_TASK(result), NULL);
	over(NULL);
}

static gboolean asks(gpointer thread)
{
	*(GThread **)thread = g_thread_new("gdbus", answers, g_task_new(NULL, NULL, answered, NULL));
	return G_SOURCE_REMOVE;
}

/* A call about an object, of which a thread has the answer; the caller lets go of the object. */
static void in_thread(GTask *task, gpointer object, gpointer data, GCancellable *cancellable)
{
	(void)object;
	(void)data;
	(void)cancellable;
	g_task_return_boolean(task, TRUE);
}

static gboolean asks_about(gpointer unused)
{
	GObject *object = g_object_new(G_TYPE_OBJECT, NULL);
	GTask *task = g_task_new(object, NULL, answered, NULL);
	(void)unused;
	g_task_run_in_thread(task, in_thread);
	g_object_unref(task);
	g_object_unref(object);
	return G_SOURCE_REMOVE;
}

static gpointer serve(gpointer unused)
{
	of_thread = g_main_context_new();
	GMainLoop *own = g_main_loop_new(of_thread, FALSE);
	GSource *source = g_timeout_source_new(2);
	g_source_set_callback(source, reads, own, NULL);
	g_source_attach(source, of_thread);
	g_source_unref(source);
	g_main_loop_run(own);
	g_main_loop_unref(own);
	g_main_context_unref(of_thread);
	return unused;
}

int main(int argc, char **argv)
{
	const char *word = argc > 1 ? argv[1] : "";
	GThread *thread = NULL;
	loop = g_main_loop_new(NULL, FALSE);
	if (strcmp(word, "waits") == 0)
		g_idle_add(turn, loop);
	else if (strcmp(word, "looks") == 0)
		g_idle_add(turn, NULL);
	else if (strcmp(word, "task") == 0)
		g_idle_add(asks, &thread);
	else if (strcmp(word, "holds") == 0)
		g_idle_add(asks_about, NULL);
	else if (strcmp(word, "once") == 0 || strcmp(word, "twice") == 0)
		library_asks(strcmp(word, "once") == 0 ? 1 : 2);
	handlers = strcmp(word, "late") == 0 ? 2 : 1;
	if (strcmp(word, "early") == 0 || strcmp(word, "late") == 0)
		thread = g_thread_new("gdbus", serve, NULL);
	g_main_loop_run(loop);
	if (thread)
		g_thread_join(thread);
	g_main_loop_unref(loop);
	return 0;
}
