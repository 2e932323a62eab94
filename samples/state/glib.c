/* glib.c: what two answers that nothing orders make a GLib program say on D-Bus:
 * `glib NAME ORDER`, as leaves.cpp does it. `token`: the last one's is said in the end;
 * `both`: each says something. Each comes from a thread of its own; the second one posts
 * when the first one has.
 */
#include <gio/gio.h>
#include <string.h>

static GDBusConnection *bus;
static GMainLoop *loop;
static GMutex lock;
static GCond changed;
static gboolean posted;
static const char *program;
static char *token; /* memory of its own */
static int left = 2;

static void say(char what)
{
	g_dbus_connection_emit_signal(bus, NULL, "/glib", "org.example.Glib", "said", g_variant_new("(y)", what), NULL);
}

static gboolean answer(gpointer data)
{
	char name = *(const char *)data;

	if (strcmp(program, "both") == 0)
		say(name);
	else
		*token = name;
	if (--left == 0)
		g_main_loop_quit(loop);
	return G_SOURCE_REMOVE;
}

static gpointer ask(gpointer data)
{
	const char *name = data;
	gint64 patience = g_get_monotonic_time() + 2 * G_TIME_SPAN_SECOND;

	g_mutex_lock(&lock);
	while (name[1] == '2' && !posted && g_cond_wait_until(&changed, &lock, patience)) {
	}
	g_mutex_unlock(&lock);
	g_idle_add(answer, data);
	g_mutex_lock(&lock);
	posted = TRUE;
	g_cond_signal(&changed);
	g_mutex_unlock(&lock);
	return NULL;
}

int main(int argc, char **argv)
{
	gboolean exchanged = argc > 2 && strcmp(argv[2], "ba") == 0;
	GThread *a, *b;

	program = argc > 1 ? argv[1] : "token";
	bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
	if (!bus)
		return 1;
	token = g_strdup("0");
	loop = g_main_loop_new(NULL, FALSE);
	a = g_thread_new("a", ask, exchanged ? "a2" : "a1");
	b = g_thread_new("b", ask, exchanged ? "b1" : "b2");
	g_main_loop_run(loop);
	g_thread_join(a);
	g_thread_join(b);
	if (strcmp(program, "both") != 0)
		say(*token);
	g_dbus_connection_flush_sync(bus, NULL, NULL);
	return 0;
}
