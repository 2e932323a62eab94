/* Nested GLib main loops, three deep, the outer ones ended first; GTasks on threads, some of
 * them cancelled; threads that queue idles for the main loop, also with a lock held; and
 * objects that are finalized meanwhile.
 *
 * Guaranteed, and looked after: a loop runs until its quit, and until those inside it are
 * over; a source does not come inside its own callback; a task calls back once, after its
 * thread's part, in the main context, and not inside the call that began it; one that is
 * cancelled says so; what one thread queues comes in its order; what was queued before a lock
 * was released is there after it was taken; what an object's end removes never comes. */
#include "../check.h"
#include <gio/gio.h>

static GMainLoop *loop;
static GMutex lock;
static GThread *main_thread;
static int parts = 5;

static void over(void)
{
	if (--parts == 0)
		g_main_loop_quit(loop);
}

/* Loops. */
typedef struct level {
	GMainLoop *loop;
	struct level *outer;
	gboolean asked, runs;
	char *memory;
} Level;
static gboolean inside_tick;
static int rounds, ticks;

static void spin(Level *level)
{
	level->memory = g_malloc0(16);
	level->runs = TRUE;
	g_main_loop_run(level->loop);
	level->runs = FALSE;
	HOLDS(level->asked, "a loop ended that nobody has ended");
	HOLDS(!level->outer || level->outer->runs, "an outer loop ended before an inner one");
	level->memory[0]++;
	g_free(level->memory);
	g_main_loop_unref(level->loop);
}

static gboolean end_level(gpointer data)
{
	Level *level = data;
	HOLDS(level->runs, "a loop is ended that is over");
	level->memory[1]++;
	level->asked = TRUE;
	g_main_loop_quit(level->loop);
	return G_SOURCE_REMOVE;
}

static gboolean third(gpointer data)
{
	Level *outer = data, level = {g_main_loop_new(NULL, FALSE), outer, FALSE, FALSE, NULL};
	if (rounds % 2) { /* the wrong order */
		end_level(outer->outer);
		end_level(outer);
	}
	g_timeout_add(4, end_level, &level);
	spin(&level);
	if (!outer->asked)
		g_idle_add(end_level, outer);
	return G_SOURCE_REMOVE;
}

static gboolean second(gpointer data)
{
	Level *outer = data, level = {g_main_loop_new(NULL, FALSE), outer, FALSE, FALSE, NULL};
	g_timeout_add(3, third, &level);
	spin(&level);
	if (!outer->asked)
		end_level(outer);
	return G_SOURCE_REMOVE;
}

static gboolean first(gpointer unused)
{
	Level level = {g_main_loop_new(NULL, FALSE), NULL, FALSE, FALSE, NULL};
	(void)unused;
	g_timeout_add(3, second, &level);
	spin(&level);
	if (++rounds < 5)
		g_idle_add(first, NULL);
	else
		over();
	return G_SOURCE_REMOVE;
}

static gboolean tick(gpointer unused)
{
	(void)unused;
	HOLDS(!inside_tick, "a source came inside its own callback");
	if (++ticks % 4 == 0) {
		Level level = {g_main_loop_new(NULL, FALSE), NULL, FALSE, FALSE, NULL};
		inside_tick = TRUE;
		g_timeout_add(5, end_level, &level);
		spin(&level);
		inside_tick = FALSE;
	}
	return ticks < 14 ? G_SOURCE_CONTINUE : (over(), G_SOURCE_REMOVE);
}

/* Tasks. */
typedef struct {
	int number;
	gint ran;
	gboolean begun, cancelled;
	char *memory;
} Job;
static int answered;

static void job_free(gpointer data)
{
	Job *job = data;
	g_free(job->memory);
	g_free(job);
}

static void do_job(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
	Job *job = data;
	(void)source;
	HOLDS(g_thread_self() != main_thread, "a task ran on the main thread");
	g_usleep(300 * (job->number % 5));
	job->memory[0]++;
	g_atomic_int_set(&job->ran, 1);
	if (!g_task_return_error_if_cancelled(task))
		g_task_return_int(task, job->number);
	(void)cancellable;
}

static void job_done(GObject *source, GAsyncResult *result, gpointer data)
{
	GError *error = NULL;
	Job *job = g_task_get_task_data(G_TASK(result));
	int number = (int)g_task_propagate_int(G_TASK(result), &error);
	(void)source;
	HOLDS(data == job && job->begun && g_thread_self() == main_thread, "a task called back inside the call that began it, or elsewhere");
	HOLDS(g_atomic_int_get(&job->ran) == 1 && job->memory[0] == 1, "a task called back before its thread's part");
	HOLDS(job->cancelled ? g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED) : number == job->number, "a task has another's answer");
	g_clear_error(&error);
	if (++answered == 12)
		over();
}

static gboolean start_jobs(gpointer unused)
{
	static int number;
	(void)unused;
	for (int i = 0; i < 4; i++) {
		GCancellable *cancellable = g_cancellable_new();
		Job *job = g_new0(Job, 1);
		GTask *task = g_task_new(NULL, cancellable, job_done, job);
		job->number = ++number;
		job->memory = g_malloc0(16);
		g_task_set_task_data(task, job, job_free);
		g_task_run_in_thread(task, do_job);
		if (i == 2) {
			g_cancellable_cancel(cancellable);
			job->cancelled = TRUE; /* it calls back in this case, whether or not it ran */
		}
		job->begun = TRUE;
		g_object_unref(task);
		g_object_unref(cancellable);
	}
	return number < 12 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

/* A thread that queues. */
static int queued, came;

static gboolean item(gpointer data)
{
	int *number = data;
	HOLDS(*number == ++came, "what one thread queues changed places");
	return G_SOURCE_REMOVE;
}

static gpointer queues(gpointer unused)
{
	(void)unused;
	for (int i = 1; i <= 15; i++) {
		int *number = g_new(int, 1);
		*number = i;
		g_mutex_lock(&lock);
		g_idle_add_full(G_PRIORITY_DEFAULT_IDLE, item, number, g_free);
		queued++;
		g_usleep(i % 3 * 200);
		g_mutex_unlock(&lock);
		g_usleep(900);
	}
	return NULL;
}

static gboolean look(gpointer thread)
{
	g_mutex_lock(&lock);
	int there = queued;
	g_mutex_unlock(&lock);
	HOLDS(came <= there, "what a thread queues came before it was queued");
	if (there < 15)
		return G_SOURCE_CONTINUE;
	g_thread_join(thread);
	while (came < 15) /* it is all there */
		HOLDS(g_main_context_iteration(NULL, FALSE), "what was queued before a lock was released is not there");
	over();
	return G_SOURCE_REMOVE;
}

/* Objects. */
typedef struct {
	GFile *file;
	guint source;
} Watch;

static gboolean never(gpointer watch)
{
	HOLDS(((Watch *)watch)->file == NULL, "a source came that a finalize removed");
	return G_SOURCE_REMOVE;
}

static void gone(gpointer data, GObject *where)
{
	static int n;
	Watch *watch = data;
	HOLDS((GObject *)watch->file == where, "another object's notice");
	g_source_remove(watch->source);
	g_free(watch);
	if (++n == 6)
		over();
}

static gboolean drop(gpointer object)
{
	g_object_unref(object);
	return G_SOURCE_REMOVE;
}

static gboolean hold_and_drop(gpointer unused)
{
	static int n;
	Watch *watch = g_new0(Watch, 1);
	(void)unused;
	watch->file = g_file_new_for_path("/");
	g_object_weak_ref(G_OBJECT(watch->file), gone, watch);
	g_timeout_add(6, drop, watch->file);
	watch->source = g_timeout_add(6, never, watch);
	return ++n < 6 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

int main(void)
{
	main_thread = g_thread_self();
	loop = g_main_loop_new(NULL, FALSE);
	g_timeout_add(4, first, NULL);
	g_timeout_add(7, tick, NULL);
	g_timeout_add(5, start_jobs, NULL);
	g_timeout_add(9, look, g_thread_new("queues", queues, NULL));
	g_timeout_add(8, hold_and_drop, NULL);
	g_main_loop_run(loop);
	g_main_loop_unref(loop);
	g_print("all tasks held their order\n");
	return 0;
}
