/* points.h: the hook functions and the ways back, between the files of hooks. */
#ifndef SPARSEQT_POINTS_H
#define SPARSEQT_POINTS_H
#include "elfsym.h"
#include "steer.h"

#include <stdbool.h>
#include <stdint.h>

/* Where a hook stands on the stack: its frames are found stale by it. */
#define HERE __builtin_frame_address(0)

/* The ways back, filled in as the hooks are placed. */
struct originals {
	steer_post_fn *post_event;
	void (*destroy_event)(void *event);
	bool (*notify)(void *receiver, void *event);
	int (*exec)(void *loop, int flags);
	void (*exit)(void *loop, int code);
	bool (*loop_process)(void *loop, int flags);
	void (*loop_process_for)(void *loop, int flags, int ms);
	void (*app_process)(int flags);
	void (*app_process_for)(int flags, int ms);
	bool (*unix_process)(void *dispatcher, int flags);
	bool (*glib_process)(void *dispatcher, int flags);
	int (*app_exec)(void);
	void (*send_posted)(void *receiver, int type, void *data);
	void (*remove_posted)(void *receiver, int type);
	int (*register_timer)(void *dispatcher, int ms, int type, void *object);
	int (*register_timer64)(void *dispatcher, int64_t ms, int type, void *object); /* Qt 6 */
	bool (*unregister_timer)(void *list, int id);
	bool (*unregister_timers)(void *list, void *object);
	void (*window_system_event)(void *event);
	void (*set_visible)(void *window_private, bool visible);
	void (*unix_register)(void *dispatcher, void *notifier);
	void (*unix_unregister)(void *dispatcher, void *notifier);
	void (*glib_register)(void *dispatcher, void *notifier);
	void (*glib_unregister)(void *dispatcher, void *notifier);
};
extern struct originals qt;

/* events.c */
void on_post_event(void *receiver, void *event, int prio);
void on_destroy_event(void *event);
bool on_notify(void *receiver, void *event);
void on_remove_posted(void *receiver, int type);
int on_register_timer(void *dispatcher, int ms, int type, void *object);
int on_register_timer64(void *dispatcher, int64_t ms, int type, void *object);
bool on_unregister_timer(void *list, int id);
bool on_unregister_timers(void *list, void *object);
void on_window_system_event(void *event);
void on_set_visible(void *window_private, bool visible);
void on_unix_register(void *dispatcher, void *notifier);
void on_unix_unregister(void *dispatcher, void *notifier);
void on_glib_register(void *dispatcher, void *notifier);
void on_glib_unregister(void *dispatcher, void *notifier);
void chain_object_hooks(const struct object *core);

/* loops.c */
int on_exec(void *loop, int flags);
void on_exit(void *loop, int code);
bool on_loop_process(void *loop, int flags);
void on_loop_process_for(void *loop, int flags, int ms);
void on_app_process(int flags);
void on_app_process_for(int flags, int ms);
bool on_unix_process(void *dispatcher, int flags);
bool on_glib_process(void *dispatcher, int flags);
int on_app_exec(void);
void on_send_posted(void *receiver, int type, void *data);
#endif
