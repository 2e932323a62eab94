/* GLib's sources: timeouts of near and equal times, idles of several priorities, and a source
 * of our own that counts iterations. Sources add and remove each other, and some callbacks
 * take longer than the next timeout is away.
 *
 * Guaranteed, and looked after: a timeout does not fire early, nor after one that was added
 * later with no shorter interval; idles of one priority come in the order in which they were
 * added, and one of a higher priority that is there when an iteration begins comes first;
 * nothing comes of a source that was removed, also where both were ready at once; what a
 * source frees at its end is freed after its callback, once.
 *
 * With BEYOND: timeouts come by their due times, and one that is due when an iteration begins
 * comes before any idle. */
#include "../check.h"
#include <glib.h>

static GMainLoop *loop;
static GMainContext *context;
static gint64 begun; /* when the iteration began, by the clock that it uses */
static unsigned iteration;

/* A source that is to come. */
typedef struct {
	GSource *source;
	gboolean timed, live, calling;
	int priority, interval;
	unsigned serial, added_in, came_in; /* iterations */
	gboolean (*work)(void);
	char *memory;
} Item;
static GList *items;
static unsigned serials, calls, freed;

static void item_gone(gpointer data)
{
	Item *item = data;
	HOLDS(!item->calling && item->memory, "a source's data is freed twice, or inside its callback");
	items = g_list_remove(items, item);
	g_free(item->memory);
	item->memory = NULL;
	g_free(item);
	freed++;
}

/* comes_first: whether a must have come before b, which comes now. */
static gboolean comes_first(const Item *a, const Item *b)
{
	if (a->added_in == iteration || a->came_in == iteration)
		return FALSE;
	if (a->timed && b->timed)
		return a->serial < b->serial && ((a->interval <= b->interval && !a->came_in) ||
		                                 (beyond && g_source_get_ready_time(a->source) <= g_source_get_ready_time(b->source)));
	if (a->timed) /* and b is an idle */
		return beyond && g_source_get_ready_time(a->source) <= begun;
	if (b->timed)
		return FALSE;
	return a->priority < b->priority || (a->priority == b->priority && a->serial < b->serial);
}

static gboolean came(gpointer data)
{
	Item *item = data;
	HOLDS(item->live && !item->calling, "a source came that was removed");
	HOLDS(item->added_in < iteration && item->came_in < iteration, "a source came twice in an iteration, or in that in which it was added");
	HOLDS(!item->timed || g_source_get_ready_time(item->source) <= g_get_monotonic_time(), "a timeout came early");
	item->memory[0]++;
	for (GList *l = items; l; l = l->next) {
		Item *other = l->data;
		HOLDS(other == item || !other->live || !comes_first(other, item), "a source passed one that comes before it");
	}
	calls++;
	item->came_in = iteration;
	item->calling = TRUE;
	gboolean again = item->work();
	item->calling = FALSE;
	item->memory[1]++;
	item->live = again;
	return again;
}

static Item *add(GSource *source, gboolean timed, int priority, int interval, gboolean (*work)(void))
{
	Item *item = g_new0(Item, 1);
	item->memory = g_malloc0(24);
	item->source = source;
	item->timed = timed;
	item->priority = priority;
	item->interval = interval;
	item->work = work;
	item->live = TRUE;
	item->serial = ++serials;
	item->added_in = iteration;
	g_source_set_priority(source, priority);
	g_source_set_callback(source, came, item, item_gone);
	g_source_attach(source, context);
	items = g_list_prepend(items, item);
	g_source_unref(source);
	return item;
}

static Item *after(int ms, gboolean (*work)(void)) { return add(g_timeout_source_new(ms), TRUE, G_PRIORITY_DEFAULT, ms, work); }
static Item *when_idle(int priority, gboolean (*work)(void)) { return add(g_idle_source_new(), FALSE, priority, 0, work); }

static void take_away(Item *item)
{
	unsigned before = freed;
	item->live = FALSE;
	g_source_destroy(item->source);
	HOLDS(freed == before + 1, "a removed source's data is not freed");
}

/* Counts the iterations: it is asked first in each, and never ready. */
static gboolean counts(GSource *source, gint *timeout)
{
	*timeout = -1;
	iteration++;
	begun = g_source_get_time(source);
	return FALSE;
}
static gboolean not_ready(GSource *source) { return (void)source, FALSE; }
static GSourceFuncs counter = {counts, not_ready, NULL, NULL, NULL, NULL};

/* The rounds. */
static Item *victim, *equal, *lower, *put_off;
static int rounds, ticks, left;
static gint64 put_off_at;

static gboolean was_put_off(void);
static gboolean nothing(void) { return G_SOURCE_REMOVE; }

static gboolean never(void)
{
	HOLDS(0, "a source came that one before it has removed");
	return G_SOURCE_REMOVE;
}

static gboolean first(void)
{
	take_away(victim);
	take_away(put_off);
	put_off_at = g_get_monotonic_time();
	put_off = after(12, was_put_off);
	g_usleep(rounds % 2 ? 7000 : 100);
	return G_SOURCE_REMOVE;
}

static gboolean second(void)
{
	take_away(equal);
	when_idle(G_PRIORITY_LOW, nothing);
	when_idle(G_PRIORITY_DEFAULT_IDLE, nothing);
	when_idle(G_PRIORITY_HIGH_IDLE, nothing);
	return G_SOURCE_REMOVE;
}

static gboolean high(void)
{
	take_away(lower);
	return G_SOURCE_REMOVE;
}

static gboolean tick(void)
{
	return ++ticks % 6 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static gboolean begin(void);
static gboolean was_put_off(void)
{
	HOLDS(g_get_monotonic_time() >= put_off_at + 12000, "a source came early that was put off");
	left--;
	return G_SOURCE_REMOVE;
}

static gboolean ends(void)
{
	if (left)
		return G_SOURCE_CONTINUE;
	if (++rounds < 7)
		when_idle(rounds % 2 ? G_PRIORITY_HIGH_IDLE : G_PRIORITY_DEFAULT_IDLE, begin);
	else
		g_main_loop_quit(loop);
	return G_SOURCE_REMOVE;
}

static gboolean begin(void)
{
	left = 1;
	when_idle(G_PRIORITY_DEFAULT_IDLE, nothing);
	lower = when_idle(G_PRIORITY_DEFAULT_IDLE, never);
	when_idle(G_PRIORITY_HIGH_IDLE, high);
	when_idle(G_PRIORITY_DEFAULT_IDLE, tick);
	after(8, first);
	victim = after(9, never);
	after(15, second);
	equal = after(15, never);
	put_off = after(10, was_put_off);
	after(20, ends);
	after(0, nothing);
	return G_SOURCE_REMOVE;
}

int main(void)
{
	GSource *counting = g_source_new(&counter, sizeof *counting);
	context = g_main_context_default();
	loop = g_main_loop_new(NULL, FALSE);
	g_source_set_priority(counting, -1000);
	g_source_attach(counting, context);
	after(3, begin);
	g_main_loop_run(loop);
	while (g_main_context_iteration(NULL, FALSE))
		;
	HOLDS(items == NULL, "sources are left");
	g_source_destroy(counting);
	g_source_unref(counting);
	g_main_loop_unref(loop);
	g_print("%s\n", calls > 60 ? "all sources held their order" : "sources are missing");
	return 0;
}
