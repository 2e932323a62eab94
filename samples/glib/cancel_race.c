/* cancel_race: a page reads a file, and the answer goes to the page. Closing the page cancels that and frees it. The
 * callback looks whether there was an error, and tells the page in either case.
 *
 * With MENDED: it asks whether it was cancelled, and does not use the page then. */
#include <gio/gio.h>
#include <stdlib.h>

struct page {
	int errors, loads;
	GCancellable *cancellable;
};

static GMainLoop *loop;

static void __attribute__((noinline)) loaded(GObject *file, GAsyncResult *result, gpointer data)
{
	struct page *p = data;
	GError *error = NULL;
	char *text = NULL;
	gboolean ok = g_file_load_contents_finish(G_FILE(file), result, &text, NULL, NULL, &error);
#ifdef MENDED
	if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
		g_error_free(error);
		return;
	}
#endif
	if (!ok) {
		p->errors++;
		g_error_free(error);
		return;
	}
	p->loads++;
	g_free(text);
}

static gboolean quits(gpointer unused)
{
	(void)unused;
	g_main_loop_quit(loop);
	return G_SOURCE_REMOVE;
}

static gboolean __attribute__((noinline)) closes(gpointer data)
{
	struct page *p = data;
	g_cancellable_cancel(p->cancellable);
	g_object_unref(p->cancellable);
	free(p);
	g_timeout_add(400, quits, NULL);
	return G_SOURCE_REMOVE;
}

static gboolean opens(gpointer unused)
{
	struct page *p = calloc(1, sizeof(*p));
	GFile *file = g_file_new_for_path("/proc/self/status");
	(void)unused;
	p->cancellable = g_cancellable_new();
	g_file_load_contents_async(file, p->cancellable, loaded, p);
	g_object_unref(file);
	g_timeout_add(400, closes, p);
	return G_SOURCE_REMOVE;
}

int main(void)
{
	loop = g_main_loop_new(NULL, FALSE);
	g_timeout_add(20, opens, NULL);
	g_main_loop_run(loop);
	g_main_loop_unref(loop);
	return 0;
}
