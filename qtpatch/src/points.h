/* points.h: the hook functions and the ways back, between the files of hooks. */
#ifndef SPARSEQT_POINTS_H
#define SPARSEQT_POINTS_H
#include <loopcore/elfsym.h>
#include <loopcore/nest.h>
#include <loopcore/steer.h>

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* Where a hook stands on the stack: its frames are found stale by it. */
#define HERE __builtin_frame_address(0)

/* What a function returns in two registers: a timespec, a duration (the first one), or
 * an optional duration. Which of them, no symbol says. */
struct two_words {
	int64_t first, second;
};

/* The ways back, filled in as the hooks are placed. */
struct originals {
	void (*post_event)(void *receiver, void *event, int prio);
	void (*destroy_event)(void *event);
	bool (*notify)(void *receiver, void *event);
	int (*exec)(void *loop, int flags);
	void (*exit)(void *loop, int code);
	bool (*loop_process)(void *loop, int flags);
	void (*loop_process_for)(void *loop, int flags, int ms);
	void (*app_process)(int flags);
	void (*app_process_for)(int flags, int ms);
	void (*loop_process_until)(void *loop, int flags, int64_t time, int64_t type_and_rest);
	void (*app_process_until)(int flags, int64_t time, int64_t type_and_rest);
	bool (*unix_process)(void *dispatcher, int flags);
	bool (*glib_process)(void *dispatcher, int flags);
	int (*app_exec)(void);
	void (*send_posted)(void *receiver, int type, void *data);
	void (*remove_posted)(void *receiver, int type);
	int (*register_timer)(void *dispatcher, int ms, int type, void *object);
	int (*register_timer64)(void *dispatcher, int64_t ms, int type, void *object);
	int (*register_timer_for)(void *dispatcher, int64_t duration, int type, void *object);
	void (*single_shot)(int ms, int type, const void *receiver, const void *member);
	void (*single_shot_for)(int64_t duration, int type, const void *receiver, const void *member);
	void (*single_shot_slot)(int ms, int type, const void *receiver, void *slot);
	void (*single_shot_slot_for)(int64_t duration, int type, const void *receiver, void *slot);
	bool (*unregister_timer)(void *list, int id);
	bool (*unregister_timers)(void *list, void *object);
	void (*window_system_event)(void *event);
	void (*object_dying)(void *object);
	void *(*get_and_ref)(const void *object);
	void (*set_parent)(void *object_private, void *parent);
	void (*set_visible)(void *window_private, bool visible);
	void (*window_set_visible)(void *window, bool visible);
	void (*unix_register)(void *dispatcher, void *notifier);
	void (*unix_unregister)(void *dispatcher, void *notifier);
	void (*glib_register)(void *dispatcher, void *notifier);
	void (*glib_unregister)(void *dispatcher, void *notifier);
	struct two_words (*timer_now)(void *list);
	bool (*timer_wait)(void *list, struct timespec *wait);
	struct two_words (*timer_wait_for)(void *list);
	bool (*wait_for_done)(void *pool, int ms);
	bool (*wait_for_done_until)(void *pool, int64_t time, int64_t type_and_rest);
	void (*wait_for_finished)(void *future);
	void (*wait_for_result)(void *future, int index);
	bool (*thread_wait)(void *thread, unsigned long ms);
	bool (*future_running)(const void *future);
	bool (*future_finished)(const void *future);
	bool (*thread_running)(const void *thread);
	bool (*thread_finished)(const void *thread);
	bool (*thread_wait_until)(void *thread, int64_t time, int64_t type_and_rest);
	void (*semaphore_acquire)(void *semaphore, int n);
	void (*latch_wait)(void *latch, int count);
	void (*report_finished)(void *future);
	void (*schedule_render_job)(void *window, void *runnable, int stage);
	bool (*condition_wait)(void *condition, void *mutex, unsigned long ms);
	bool (*condition_wait_until)(void *condition, void *mutex, int64_t time, int64_t type_and_rest);
	void (*condition_wake_one)(void *condition);
	void (*condition_wake_all)(void *condition);
	void (*sync_scene_graph)(void *window_private);
	void (*render_scene_graph)(void *window_private, const void *size, const void *surface_size);
	void (*pool_start)(void *pool, void *runnable, int priority);
	bool (*pool_try_start)(void *pool, void *runnable);
	void (*pool_start_reserved)(void *pool, void *runnable);
	int (*add_shortcut)(void *map, void *owner, const void *keys, int context, void *matcher);
	void (*test_function)(const char *name);
	void (*test_data)(void *row);
	void (*engine_made)(void *engine, void *public_engine);
	void (*engine_dies)(void *engine);
};
extern struct originals qt;

/* The unit of the duration that a hooked function takes, in nanoseconds, as the
 * function's type has it. */
extern struct units {
	int64_t register_timer_for;
} qt_units;

/* What a function of Qt opened while it runs, and a counter that it raised. */
struct passage {
	struct scope s;
	int *count;
};
static const struct passage nothing_open;
#define PASSAGE __attribute__((cleanup(passage_ends)))

void passage_ends(struct passage *p);

static inline void passage_counts(struct passage *p, int *count)
{
	p->count = count;
	++*count;
}

/* The beginnings of hooked functions: what the hooks do before they go on to
 * Qt's code, and what a patched QtCore calls in its own (patched.c). `stack` is
 * where the function stands on the stack. */
bool post_begins(struct passage *p, void *receiver, void *event, int prio, const void *stack);
void event_dies(const void *event);
bool notify_begins(struct passage *p, void *receiver, void *event, const void *stack);
void timer_begins(int id, int64_t ms, int type, const void *object, const void *stack);
void notifier_begins(const void *object, bool enabled, const void *stack); /* or ends */
/* Says whether it is the default loop. `how` is of enum emit_loop. */
bool exec_begins(struct passage *p, void *loop, unsigned how, const void *caller, const void *stack);
void process_begins(struct passage *p, const char *what, unsigned how, const void *stack);
void app_exec_begins(struct passage *p, const void *stack);
void flush_begins(struct passage *p, void *receiver, int type, const void *stack);

/* events.c */
void on_post_event(void *receiver, void *event, int prio);
void on_destroy_event(void *event);
bool on_notify(void *receiver, void *event);
void on_remove_posted(void *receiver, int type);
int on_register_timer(void *dispatcher, int ms, int type, void *object);
int on_register_timer64(void *dispatcher, int64_t ms, int type, void *object);
int on_register_timer_for(void *dispatcher, int64_t duration, int type, void *object);
void on_single_shot(int ms, int type, const void *receiver, const void *member);
void on_single_shot_for(int64_t duration, int type, const void *receiver, const void *member);
void on_single_shot_slot(int ms, int type, const void *receiver, void *slot);
void on_single_shot_slot_for(int64_t duration, int type, const void *receiver, void *slot);
bool on_unregister_timer(void *list, int id);
bool on_unregister_timers(void *list, void *object);
int on_add_shortcut(void *map, void *owner, const void *keys, int context, void *matcher);
void on_window_system_event(void *event);
void on_set_visible(void *window_private, bool visible);
void on_window_set_visible(void *window, bool visible);
void on_set_parent(void *object_private, void *parent);
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
void on_loop_process_until(void *loop, int flags, int64_t time, int64_t type_and_rest);
void on_app_process_until(int flags, int64_t time, int64_t type_and_rest);
bool on_unix_process(void *dispatcher, int flags);
bool on_glib_process(void *dispatcher, int flags);
int on_app_exec(void);
void on_send_posted(void *receiver, int type, void *data);
#endif
