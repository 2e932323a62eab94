/* errand_race: a thread with a GMainContext of its own counts the lines of a document in an idle function that the main
 * thread attaches there. Close frees the document, whether or not the thread has come to it.
 *
 * With MENDED: closing ends the thread first, and waits for it. */
#include <glib.h>
#include <stdlib.h>

struct document {
	int lines;
};

static GMainContext *context;
static GMainLoop *its, *loop;
static GThread *thread;
static struct document *document;

static gboolean __attribute__((noinline)) count(gpointer data)
{
	struct document *d = data;
	d->lines += 10;
	return G_SOURCE_REMOVE;
}

static gpointer turns(gpointer unused)
{
	g_main_context_push_thread_default(context);
	g_main_loop_run(its);
	return unused;
}

static gboolean opens(gpointer unused)
{
	(void)unused;
	document = calloc(1, sizeof(*document));
	context = g_main_context_new();
	its = g_main_loop_new(context, FALSE);
	thread = g_thread_new("counter", turns, NULL);
	GSource *source = g_idle_source_new();
	g_source_set_callback(source, count, document, NULL);
	g_source_attach(source, context);
	g_source_unref(source);
	return G_SOURCE_REMOVE;
}

static gboolean __attribute__((noinline)) closes(gpointer unused)
{
	(void)unused;
#ifdef MENDED
	g_main_loop_quit(its);
	g_thread_join(thread);
#endif
	free(document);
	return G_SOURCE_REMOVE;
}

static gboolean quits(gpointer unused)
{
	(void)unused;
	g_main_loop_quit(loop);
	return G_SOURCE_REMOVE;
}

int main(void)
{
	loop = g_main_loop_new(NULL, FALSE);
	g_timeout_add(20, opens, NULL);
	g_timeout_add(300, closes, NULL);
	g_timeout_add(700, quits, NULL);
	g_main_loop_run(loop);
	return 0;
}
