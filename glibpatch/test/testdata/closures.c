/* closures.c: handlers of a signal that are connected and called, and go in all the ways there
 * are. It prints what was called, and whether objects outlive what keeps them. */
#include <gio/gio.h>
#include <stdio.h>
#include <string.h>

static GMainLoop *loop;
static GSimpleAction *action;
static gulong first;
static int left;

static void called(GSimpleAction *a, GVariant *v, gpointer data)
{
	(void)a;
	(void)v;
	printf("called %s\n", (const char *)data);
}

static void swapped(gpointer data, GVariant *v, GSimpleAction *a) { called(a, v, data); }

static void of_object(GSimpleAction *a, GVariant *v, gpointer object)
{
	(void)a;
	(void)v;
	printf("called with %s, %u references\n", g_action_get_name(G_ACTION(object)), G_OBJECT(object)->ref_count);
}

static void once(GSimpleAction *a, GVariant *v, gpointer data)
{
	called(a, v, data);
	g_signal_handler_disconnect(a, first);
	printf("disconnected\n");
}

static void waits(GSimpleAction *a, GVariant *v, gpointer data)
{
	called(a, v, data);
	if (left-- > 0)
		g_action_activate(G_ACTION(a), NULL);
	printf("back\n");
}

static void destroyed(gpointer data, GClosure *closure)
{
	(void)closure;
	printf("destroyed %s\n", (const char *)data);
}

static void emit(void) { g_action_activate(G_ACTION(action), NULL); }

static void many(void)
{
	for (int i = 0; i < 100000; i++) {
		gulong id = g_signal_connect(action, "activate", G_CALLBACK(called), "often");
		if (i % 5000 == 0)
			emit();
		g_signal_handler_disconnect(action, id);
	}
}

static void the_program_s(void)
{
	GClosure *own = g_cclosure_new(G_CALLBACK(called), "own", NULL);
	g_closure_add_marshal_guards(own, "before", destroyed, "after", destroyed);
	g_signal_connect_closure(action, "activate", own, FALSE);
	emit();
	g_closure_invalidate(own);
	emit();
}

static void bound(void)
{
	GSimpleAction *to = g_simple_action_new("to", NULL);
	g_signal_connect_object(action, "activate", G_CALLBACK(of_object), to, 0);
	emit();
	printf("%u references\n", G_OBJECT(to)->ref_count);
	g_object_unref(to);
	emit();
}

static gboolean run(gpointer data)
{
	const char *word = data;

	if (strcmp(word, "disconnects") == 0) {
		first = g_signal_connect_data(action, "activate", G_CALLBACK(called), "first", destroyed, 0);
		emit();
		g_signal_handler_disconnect(action, first);
		emit();
	} else if (strcmp(word, "functions") == 0) {
		g_signal_connect(action, "activate", G_CALLBACK(called), "one");
		g_signal_connect_swapped(action, "activate", G_CALLBACK(swapped), "two");
		g_signal_connect_after(action, "activate", G_CALLBACK(called), "three");
		emit();
		printf("%u\n", g_signal_handlers_disconnect_by_func(action, called, "one"));
		printf("%u\n", g_signal_handlers_disconnect_by_data(action, "two"));
		emit();
	} else if (strcmp(word, "itself") == 0) {
		first = g_signal_connect(action, "activate", G_CALLBACK(once), "once");
		emit();
		emit();
	} else if (strcmp(word, "nested") == 0) {
		left = 3;
		g_signal_connect(action, "activate", G_CALLBACK(waits), "again");
		emit();
	} else if (strcmp(word, "object") == 0) {
		bound();
	} else if (strcmp(word, "closure") == 0) {
		the_program_s();
	} else if (strcmp(word, "many") == 0) {
		many();
	} else if (strcmp(word, "sender") == 0) {
		g_signal_connect_data(action, "activate", G_CALLBACK(called), "sender", destroyed, 0);
		emit();
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
	g_object_unref(action);
	printf("end\n");
	return 0;
}
