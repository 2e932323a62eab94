/* held.c: a handler that waits in a loop and has a reference to an object meanwhile: its own
 * ("own"), or that which GObject takes for a handler which is bound to the object ("bound"). */
#include <gio/gio.h>
#include <string.h>

static GMainLoop *loop;
static GSimpleAction *action;

static gboolean quit(gpointer l)
{
	g_main_loop_quit(l);
	return G_SOURCE_REMOVE;
}

static void waits(void)
{
	GMainLoop *inner = g_main_loop_new(NULL, FALSE);

	g_idle_add(quit, inner);
	g_main_loop_run(inner);
	g_main_loop_unref(inner);
}

static void bound(GSimpleAction *a, GVariant *v, gpointer object)
{
	(void)a;
	(void)v;
	(void)object;
	waits();
}

static void own(GObject *object)
{
	g_object_ref(object);
	waits();
	g_object_unref(object);
}

static gboolean run(gpointer word)
{
	GSimpleAction *to = g_simple_action_new("to", NULL);

	if (strcmp(word, "bound") == 0) {
		g_signal_connect_object(action, "activate", G_CALLBACK(bound), to, 0);
		g_action_activate(G_ACTION(action), NULL);
	} else {
		own(G_OBJECT(to));
	}
	g_main_loop_quit(loop);
	return G_SOURCE_REMOVE;
}

int main(int argc, char **argv)
{
	loop = g_main_loop_new(NULL, FALSE);
	action = g_simple_action_new("action", NULL);
	g_idle_add(run, argc > 1 ? argv[1] : "");
	g_main_loop_run(loop);
	return 0;
}
