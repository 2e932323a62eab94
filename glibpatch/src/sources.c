/* sources.c: what is attached to a GLib context, from there to its end.
 *
 * An attached source has one coming event, enqueued by its attaching and then by each of
 * its dispatches. The first event of an idle of the usual priority in the default
 * context is a posted one: such idles are dispatched in the order in which they were
 * attached, and nothing of lower priority before them. Those of other priorities share
 * theirs with timers and files and are of no kind that keeps an order; so are an idle's
 * later dispatches, whose place in the list is its first one's. An idle in a program with
 * Qt's loop is in another queue than Qt's posted events, and no posted one.
 */
#include "glibhooks.h"

#include <loopcore/arena.h>
#include <loopcore/due.h>
#include <loopcore/steer.h>
#include <loopcore/text.h>

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { SOURCES = 1 << 16, US = 1000, NAME = 64 };

static struct table sources;
static uint64_t attachings;
static bool mixed; /* something else has the priority of the posted idles */

/* The source that this thread has made last, if nobody else has run since. */
static __thread struct {
	const GSource *source;
	uint64_t event;
	gint64 made;
	uint32_t loops;
} latest;

bool sources_init(void)
{
	return table_init(&sources, sizeof(struct source), SOURCES);
}

gint64 glib_now_us(void)
{
	struct timespec t;
	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
	return (gint64)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

GSource *on_source_new(GSourceFuncs *funcs, guint size)
{
	gint64 before = glib_now_us();
	GSource *source = glib.source_new(funcs, size);
	if (funcs == glib.timeout && glib_hooks_on()) {
		struct thread *t = thread_state();
		latest.source = source;
		latest.made = before;
		latest.event = t ? thread_handler(t)->event : 0;
		latest.loops = t ? thread_handler(t)->loops : 0;
	}
	return source;
}

/* Would it be due by now, counted from when it was made, after ms? */
static bool is_due_after(GSource *source, guint64 ms)
{
	gint64 made;
	if (ms > G_MAXINT)
		return false;
	made = glib.ready_time(source) - (gint64)ms * US;
	return made >= latest.made && made <= glib_now_us() + 1; /* a time in us may have been rounded up */
}

/* Of g_timeout_add and its kin, whose interval stands behind the public part of the
 * source, in ms or, in newer GLibs, as 64 bits of ns. A number there is believed only if the
 * source is due at that interval after it was made; and only if the source is attached where
 * it was made, after no other: then sources of one interval are due in the order of
 * attaching. */
static bool interval_of(GSource *source, const struct thread *t, int *ms)
{
	const struct frame *f = t ? thread_handler((struct thread *)t) : NULL;
	guint64 ns;
	guint short_one;
	if (!f || source->source_funcs != glib.timeout || latest.source != source || f->event != latest.event ||
	    f->loops != latest.loops)
		return false;
	memcpy(&short_one, source + 1, sizeof(short_one));
	memcpy(&ns, source + 1, sizeof(ns));
	if (is_due_after(source, short_one))
		*ms = (int)short_one;
	else if (ns % 1000000 == 0 && is_due_after(source, ns / 1000000))
		*ms = (int)(ns / 1000000);
	else
		return false;
	return true;
}

static const char *what_of(const GSourceFuncs *funcs)
{
	return funcs == glib.idle ? "g_idle_add" :
	       funcs == glib.timeout ? "g_timeout_add" :
	       funcs == glib.child ? "g_child_watch_add" :
	       funcs == glib.signal ? "g_unix_signal_add" :
	       funcs == glib.io ? "g_io_add_watch" :
	       funcs == glib.fd ? "g_unix_fd_add" : "g_source_attach";
}

static enum sparse_kind kind_of(const GSource *source, const struct source *s)
{
	bool usual = s->priority == G_PRIORITY_DEFAULT_IDLE && s->context == glib.context_default();
	if (source->source_funcs == glib.timeout)
		return SPARSE_TIMER;
	if (source->source_funcs == glib.idle)
		return usual && !mixed && !glib_with_qt() ? SPARSE_POSTED : SPARSE_ENV;
	return source->source_funcs == glib.signal || source->source_funcs == glib.child ||
	       source->source_funcs == glib.io || source->source_funcs == glib.fd ? SPARSE_SOCKET : SPARSE_ENV;
}

/* A name without what differs from run to run: "GDK X11 Event source (:99)". */
static void name_of(GSource *source, char name[NAME])
{
	const char *given = glib.name(source);
	int i = 0;
	for (; given && given[i] && given[i] != '(' && i < NAME - 1; i++)
		name[i] = given[i] < ' ' ? ' ' : given[i];
	while (i > 0 && name[i - 1] == ' ')
		i--;
	name[i] = 0;
}

/* The names that GLib gives its own kinds, which say no more than what_of. */
static bool is_kinds(const char *name)
{
	static const char *const kinds[] = { "GIdleSource", "GTimeoutSource", "GChildWatchSource", "GUnixSignalSource" };
	for (unsigned i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (!strcmp(name, kinds[i]))
			return true;
	return false;
}

/* The coming event gets its id, its label and its enq. */
static void arm(struct source *s, GSource *source)
{
	struct label l;
	char interval[16], timer[HEX_ID], id[HEX_ID], name[NAME];
	struct text text = text_in(interval, sizeof(interval));
	bool numbered = s->kind == SPARSE_TIMER && !s->recurses;
	label_firing(&l, s->firing.stem, s->firing.firing);
	s->firing.label = l.hash;
	s->firing.armed = __atomic_add_fetch(&attachings, 1, __ATOMIC_RELAXED);
	s->firing.event = emit_id();
	s->armed = true;
	text_decimal(&text, (unsigned)s->firing.interval);
	name_of(source, name);
	emit_enq(s->firing.event, s->kind, 0, -1,
		 &(struct detail){ .label = l.text, .type = s->what, .name = name,
				   .interval = s->timed ? interval : NULL,
				   .timer_type = s->timed ? "precise" : NULL,
				   .timer = numbered ? hex_id(timer, s->firing.started) : NULL,
				   .object = s->task,
				   .source = hex_id(id, s->id) });
	if (s->timed)
		steer_timer_armed(&s->firing);
}

/* It will not come any more. */
static void disarm(struct source *s)
{
	if (!s->armed)
		return;
	s->armed = false;
	emit_drop(s->firing.event);
	glibhold_gone(s);
	steer_timer_killed(s->firing.label);
}

static void describe(struct source *s, GSource *source, struct thread *t, uint64_t asked)
{
	char name[NAME];
	s->id = emit_id();
	s->number = __atomic_add_fetch(&attachings, 1, __ATOMIC_RELAXED);
	s->what = what_of(source->source_funcs);
	s->priority = glib.priority(source);
	s->recurses = glib.can_recurse(source);
	s->idle = source->source_funcs == glib.idle;
	s->kind = kind_of(source, s);
	s->timed = s->priority == G_PRIORITY_DEFAULT && s->context == glib.context_default() &&
		   interval_of(source, t, &s->firing.interval);
	if (s->priority == G_PRIORITY_DEFAULT_IDLE && source->source_funcs != glib.idle)
		mixed = true;
	s->firing.id = (int)(s->number & INT32_MAX) | 1 << 30;
	s->firing.started = emit_id();
	s->firing.thread = s->context;
	s->firing.object = source;
	s->firing.type = DUE_PRECISE;
	s->firing.firing = 1;
	name_of(source, name);
	thread_settle_name(t);
	if (t->serves && asked)
		label_answer(s->firing.stem, asked, s->what, name);
	else
		label_cause_named(s->firing.stem, t, s->what, name, name[0] && !is_kinds(name));
}

static bool attached(GSource *source, GMainContext *context, const void *task, const void *holds, uint64_t asked, const void *stack)
{
	struct scope scope SCOPED = { NULL, 0 };
	struct source old, s = { .context = context ? context : glib.context_default(), .task = task, .holds = holds };
	int saved = errno;
	struct thread *t = arrival_thread(&scope, stack);
	bool known = false;
	if (t) {
		if (table_take(&sources, (uintptr_t)source, &old))
			disarm(&old); /* it went without a word, and its address is used again */
		describe(&s, source, t, asked);
		arm(&s, source);
		known = table_put(&sources, (uintptr_t)source, &s);
		if (!known)
			disarm(&s);
		else
			glibhold_thread(&s);
	}
	errno = saved;
	return known;
}

/* The player of a session attaches its own. */
static bool is_aside(void)
{
	const struct thread *t = thread_state();
	return t && t->aside;
}

guint on_source_attach(GSource *source, GMainContext *context)
{
	struct source s;
	bool known = false;
	if (source && glib_hooks_begin() && !glib_is_qt(__builtin_return_address(0)) && !is_aside() &&
	    !glib.is_destroyed(source)) {
		dispatch_wrap(source->source_funcs);
		uint64_t asked = 0;
		const void *holds = NULL, *task = glib_is_gio(__builtin_return_address(0)) ? task_of(source, &holds, &asked) : NULL;
		known = attached(source, context, task, holds, asked, HERE);
	}
	guint id = glib.source_attach(source, context);
	if (!id && known && table_take(&sources, (uintptr_t)source, &s))
		disarm(&s);
	return id;
}

static void destroyed(struct source *s, const void *stack)
{
	struct scope scope SCOPED = { NULL, 0 };
	/* Another thread's context may be calling back right now. */
	if (arrival_thread(&scope, stack) && glib.is_owner(s->context))
		arrival_says_still(s->id, true, "g_source_destroy");
	disarm(s);
}

void on_source_destroy(GSource *source)
{
	struct source s;
	int saved = errno;
	if (source && glib_hooks_on() && table_take(&sources, (uintptr_t)source, &s))
		destroyed(&s, HERE);
	errno = saved;
	glib.source_destroy(source);
}

static bool is_awaited(GSource *source, struct source *s, struct thread *t)
{
	bool known = table_get(&sources, (uintptr_t)source, s);
	if (!known)
		*s = (struct source){ .armed = false };
	return known && s->armed && t && thread_top(t)->kind != FRAME_HANDLER;
}

static void comes_again(GSource *source, struct source *s)
{
	s->firing.firing++;
	s->timed = false; /* it keeps to its own rhythm */
	if (s->kind == SPARSE_POSTED)
		s->kind = SPARSE_ENV;
	arm(s, source);
	table_put(&sources, (uintptr_t)source, s);
}

/* One that was destroyed meanwhile is not in the table, or there by its next
 * attaching. */
static void dispatched(GSource *source, uint64_t id, bool again)
{
	struct source s;
	if (!id || !table_get(&sources, (uintptr_t)source, &s) || s.id != id)
		return;
	if (again && !s.armed)
		comes_again(source, &s);
	if (again)
		return;
	disarm(&s);
	table_take(&sources, (uintptr_t)source, NULL);
}

static gboolean call(dispatch *real, GSource *source, GSourceFunc callback, gpointer data, struct source *s,
		     struct thread *t, const void *stack)
{
	struct scope scope SCOPED = { NULL, 0 };
	struct arrival a = { s->firing.event, s->firing.label, s->firing.label, 0, s->kind };
	int saved = errno;
	if (s->armed) {
		s->armed = false;
		table_put(&sources, (uintptr_t)source, s);
		arrival_begins(&scope, &a, stack);
		if (s->holds)
			emit_counted(s->holds);
		if (s->recurses) /* the next may come before this one is over */
			comes_again(source, s);
	} else { /* attached before the hooks, or by its parent */
		nest_need_handler(&scope, t, "g_source_attach", stack);
	}
	struct display_turn turn __attribute__((cleanup(display_turn_ends)));
	display_turn_begins(&turn, source, &scope, stack);
	errno = saved;
	gboolean again = real(source, callback, data);
	saved = errno;
	dispatched(source, s->id, again);
	errno = saved;
	return again;
}

gboolean source_dispatches(dispatch *real, GSource *source, GSourceFunc callback, gpointer data,
			   const void *stack)
{
	struct source s;
	struct thread *t = glib_hooks_on() ? nest_thread(stack) : NULL;
	/* In a loop that does not count, or called by another source's dispatch. */
	if (!t || thread_top(t)->kind == FRAME_HANDLER)
		return real(source, callback, data);
	if (is_awaited(source, &s, t) && glibhold_source(source, &s))
		return G_SOURCE_CONTINUE;
	return call(real, source, callback, data, &s, t, stack);
}
