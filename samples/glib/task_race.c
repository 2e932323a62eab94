/* task_race: a task reads a page again, and its answer frees the old page, which a timeout
 * shows. The task begins with the program, and the answer may come before the timeout. In the
 * session played here reading takes until the timeout has been, or a second.
 *
 * With MENDED: who shows the page begins the task. */
#include <gio/gio.h>

typedef struct {
	int shown;
} Page;

static GMainLoop *loop;
static Page *page;
static int over;
static gint was_shown;

static void ends(void)
{
	if (++over == 2)
		g_main_loop_quit(loop);
}

static void read_again(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
	(void)source;
	(void)data;
	(void)cancellable;
	for (int i = 0; i < 100 && !g_atomic_int_get(&was_shown); i++)
		g_usleep(10000);
	g_task_return_boolean(task, TRUE);
}

static void was_read(GObject *source, GAsyncResult *result, gpointer data)
{
	(void)source;
	(void)data;
	g_task_propagate_boolean(G_TASK(result), NULL);
	g_free(page);
	ends();
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
	g_atomic_int_set(&was_shown, 1);
#ifdef MENDED
	begin();
#endif
	ends();
	return G_SOURCE_REMOVE;
}

int main(void)
{
	loop = g_main_loop_new(NULL, FALSE);
	page = g_new0(Page, 1);
	g_timeout_add(50, show, NULL);
#ifndef MENDED
	begin();
#endif
	g_main_loop_run(loop);
	g_main_loop_unref(loop);
	return 0;
}
