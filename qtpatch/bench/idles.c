/* Idle sources of GLib, so many attached by a handler at a time: idles EVENTS [AT_A_TIME]. */
#include <glib.h>
#include <stdlib.h>

static long left, batch;
static GMainLoop *loop;

static gboolean called(gpointer data);

static void refill(void)
{
	for (long i = 0; i < batch; i++)
		g_idle_add(called, NULL);
}

static gboolean called(gpointer data)
{
	(void)data;
	if (--left <= 0)
		g_main_loop_quit(loop);
	else if (left % batch == 0)
		refill();
	return G_SOURCE_REMOVE;
}

int main(int argc, char **argv)
{
	left = argc > 1 ? atol(argv[1]) : 100000;
	batch = argc > 2 ? atol(argv[2]) : 100;
	loop = g_main_loop_new(NULL, FALSE);
	refill();
	g_main_loop_run(loop);
	return 0;
}
