/* document: takes the file `document` out of the current folder, asks in a loop of its own, and uses what a timer frees later.
 * Without that file it asks nothing. */
#include <glib.h>
#include <stdlib.h>
#include <unistd.h>

static GMainLoop *loop, *question;
static int *shown;

static gboolean answers(gpointer unused)
{
	(void)unused;
	g_main_loop_quit(question);
	return G_SOURCE_REMOVE;
}

__attribute__((noinline)) static void use(void)
{
	*shown += 1;
}

static gboolean asks(gpointer unused)
{
	(void)unused;
	if (unlink("document"))
		return G_SOURCE_REMOVE;
	question = g_main_loop_new(NULL, FALSE);
	g_timeout_add(50, answers, NULL);
	g_main_loop_run(question);
	g_main_loop_unref(question);
	use();
	return G_SOURCE_REMOVE;
}

static gboolean closes(gpointer unused)
{
	(void)unused;
	free(shown);
	g_timeout_add(100, G_SOURCE_FUNC(g_main_loop_quit), loop);
	return G_SOURCE_REMOVE;
}

int main(void)
{
	loop = g_main_loop_new(NULL, FALSE);
	shown = calloc(1, sizeof *shown);
	g_timeout_add(10, asks, NULL);
	g_timeout_add(300, closes, NULL);
	g_main_loop_run(loop);
	return 0;
}
