/* task_race: a task reads a page again, and its answer frees the old page, which a timeout
 * shows. The task begins with the program, and the answer may come before the timeout. In the
 * session played here reading takes long.
 *
 * With MENDED: who shows the page begins the task. */
#include <gio/gio.h>

typedef struct {
	int shown;
} Page;

static GMainLoop *loop;
static Page *page;

static void read_again(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
	(void)source;
	(void)data;
	(void)cancellable;
	g_usleep(250000);
	g_task_return_boolean(task, TRUE);
}

static void was_read(GObject *source, GAsyncResult *result, gpointer data)
{
	(void)source;
	(void)data;
	g_task_propagate_boolean(G_TASK(result), NULL);
	g_free(page);
}

static void begin(void)
{
	GTask *task = g_task_new(NULL, NULL, was_read, NULL);
	g_task_run_in_thread(task, read_again);
	g_object_unref(task);
}

static gboolean show(gpointer data)
{
	(void)data;
	g_print("shown %d times\n", ++page->shown);
#ifdef MENDED
	begin();
#endif
	return G_SOURCE_REMOVE;
}

static gboolean quit(gpointer data)
{
	(void)data;
	g_main_loop_quit(loop);
	return G_SOURCE_REMOVE;
}

int main(void)
{
	loop = g_main_loop_new(NULL, FALSE);
	page = g_new0(Page, 1);
	g_timeout_add(50, show, NULL);
	g_timeout_add(700, quit, NULL);
#ifndef MENDED
	begin();
#endif
	g_main_loop_run(loop);
	g_main_loop_unref(loop);
	return 0;
}
