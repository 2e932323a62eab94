/* glibhooks.h: between the files of the hooks on GLib.
 *
 * GLib's libraries call each other's public functions through the linker's table,
 * but their own directly: so entries are rewritten, as Qt's are. Rules: GLib is
 * reached by the pointers in `glib` only, for the process may have none; what
 * Qt's dispatcher attaches is Qt's business and recorded by the hooks on Qt;
 * nothing of GLib is called while it holds a lock of its own.
 */
#ifndef SPARSEGLIB_GLIBHOOKS_H
#define SPARSEGLIB_GLIBHOOKS_H
#include <loopcore/arrival.h>

#include <glib.h>
#include <glib-object.h>

typedef gboolean dispatch(GSource *source, GSourceFunc callback, gpointer data);

/* The ways back of what is hooked, and what is only called. */
struct glib {
	guint (*source_attach)(GSource *source, GMainContext *context);
	void (*source_destroy)(GSource *source);
	GSource *(*source_new)(GSourceFuncs *funcs, guint size);
	void (*loop_run)(GMainLoop *loop);
	void (*loop_quit)(GMainLoop *loop);
	gboolean (*iteration)(GMainContext *context, gboolean may_block);
	void (*dispatch_all)(GMainContext *context);
	void (*nullify)(gpointer *location);
	GThreadPool *(*pool_new_full)(GFunc function, gpointer user_data, GDestroyNotify item_free, gint threads, gboolean exclusive,
				      GError **error);
	gboolean (*pool_push)(GThreadPool *pool, gpointer data, GError **error);
	int (*application_run)(void *application, int argc, char **argv);
	void *(*message_bytes)(void *message, gsize *size, int capabilities, void *error);
	void *(*task_new)(void *source, void *cancellable, void (*callback)(void *, void *, void *), void *data);

	GMainContext *(*context_default)(void);
	gboolean (*is_owner)(GMainContext *context);
	GMainContext *(*loop_context)(GMainLoop *loop);
	gboolean (*is_destroyed)(GSource *source);
	gint64 (*ready_time)(GSource *source);
	void (*set_ready_time)(GSource *source, gint64 us);
	gint (*priority)(GSource *source);
	void (*set_priority)(GSource *source, gint priority);
	gboolean (*can_recurse)(GSource *source);
	void (*set_can_recurse)(GSource *source, gboolean can);
	void (*wakeup)(GMainContext *context);
	const char *(*name)(GSource *source);
	/* Of GIO; NULL without it. */
	const char *(*message_destination)(void *), *(*message_path)(void *);
	const char *(*message_interface)(void *), *(*message_member)(void *);
	int (*message_type)(void *);
	void *(*message_body)(void *);
	const void *(*variant_data)(void *);
	gsize (*variant_size)(void *);
	GSourceFuncs *idle, *timeout, *child, *signal, *io, *fd;
};
extern struct glib glib;

/* The ways back of what is hooked in GTK, and what is only called; NULL without it. */
struct gtk_hooked {
	void (*main_do_event)(void *event); /* 3 */
	void (*widget_map)(void *widget), (*widget_unmap)(void *widget);
	void (*grab_add)(void *widget), (*grab_remove)(void *widget); /* 3 */
	/* Of 4. */
	gsize (*surface_type)(void);
	void *(*display_default)(void);
	void *(*class_ref)(gsize type);
	guint (*signal_lookup)(const char *name, gsize type);
	gulong (*add_emission_hook)(guint signal, guint32 detail, void *hook, gpointer data, void *destroy);
	void *(*peek_pointer)(const void *value);
};
extern struct gtk_hooked gtk_hooked;

/* The ways back of what is hooked in GObject, and what is only called; NULL without it. */
struct gobject {
	GClosure *(*cclosure_new)(GCallback function, gpointer data, GClosureNotify destroy);
	GClosure *(*cclosure_new_swap)(GCallback function, gpointer data, GClosureNotify destroy);
	void (*marshal_guards)(GClosure *closure, gpointer before_data, GClosureNotify before, gpointer after_data, GClosureNotify after);
	gulong (*connect_data)(gpointer instance, const char *signal, GCallback function, gpointer data, GClosureNotify destroy, unsigned flags);
	gulong (*connect_object)(gpointer instance, const char *signal, GCallback function, gpointer object, unsigned flags);
	gpointer (*object_ref)(gpointer object);
	void (*invalidate_notifier)(GClosure *closure, gpointer data, GClosureNotify gone);
};
extern struct gobject gobject;

/* glibhooks.c */
bool glib_hooks_begin(void);   /* the program uses a loop: is there anything to record or to steer? */
bool glib_hooks_on(void);      /* was there? */
bool glib_with_qt(void);       /* is there a Qt, whose loop may be the one that turns GLib? */
bool glib_is_qt(const void *caller);
bool glib_is_gio(const void *caller);
bool glib_is_gios(const void *function); /* it lies in GIO */
bool glib_is_program(const void *function); /* of no library of GLib's or GTK's */
/* It waits for something in a loop of its own, in start-up code, too: GIO, GTK 4. */
bool glib_is_waiting(const void *caller);
bool glib_with_gtk(void);

/* sources.c: what is attached to a context, by its address. */
struct source {
	uint64_t id;            /* the same from attach to destroy */
	uint64_t number;        /* order of attaching */
	GMainContext *context;
	const char *what;       /* the function that asks for such a source */
	gint priority;
	enum sparse_kind kind;
	bool armed, recurses, idle;
	bool timed;             /* it is known when it is due */
	const void *task;       /* the GTask that it answers, or NULL */
	const void *holds;      /* the count of an object that the task keeps, or NULL */
	struct timer firing;    /* the coming event: its id, label and number */
};

bool sources_init(void);
gint64 glib_now_us(void);
guint on_source_attach(GSource *source, GMainContext *context);
void on_source_destroy(GSource *source);
GSource *on_source_new(GSourceFuncs *funcs, guint size);
/* A dispatch function is about to be called. */
gboolean source_dispatches(dispatch *real, GSource *source, GSourceFunc callback, gpointer data,
			   const void *stack);

/* dispatch.c: makes the source's dispatch function call source_dispatches. */
void dispatch_wrap(const GSourceFuncs *funcs);

/* pools.c */
GThreadPool *on_pool_new_full(GFunc function, gpointer user_data, GDestroyNotify item_free, gint threads, gboolean exclusive,
			      GError **error);
gboolean on_pool_push(GThreadPool *pool, gpointer data, GError **error);

/* tasks.c */
void *on_task_new(void *source, void *cancellable, void (*callback)(void *, void *, void *), void *data);
/* The GTask that a source, about to be attached by GIO, answers; NULL if it does not. It is asked once. */
const void *task_of(GSource *source, const void **count, uint64_t *asked);
/* The count of the references to what a GTask keeps, which a thread of GIO's is about to run; NULL if there is none. */
const void *task_holds(const void *task);
/* The second word of a GObject begins with its count. */
static inline const void *glib_count_of(const void *object) { return (const char *)object + sizeof(void *); }

/* sinks_dbus.c */
void *on_message_bytes(void *message, gsize *size, int capabilities, void *error);

/* loops.c */
void on_loop_run(GMainLoop *loop);
void on_loop_quit(GMainLoop *loop);
gboolean on_iteration(GMainContext *context, gboolean may_block);
void on_dispatch_all(GMainContext *context);
int on_application_run(void *application, int argc, char **argv);

/* gtk_input.c */
bool gtk_input_init(void);
void gtk_input_plays(void); /* from here on the inputs of a schedule are played there */
struct thread;
void gtk_input_loop(struct thread *t); /* a loop is about to turn */
void on_main_do_event(void *event);
void on_widget_map(void *widget);
void on_widget_unmap(void *widget);
void on_grab_add(void *widget);
void on_grab_remove(void *widget);
/* Around the dispatch of a source, whose handler is open in `scope`. */
struct display_turn {
	struct scope *scope;
	const void *stack;
	struct display_turn *before;
};
void display_turn_begins(struct display_turn *turn, GSource *source, struct scope *scope, const void *stack);
void display_turn_ends(struct display_turn *turn);

/* closures.c */
GClosure *on_cclosure_new(GCallback function, gpointer data, GClosureNotify destroy);
GClosure *on_cclosure_new_swap(GCallback function, gpointer data, GClosureNotify destroy);
void on_marshal_guards(GClosure *closure, gpointer before_data, GClosureNotify before, gpointer after_data, GClosureNotify after);
gulong on_connect_data(gpointer instance, const char *signal, GCallback function, gpointer data, GClosureNotify destroy, unsigned flags);
gulong on_connect_object(gpointer instance, const char *signal, GCallback function, gpointer object, unsigned flags);

/* weak_pointers.c */
void on_nullify(gpointer *location);

/* hold.c: what a schedule keeps back. */
/* True: it must not be dispatched now. */
bool glibhold_source(GSource *source, const struct source *s);
void glibhold_gone(const struct source *s);
/* A thread is about to attach it, maybe too early. */
void glibhold_thread(const struct source *s);
#endif
