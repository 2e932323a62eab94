// gtk.h: what is asked of GTK 3 or 4, by symbols that are looked up in the process.
//
// Nothing here links GTK, GDK or GObject, and none of their headers is read: the types
// are names alone. A function that one of the two versions lacks is null in the other.
// Rule: only accessors of GTK's own classes are called; none of them changes what the
// program sees.
#ifndef GTKWIDGETS_GTK_H
#define GTKWIDGETS_GTK_H
#include <glib.h>

#include <cstdint>
#include <string>
#include <vector>

namespace gtk {

struct Widget; // GtkWidget
struct Event;  // GdkEvent
struct Surface; // GdkWindow of GTK 3, GdkSurface of GTK 4
struct Display; // GdkDisplay

struct Functions {
	unsigned long (*type_from_name)(const char *name);
	int (*is_a)(const void *instance, unsigned long type);
	const char *(*type_name)(const void *instance);
	void *(*ref)(void *object);
	void (*unref)(void *object);
	void (*free)(void *memory);
	void (*list_free)(GList *list);
	GSource *(*source_new)(GSourceFuncs *funcs, guint size);
	guint (*source_attach)(GSource *source, GMainContext *context);
	void (*source_set_priority)(GSource *source, gint priority);
	void (*source_set_ready_time)(GSource *source, gint64 us);
	gint64 (*source_ready_time)(GSource *source);
	GSource *(*source_of)(GMainContext *context, guint id);
	void (*source_set_can_recurse)(GSource *source, gboolean can);
	void (*source_unref)(GSource *source);
	void (*source_destroy)(GSource *source);
	gint64 (*monotonic_time)();
	void (*wakeup)(GMainContext *context);
	void *(*default_application)();
	void (*application_quit)(void *application);
	unsigned (*model_items)(void *model);
	void *(*model_item)(void *model, unsigned at);

	Display *(*default_display)();
	unsigned long (*window_xid)(Surface *window), (*surface_xid)(Surface *surface);
	unsigned (*main_level)();
	void (*main_quit)();

	GList *(*list_toplevels)(); // GTK 3
	void *(*toplevels)();       // GTK 4
	Surface *(*widget_window)(Widget *widget);
	Surface *(*native_surface)(Widget *native);
	void (*native_transform)(Widget *native, double *x, double *y);
	Widget *(*widget_native)(Widget *widget);
	Widget *(*widget_toplevel)(Widget *widget);
	Widget *(*widget_root)(Widget *widget);
	Widget *(*parent)(Widget *widget);
	Widget *(*first_child)(Widget *widget), *(*next_sibling)(Widget *widget);
	void (*forall)(Widget *container, void (*f)(Widget *child, void *data), void *data);
	int (*mapped)(Widget *widget), (*sensitive)(Widget *widget);
	int (*width)(Widget *widget), (*height)(Widget *widget);
	int (*translate)(Widget *from, Widget *to, int x, int y, int *tox, int *toy);
	int (*translate4)(Widget *from, Widget *to, double x, double y, double *tox, double *toy);
	const char *(*name)(Widget *widget);
	void *(*style)(Widget *widget);
	int (*style_has)(void *style, const char *cls);
	const char *(*buildable_name)(Widget *widget), *(*buildable_id)(Widget *widget);
	char *(*tooltip)(Widget *widget);
	const char *(*title)(Widget *window);
	int (*window_type)(Widget *window), (*type_hint)(Widget *window);
	int (*is_active)(Widget *window), (*modal)(Widget *window);
	Widget *(*focus)(Widget *window);
	Widget *(*transient_for)(Widget *window);
	Widget *(*grab)();
	Widget *(*window_group)(Widget *window), *(*group_grab)(Widget *group);
	const char *(*label_text)(Widget *label);
	int (*entry_shows)(Widget *entry), (*text_shows)(Widget *text);
	int (*editable)(Widget *editable), (*view_editable)(Widget *view);
	Widget *(*submenu)(Widget *item);
	int (*pages)(Widget *notebook);
	Widget *(*page)(Widget *notebook, int at), *(*tab)(Widget *notebook, Widget *page);
	GSList *(*accel_groups)(Widget *window);
	void *(*accel_find)(void *group, int (*f)(unsigned *key, void *closure, void *data), void *data);
	char **(*action_list)(void *application), **(*accels_for)(void *application, const char *action);
	int (*accel_parse)(const char *accelerator, unsigned *key, int *modifiers);
	void (*strings_free)(char **strings);

	int (*event_type)(const Event *event);
	unsigned (*event_time)(const Event *event);
	int (*event_button)(const Event *event, unsigned *button);
	int (*event_keyval)(const Event *event, unsigned *keyval);
	int (*event_state)(const Event *event, unsigned *state);
	int (*event_coords)(const Event *event, double *x, double *y);
	int (*window_origin)(Surface *window, int *x, int *y);
	int (*event_direction)(const Event *event, int *direction);
	int (*event_deltas)(const Event *event, double *x, double *y);
	Surface *(*event_window)(const Event *event);
	int (*window_gone)(Surface *window);
	void (*window_user_data)(Surface *window, Widget **widget);
	unsigned (*keyval_to_unicode)(unsigned keyval);
	Surface *(*event_surface)(const Event *event);
	unsigned (*button_of)(const Event *event), (*keyval_of)(const Event *event), (*state_of)(const Event *event);
	int (*direction_of)(const Event *event), (*position_of)(const Event *event, double *x, double *y);
	void (*deltas_of)(const Event *event, double *x, double *y);
	Widget *(*native_for)(Surface *surface);
};

// Null until GTK is loaded.
const Functions *functions();
bool hasDisplay();
bool isGtk4();

bool is(const void *instance, const char *type);
std::string classOf(const void *instance);

} // namespace gtk
#endif
