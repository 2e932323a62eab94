/* settings_race: a worker reads the settings and queues what has changed for the main
 * loop; the page that is to show it may have been closed by then.
 *
 * With MENDED: what is queued looks for a page that is open. */
#include <gio/gio.h>

typedef struct {
	char *title;
	int font;
} Page;

static GMainLoop *loop;
static int over;
#ifdef MENDED
static Page *shown;
#endif

static void ends(void)
{
	if (++over == 2)
		g_main_loop_quit(loop);
}

static gboolean apply(gpointer data)
{
#ifdef MENDED
	Page *page = shown;
	(void)data;
	if (page) {
		page->font = 12;
		g_print("%s: font %d\n", page->title, page->font);
	}
#else
	Page *page = data;
	page->font = 12;
	g_print("%s: font %d\n", page->title, page->font);
#endif
	ends();
	return G_SOURCE_REMOVE;
}

static void read_settings(GTask *task, gpointer source, gpointer page, GCancellable *cancellable)
{
	(void)source;
	(void)cancellable;
	g_main_context_invoke(NULL, apply, page);
	g_task_return_boolean(task, TRUE);
}

static gboolean page_closed(gpointer data)
{
	Page *page = data;
#ifdef MENDED
	shown = NULL;
#endif
	g_free(page->title);
	g_free(page);
	ends();
	return G_SOURCE_REMOVE;
}

static gboolean page_opened(gpointer page)
{
	GTask *task = g_task_new(NULL, NULL, NULL, NULL);
	g_task_set_task_data(task, page, NULL);
	g_task_run_in_thread(task, read_settings);
	g_object_unref(task);
	return G_SOURCE_REMOVE;
}

int main(void)
{
	Page *page = g_new0(Page, 1);
	page->title = g_strdup("Appearance");
#ifdef MENDED
	shown = page;
#endif
	loop = g_main_loop_new(NULL, FALSE);
	g_idle_add(page_opened, page);
	g_timeout_add(500, page_closed, page);
	g_main_loop_run(loop);
	g_main_loop_unref(loop);
	return 0;
}
