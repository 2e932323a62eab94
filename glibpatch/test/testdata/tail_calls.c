/* tail_calls.c: callbacks whose last call is a jump, as compilers make it: what they call returns into GLib
 * or GIO, which called them. A word is what the callback of a timeout ends in, but for `answer`, an
 * asynchronous answer that ends in a loop, and `turn`, one that ends in an iteration.
 */
#include <gio/gio.h>
#include <stdlib.h>
#include <string.h>

enum { SOON = 1, LATER = 30, PATIENCE = 60 /* ms */ };

static GMainLoop *loop, *inner;
static GSource *source;
static GObject *object;

static gboolean ends(gpointer data) { g_main_loop_quit(data); return FALSE; }
static gboolean comes(gpointer data) { (void)data; return FALSE; }

static gboolean then_idle(gpointer data) { (void)data; return (gboolean)g_idle_add(comes, NULL) ; }
static gboolean then_timeout(gpointer data) { (void)data; return (gboolean)g_timeout_add(SOON, comes, NULL); }
static gboolean then_attach(gpointer data) { (void)data; return (gboolean)g_source_attach(source, NULL); }
static void destroys(gpointer data) { (void)data; g_source_destroy(source); }
static void quits(gpointer data) { (void)data; g_main_loop_quit(inner); }
static void runs(gpointer data) { (void)data; g_main_loop_run(inner); }

static void answered(GObject *o, GAsyncResult *result, gpointer data) { (void)o, (void)result, (void)data; g_main_loop_run(inner); }
static void turned(GObject *o, GAsyncResult *result, gpointer data) { (void)o, (void)result, (void)data; g_main_context_iteration(NULL, FALSE); }

/* An exported function of GIO calls it back, by whose name the loop would go. */
G_GNUC_BEGIN_IGNORE_DEPRECATIONS
static gboolean asks(gpointer answers)
{
	GSimpleAsyncResult *result = g_simple_async_result_new(object, (GAsyncReadyCallback)answers, NULL, NULL);
	g_simple_async_result_complete(result);
	g_object_unref(result);
	return FALSE;
}
G_GNUC_END_IGNORE_DEPRECATIONS

int main(int argc, char **argv)
{
	const char *word = argc > 1 ? argv[1] : "";
	loop = g_main_loop_new(NULL, FALSE);
	inner = g_main_loop_new(NULL, FALSE);
	object = g_object_new(G_TYPE_OBJECT, NULL);
	source = g_timeout_source_new(LATER);
	g_source_set_callback(source, comes, NULL, NULL);
	if (!strcmp(word, "idle"))
		g_timeout_add(SOON, then_idle, NULL);
	else if (!strcmp(word, "timeout"))
		g_timeout_add(SOON, then_timeout, NULL);
	else if (!strcmp(word, "attach"))
		g_timeout_add(SOON, then_attach, NULL);
	else if (!strcmp(word, "destroy"))
		g_source_attach(source, NULL), g_timeout_add(SOON, (GSourceFunc)(void (*)(void))destroys, NULL);
	else if (!strcmp(word, "run"))
		g_timeout_add_once(SOON, runs, NULL), g_timeout_add(LATER, ends, inner);
	else if (!strcmp(word, "quit"))
		g_timeout_add_once(SOON, runs, NULL), g_timeout_add_once(LATER, quits, NULL);
	else if (!strcmp(word, "answer"))
		g_timeout_add(SOON, asks, (gpointer)answered), g_timeout_add(LATER, ends, inner);
	else if (!strcmp(word, "turn"))
		g_timeout_add(SOON, asks, (gpointer)turned);
	g_timeout_add(PATIENCE, ends, loop);
	g_main_loop_run(loop);
	return 0;
}
