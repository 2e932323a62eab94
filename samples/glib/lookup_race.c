/* lookup_race: a handler looks a feed up in a hash table, asks for its new title in a loop of its own, and gives it that
 * title. Meanwhile a refresh may take the feed out of the table, which frees it.
 *
 * With MENDED: it looks the feed up again after the loop, by its number, and finds what was not taken out. */
#include <glib.h>
#include <stdlib.h>

struct feed {
	int title;
};

static GHashTable *feeds;
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

static gboolean __attribute__((noinline)) renames(gpointer key)
{
	struct feed *f = g_hash_table_lookup(feeds, key);
	asks();
#ifdef MENDED
	f = g_hash_table_lookup(feeds, key);
	if (!f)
		return G_SOURCE_REMOVE;
#endif
	f->title = 2;
	return G_SOURCE_REMOVE;
}

/* Others come and go, too. */
static gboolean __attribute__((noinline)) refreshes(gpointer key)
{
	g_hash_table_remove(feeds, key);
	g_hash_table_insert(feeds, GINT_TO_POINTER(GPOINTER_TO_INT(key) + 10), calloc(1, sizeof(struct feed)));
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
	feeds = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, free);
	for (int i = 1; i <= 3; i++)
		g_hash_table_insert(feeds, GINT_TO_POINTER(i), calloc(1, sizeof(struct feed)));
	g_timeout_add(20, renames, GINT_TO_POINTER(1));
	g_timeout_add(300, refreshes, GINT_TO_POINTER(2));
	g_timeout_add(400, refreshes, GINT_TO_POINTER(1));
	g_timeout_add(700, quits, NULL);
	g_main_loop_run(loop);
	g_hash_table_destroy(feeds);
	g_main_loop_unref(loop);
	return 0;
}
