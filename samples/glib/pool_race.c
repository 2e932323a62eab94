/* pool_race: a thread of a pool packs what a list has, and queues for the main loop that the
 * list is no longer needed. A timeout counts the list. Packing begins with the program, and may
 * be over before the timeout. In the session played here it takes until the timeout has been, or a second.
 *
 * With MENDED: the list is packed when it has been counted. */
#include <glib.h>

typedef struct {
	int counted;
} List;

static GMainLoop *loop;
static GThreadPool *packers;
static List *list;
static int over;
static gint was_counted;

static void ends(void)
{
	if (++over == 2)
		g_main_loop_quit(loop);
}

static gboolean packed(gpointer data)
{
	g_free(data);
	ends();
	return G_SOURCE_REMOVE;
}

static void pack(gpointer data, gpointer user_data)
{
	(void)user_data;
	for (int i = 0; i < 100 && !g_atomic_int_get(&was_counted); i++)
		g_usleep(10000);
	g_idle_add(packed, data);
}

static gboolean count(gpointer data)
{
	(void)data;
	g_print("counted %d times\n", ++list->counted);
	g_atomic_int_set(&was_counted, 1);
#ifdef MENDED
	g_thread_pool_push(packers, list, NULL);
#endif
	ends();
	return G_SOURCE_REMOVE;
}

int main(void)
{
	loop = g_main_loop_new(NULL, FALSE);
	packers = g_thread_pool_new(pack, NULL, 2, FALSE, NULL);
	list = g_new0(List, 1);
	g_timeout_add(50, count, NULL);
#ifndef MENDED
	g_thread_pool_push(packers, list, NULL);
#endif
	g_main_loop_run(loop);
	g_thread_pool_free(packers, FALSE, TRUE);
	g_main_loop_unref(loop);
	return 0;
}
