/* queue_race: a handler finds a feed in a queue, asks for its new title in a loop of its own, and gives it that title.
 * Meanwhile a refresh may take the feed's node out of the queue and free the feed.
 *
 * With MENDED: it goes through the queue again after the loop, and finds what was not taken out. */
#include <glib.h>
#include <stdlib.h>

struct feed {
	int number, title;
};

static GQueue *feeds;
static GMainLoop *loop;

static gboolean answers(gpointer inner)
{
	g_main_loop_quit(inner);
	return G_SOURCE_REMOVE;
}

static void asks(void)
{
	GMainLoop *inner = g_main_loop_new(NULL, FALSE);
	g_timeout_add(100, answers, inner);
	g_main_loop_run(inner);
	g_main_loop_unref(inner);
}

static GList *node_of(gpointer number)
{
	for (GList *n = feeds->head; n; n = n->next)
		if (((struct feed *)n->data)->number == GPOINTER_TO_INT(number))
			return n;
	return NULL;
}

static gboolean __attribute__((noinline)) renames(gpointer number)
{
	GList *n = node_of(number);
	struct feed *f = n->data;
	asks();
#ifdef MENDED
	n = node_of(number);
	if (!n)
		return G_SOURCE_REMOVE;
	f = n->data;
#endif
	f->title = 2;
	return G_SOURCE_REMOVE;
}

static gboolean __attribute__((noinline)) refreshes(gpointer number)
{
	GList *n = node_of(number);
	struct feed *f = n->data;
	g_queue_delete_link(feeds, n);
	free(f);
	return G_SOURCE_REMOVE;
}

static gboolean quits(gpointer unused)
{
	(void)unused;
	g_main_loop_quit(loop);
	return G_SOURCE_REMOVE;
}

int main(void)
{
	loop = g_main_loop_new(NULL, FALSE);
	feeds = g_queue_new();
	for (int i = 1; i <= 3; i++) {
		struct feed *f = calloc(1, sizeof(*f));
		f->number = i;
		g_queue_push_tail(feeds, f);
	}
	g_timeout_add(20, renames, GINT_TO_POINTER(2));
	g_timeout_add(400, refreshes, GINT_TO_POINTER(2));
	g_timeout_add(700, quits, NULL);
	g_main_loop_run(loop);
	g_queue_free_full(feeds, free);
	g_main_loop_unref(loop);
	return 0;
}
