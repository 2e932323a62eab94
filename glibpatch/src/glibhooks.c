/* glibhooks.c: the table of hook points in GLib, GIO and GTK, and placing them; GLib among
 * the loop core's backends.
 */
#include "glibhooks.h"

#include <loopcore/backend.h>
#include <loopcore/called.h>
#include <loopcore/elfsym.h>
#include <loopcore/entry.h>
#include <loopcore/once.h>
#include <loopcore/unseen.h>

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

struct glib glib;
struct gtk_hooked gtk_hooked;
struct gobject gobject;

enum library { GLIB, GIO, GOBJECT, GTK3, GTK4, QT5, QT6, LIBRARIES };

static const char *const names[LIBRARIES] = {
	"libglib-2.0.so", "libgio-2.0.so", "libgobject-2.0.so", "libgtk-3.so", "libgtk-4.so", "libQt5Core.so", "libQt6Core.so",
};
static struct object objects[LIBRARIES];
static bool have[LIBRARIES];

static struct hook {
	enum library library;
	const char *symbol;
	void *ours;
	void **original;
	bool optional; /* without it nothing else says anything false */
	struct entry entry;
	bool prepared;
} hooks[] = {
#define ROW(library, symbol, ours, original, optional) \
	{ library, symbol, (void *)(ours), (void **)&original, optional, { 0 }, false }
#define HOOK(library, symbol, ours, original) ROW(library, symbol, ours, glib.original, false)
#define OPTION(library, symbol, ours, original) ROW(library, symbol, ours, glib.original, true)
#define GOBJECT_HOOK(symbol, ours, original) ROW(GOBJECT, symbol, ours, gobject.original, true)
#define GTK(version, symbol, ours, original) ROW(GTK##version, symbol, ours, gtk_hooked.original, false)
	HOOK(GLIB, "g_source_attach", on_source_attach, source_attach),
	HOOK(GLIB, "g_source_destroy", on_source_destroy, source_destroy),
	HOOK(GLIB, "g_source_new", on_source_new, source_new),
	HOOK(GLIB, "g_main_loop_run", on_loop_run, loop_run),
	HOOK(GLIB, "g_main_loop_quit", on_loop_quit, loop_quit),
	HOOK(GLIB, "g_main_context_iteration", on_iteration, iteration),
	HOOK(GLIB, "g_main_context_dispatch", on_dispatch_all, dispatch_all),
	HOOK(GLIB, "g_nullify_pointer", on_nullify, nullify),
	OPTION(GLIB, "g_thread_pool_new_full", on_pool_new_full, pool_new_full),
	OPTION(GLIB, "g_thread_pool_push", on_pool_push, pool_push),
	HOOK(GIO, "g_application_run", on_application_run, application_run),
	OPTION(GIO, "g_task_new", on_task_new, task_new),
	HOOK(GIO, "g_dbus_message_to_blob", on_message_bytes, message_bytes),
	GOBJECT_HOOK("g_cclosure_new", on_cclosure_new, cclosure_new),
	GOBJECT_HOOK("g_cclosure_new_swap", on_cclosure_new_swap, cclosure_new_swap),
	GOBJECT_HOOK("g_closure_add_marshal_guards", on_marshal_guards, marshal_guards),
	GOBJECT_HOOK("g_signal_connect_data", on_connect_data, connect_data),
	GOBJECT_HOOK("g_signal_connect_object", on_connect_object, connect_object),
	GTK(3, "gtk_main_do_event", on_main_do_event, main_do_event),
	GTK(3, "gtk_widget_map", on_widget_map, widget_map),
	GTK(3, "gtk_widget_unmap", on_widget_unmap, widget_unmap),
	GTK(3, "gtk_grab_add", on_grab_add, grab_add),
	GTK(3, "gtk_grab_remove", on_grab_remove, grab_remove),
	GTK(4, "gtk_widget_map", on_widget_map, widget_map),
	GTK(4, "gtk_widget_unmap", on_widget_unmap, widget_unmap),
};
enum { HOOKS = sizeof(hooks) / sizeof(*hooks) };

static const struct need {
	enum library library;
	const char *symbol;
	void **at;
} needs[] = {
#define NEED(symbol, field) { GLIB, symbol, (void **)&glib.field }
#define NEED_GIO(symbol, field) { GIO, symbol, (void **)&glib.field }
	NEED_GIO("g_dbus_message_get_destination", message_destination),
	NEED_GIO("g_dbus_message_get_path", message_path),
	NEED_GIO("g_dbus_message_get_interface", message_interface),
	NEED_GIO("g_dbus_message_get_member", message_member),
	NEED_GIO("g_dbus_message_get_message_type", message_type),
	NEED_GIO("g_dbus_message_get_body", message_body),
	{ GOBJECT, "g_object_ref", (void **)&gobject.object_ref },
	{ GOBJECT, "g_closure_add_invalidate_notifier", (void **)&gobject.invalidate_notifier },
#define NEED_GTK4(library, symbol, field) { library, symbol, (void **)&gtk_hooked.field }
	NEED_GTK4(GTK4, "gdk_surface_get_type", surface_type),
	NEED_GTK4(GTK4, "gdk_display_get_default", display_default),
	NEED_GTK4(GOBJECT, "g_type_class_ref", class_ref),
	NEED_GTK4(GOBJECT, "g_signal_lookup", signal_lookup),
	NEED_GTK4(GOBJECT, "g_signal_add_emission_hook", add_emission_hook),
	NEED_GTK4(GOBJECT, "g_value_peek_pointer", peek_pointer),
	NEED("g_variant_get_data", variant_data),
	NEED("g_variant_get_size", variant_size),
	NEED("g_main_context_default", context_default),
	NEED("g_main_context_is_owner", is_owner),
	NEED("g_main_loop_get_context", loop_context),
	NEED("g_source_is_destroyed", is_destroyed),
	NEED("g_source_get_ready_time", ready_time),
	NEED("g_source_set_ready_time", set_ready_time),
	NEED("g_source_get_priority", priority),
	NEED("g_source_set_priority", set_priority),
	NEED("g_source_get_can_recurse", can_recurse),
	NEED("g_source_set_can_recurse", set_can_recurse),
	NEED("g_main_context_wakeup", wakeup),
	NEED("g_source_get_name", name),
	NEED("g_idle_funcs", idle),
	NEED("g_timeout_funcs", timeout),
	NEED("g_child_watch_funcs", child),
	NEED("g_unix_signal_funcs", signal),
	NEED("g_io_watch_funcs", io),
	NEED("g_unix_fd_source_funcs", fd),
};

static bool resolve(enum library library)
{
	for (unsigned i = 0; i < sizeof(needs) / sizeof(*needs); i++)
		if (needs[i].library == library && !(*needs[i].at = object_symbol(&objects[library], needs[i].symbol, NULL)))
			return false;
	return true;
}

static bool prepare(struct island *is, struct hook *h)
{
	size_t size = 0;
	void *function = object_symbol(&objects[h->library], h->symbol, &size);
	if (function && unseen_sabotaged(h->symbol)) {
		*h->original = function;
		return true;
	}
	h->prepared = function && entry_prepare(is, &h->entry, function, size, h->ours);
	*h->original = h->prepared ? h->entry.original : NULL;
	return h->prepared;
}

/* All of a library's hooks or none: half of them would tell lies. But for those that are
 * optional: each does nothing where the others are absent. */
static bool place(enum library library)
{
	struct island is;
	bool all = island_open(&is, objects[library].start, objects[library].end);
	for (int i = 0; i < HOOKS && all; i++)
		if (hooks[i].library == library)
			all = prepare(&is, &hooks[i]) || hooks[i].optional;
	all = all && island_seal(&is);
	for (int i = 0; i < HOOKS && all; i++)
		if (hooks[i].library != library)
			continue;
		else if (hooks[i].prepared)
			entry_switch(&hooks[i].entry);
		else if (!*hooks[i].original)
			unseen_hook(hooks[i].symbol);
	return all;
}

static void unplaced(enum library library)
{
	for (int i = 0; i < HOOKS; i++)
		if (hooks[i].library == library)
			unseen_hook(hooks[i].symbol);
}

/* Placed in every process that has GLib; nothing happens in them before the first
 * source or loop, for wrappers are linked with GLib, too, that only start others. */
static void on_library(void)
{
	static bool placed;
	bool come[LIBRARIES];
	for (int i = 0; i < LIBRARIES; i++) {
		come[i] = !have[i] && object_find(names[i], &objects[i]);
		have[i] |= come[i];
	}
	if (come[GLIB] && !(placed = resolve(GLIB) && place(GLIB)))
		unplaced(GLIB);
	if (come[GIO] && placed && !(resolve(GIO) && place(GIO)))
		unplaced(GIO);
	if (come[GOBJECT] && placed && !glib_with_qt() && !(resolve(GOBJECT) && place(GOBJECT)))
		unplaced(GOBJECT);
	if (come[GTK3] && placed && !place(GTK3))
		unplaced(GTK3);
	if (come[GTK4] && placed && !(resolve(GOBJECT) && resolve(GTK4) && place(GTK4)))
		unplaced(GTK4);
	if (come[GLIB])
		unseen_of(&objects[GLIB]);
}

static const struct backend glib_backend = { .name = "GLib", .on_library = on_library };
LOOP_BACKEND(glib_backend);

static bool on;

bool glib_hooks_on(void)
{
	return on;
}

static bool calls(enum library l, const void *back)
{
	return have[l] && called_by(&objects[l], back);
}

bool glib_is_waiting(const void *caller)
{
	return calls(GIO, caller) || calls(GTK4, caller);
}

bool glib_with_gtk(void)
{
	return gtk_hooked.widget_map != NULL;
}

static bool begin(void)
{
	on = loops_begin() && sources_init() && gtk_input_init();
	if (on && glib_with_gtk() && !glib_with_qt())
		gtk_input_plays();
	return on;
}

/* The first source may be any thread's. */
bool glib_hooks_begin(void)
{
	static struct once begun;
	return once(&begun, begin);
}

bool glib_with_qt(void)
{
	return have[QT5] || have[QT6];
}

/* Not only QtCore: the platform plugins have sources of their own. */
bool glib_is_qt(const void *caller)
{
	struct object library;
	Dl_info info;
	return glib_with_qt() && dladdr(caller, &info) && info.dli_fname &&
	       (strstr(info.dli_fname, "/libQt5") || strstr(info.dli_fname, "/libQt6") ||
		strstr(info.dli_fname, "/plugins/platforms/")) &&
	       object_at(caller, &library) && called_by(&library, caller);
}

bool glib_is_program(const void *function)
{
	for (int i = 0; i < QT5; i++)
		if (calls(i, function))
			return false;
	return true;
}

bool glib_is_gio(const void *caller)
{
	return calls(GIO, caller);
}

bool glib_is_gios(const void *function)
{
	return have[GIO] && (uintptr_t)function >= objects[GIO].start && (uintptr_t)function < objects[GIO].end;
}
