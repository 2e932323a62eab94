/* closures.c: the program's handlers of GObject's signals, from connecting to disconnecting.
 *
 * A connection has a closure, which GObject calls when the signal is emitted and which is
 * invalid once the handler is disconnected, its object is gone, or the object that
 * g_signal_connect_object was given. Each has a slot, which is recorded as Qt's are: made, called,
 * gone. The analysis takes from it that a handler which was disconnected is not called.
 *
 * The calls show by the closure's guards, functions that are called around its outermost call. It
 * has room for one pair: those of g_signal_connect_object take a reference to the object and give
 * it back, and ours call them. Whoever emits the signal holds that reference meanwhile (FN).
 * Closures that a program or a language's binding makes by itself are left alone.
 *
 * GObject makes the closure under a lock of its own; what is called of it there takes none.
 */
#include "glibhooks.h"

#include <loopcore/arena.h>
#include <loopcore/once.h>

#include <errno.h>

enum { CLOSURES = 1 << 16 };

struct guard {
	GClosureNotify call;
	gpointer data;
};

static struct connection {
	struct emit_slot slot;
	struct guard before, after;
	struct connection *next; /* of those that are given back */
	bool live, guarded;
	const void *count; /* of the object that the guards hold, NULL: none */
} *connections;
static unsigned used;
static struct connection *oldest, *newest; /* given back; a late call of one is not another's at once */
static struct sr_lock lock;
static struct table by_closure;

/* What this thread connects now, if it is a handler of the program's. */
static __thread GCallback connects __attribute__((tls_model("initial-exec")));

static bool make_room(void)
{
	return table_init(&by_closure, sizeof(struct connection *), CLOSURES) &&
	       (connections = arena_pages(CLOSURES * sizeof(*connections)));
}

static struct connection *take(void)
{
	struct connection *c = NULL;
	sr_lock(&lock);
	if (used < CLOSURES) {
		c = &connections[used++];
	} else if (oldest) {
		c = oldest;
		oldest = c->next;
	}
	sr_unlock(&lock);
	if (c)
		*c = (struct connection){ .live = true };
	return c;
}

static void give_back(struct connection *c)
{
	c->live = false;
	sr_lock(&lock);
	c->next = NULL;
	if (oldest)
		newest->next = c;
	else
		oldest = c;
	newest = c;
	sr_unlock(&lock);
}

static void on_gone(gpointer data, GClosure *closure)
{
	struct connection *c = data;
	int saved = errno;
	table_take(&by_closure, (uintptr_t)closure, NULL);
	emit_slot_gone(&c->slot);
	give_back(c);
	errno = saved;
}

static void on_before(gpointer data, GClosure *closure)
{
	struct connection *c = data;
	int saved = errno;
	if (c->before.call)
		c->before.call(c->before.data, closure);
	if (c->count)
		emit_ref(c->count);
	if (c->live)
		emit_slot_called(&c->slot);
	errno = saved;
}

/* The object's reference may be the last one: our own part comes first. */
static void on_after(gpointer data, GClosure *closure)
{
	struct connection *c = data;
	struct guard after = c->after;
	int saved = errno;
	if (c->live)
		emit_slot_returned(&c->slot);
	if (c->count)
		emit_unref(c->count);
	errno = saved;
	if (after.call)
		after.call(after.data, closure);
}

static bool is_followed(GCallback function)
{
	static struct once made;
	return connects && connects == function && gobject.marshal_guards && gobject.invalidate_notifier && glib_hooks_on() && once(&made, make_room);
}

static GClosure *follow(GClosure *closure, GCallback function)
{
	int saved = errno;
	struct connection *c = closure && is_followed(function) ? take() : NULL;
	if (c && table_put(&by_closure, (uintptr_t)closure, &c) && emit_slot_made(&c->slot, "GClosure"))
		gobject.invalidate_notifier(closure, c, on_gone);
	else if (c) {
		table_take(&by_closure, (uintptr_t)closure, NULL);
		give_back(c);
	}
	errno = saved;
	return closure;
}

void on_marshal_guards(GClosure *closure, gpointer before_data, GClosureNotify before, gpointer after_data, GClosureNotify after)
{
	struct connection *c = NULL;
	if (closure && connections && table_get(&by_closure, (uintptr_t)closure, &c) && !c->guarded) {
		c->guarded = true;
		c->count = before && (const void *)before == (const void *)gobject.object_ref ? glib_count_of(before_data) : NULL;
		c->before = (struct guard){ before, before_data };
		c->after = (struct guard){ after, after_data };
		gobject.marshal_guards(closure, c, on_before, c, on_after);
		return;
	}
	gobject.marshal_guards(closure, before_data, before, after_data, after);
}

static GClosure *guarded(GClosure *closure)
{
	struct connection *c = NULL;
	if (closure && connections && table_get(&by_closure, (uintptr_t)closure, &c))
		on_marshal_guards(closure, NULL, NULL, NULL, NULL);
	return closure;
}

/* g_signal_connect_object's have guards of their own, and come here, too. */
static __thread bool to_an_object __attribute__((tls_model("initial-exec")));

static GClosure *made(GClosure *closure, GCallback function)
{
	follow(closure, function);
	return to_an_object ? closure : guarded(closure);
}

GClosure *on_cclosure_new(GCallback function, gpointer data, GClosureNotify destroy)
{
	return made(gobject.cclosure_new(function, data, destroy), function);
}

GClosure *on_cclosure_new_swap(GCallback function, gpointer data, GClosureNotify destroy)
{
	return made(gobject.cclosure_new_swap(function, data, destroy), function);
}

static GCallback program_s(GCallback function)
{
	return glib_hooks_on() && glib_is_program((const void *)function) ? function : NULL;
}

gulong on_connect_data(gpointer instance, const char *signal, GCallback function, gpointer data, GClosureNotify destroy, unsigned flags)
{
	GCallback before = connects;
	bool object = to_an_object;
	connects = program_s(function);
	to_an_object = false;
	gulong id = gobject.connect_data(instance, signal, function, data, destroy, flags);
	connects = before;
	to_an_object = object;
	return id;
}

gulong on_connect_object(gpointer instance, const char *signal, GCallback function, gpointer object, unsigned flags)
{
	GCallback before = connects;
	bool was = to_an_object;
	connects = program_s(function);
	to_an_object = true;
	gulong id = gobject.connect_object(instance, signal, function, object, flags);
	connects = before;
	to_an_object = was;
	return id;
}
