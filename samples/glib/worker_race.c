/* worker_race: a thread with a main context of its own loads a file, and waits in a loop of that
 * context for it. What the thread has loaded is dropped by a timeout of the same thread, which may
 * come inside that loop.
 *
 * With MENDED: after the loop it looks whether the file is still wanted. */
#include <glib.h>

typedef struct {
	int lines;
} File;

static GMainContext *context;
static GMainLoop *loop;
static File *wanted;

static void later(guint ms, GSourceFunc what, gpointer data)
{
	GSource *source = g_timeout_source_new(ms);
	g_source_set_callback(source, what, data, NULL);
	g_source_attach(source, context);
	g_source_unref(source);
}

static gboolean read_it(gpointer reading)
{
	g_main_loop_quit(reading);
	return G_SOURCE_REMOVE;
}

static gboolean load(gpointer data)
{
	File *file = data;
	GMainLoop *reading = g_main_loop_new(context, FALSE);
	later(100, read_it, reading);
	g_main_loop_run(reading);
	g_main_loop_unref(reading);
#ifdef MENDED
	if (!wanted)
		return G_SOURCE_REMOVE;
#endif
	file->lines++;
	return G_SOURCE_REMOVE;
}

static gboolean drop(gpointer file)
{
	g_free(file);
	wanted = NULL;
	return G_SOURCE_REMOVE;
}

static gboolean over(gpointer data)
{
	(void)data;
	g_main_loop_quit(loop);
	return G_SOURCE_REMOVE;
}

static gpointer work(gpointer file)
{
	g_main_context_push_thread_default(context);
	later(20, load, file);
	later(400, drop, file);
	later(600, over, NULL);
	g_main_loop_run(loop);
	g_main_context_pop_thread_default(context);
	return NULL;
}

int main(void)
{
	wanted = g_new0(File, 1);
	context = g_main_context_new();
	loop = g_main_loop_new(context, FALSE);
	g_thread_join(g_thread_new("loader", work, wanted));
	g_main_loop_unref(loop);
	g_main_context_unref(context);
	return 0;
}
