/* loops.c: what turns GLib's loops, and ends them.
 *
 * Rules: a loop counts as nested only if it turns the context of the loop around it,
 * for nothing else of that context comes in another one's: the loop of a context of
 * its own (GIO's synchronous calls have such) is a slow call and what it dispatches are
 * calls of the handler. g_application_run turns its loop iteration by iteration: the first
 * of them opens the default loop, which is over with the function.
 */
#include "glibhooks.h"

#include <loopcore/called.h>
#include <loopcore/steer.h>

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

static __thread GMainContext *turning; /* the context of the innermost loop of ours */

/* Of g_application_run, while it is on the stack. */
struct application {
	struct scope s;
	const void *stack;
	bool turns;
};
static __thread struct application *running;

struct turn {
	struct scope s;
	GMainContext *before;
	bool opened;
};
#define TURN __attribute__((cleanup(turn_ends)))

static void turn_ends(struct turn *t)
{
	scope_close(&t->s);
	if (t->opened)
		turning = t->before;
}

static bool counts(const struct thread *t, const GMainContext *context)
{
	return t->depth == 1 || context == (turning ? turning : glib.context_default());
}

/* Who spins this loop: the exported function of GTK or GIO that called GLib, if a caller is
 * given. A look through a library's symbols: of a loop that is opened, not of each turn. */
static const char *spinner(const void *caller, const char *otherwise)
{
	struct object library;
	Dl_info info;
	if (caller && dladdr(caller, &info) && info.dli_sname && info.dli_fname &&
	    (strstr(info.dli_fname, "/libgtk-") || strstr(info.dli_fname, "/libgio-")) &&
	    object_at(caller, &library) && called_by(&library, caller))
		return info.dli_sname;
	return otherwise;
}

static void turn_begins(struct turn *turn, GMainContext *context, const void *loop, bool is_default,
			unsigned how, const void *caller, const char *what, const void *stack)
{
	int saved = errno;
	struct thread *t = glib_hooks_begin() ? nest_thread(stack) : NULL;
	*turn = (struct turn){ .before = turning };
	if (!context && t)
		context = glib.context_default();
	if (t && counts(t, context) && (loop || thread_top(t)->kind == FRAME_HANDLER)) {
		turn->opened = true;
		turning = context;
		steer_loop(false);
		if (!loop) /* nothing ends it: what it is to see must be there */
			steer_linger(thread_top(t)->label, thread_top(t)->loops + 1);
		nest_loop(&turn->s, t, loop, is_default && t->depth == 1, how, spinner(caller, what), stack);
		gtk_input_loop(t);
	}
	errno = saved;
}

static bool run(GMainLoop *loop, const void *caller, const void *stack)
{
	struct turn turn TURN;
	struct thread *t = glib_hooks_begin() ? nest_thread(stack) : NULL;
	bool is_default = t && t->depth == 1 && t->is_main;
	turn_begins(&turn, loop ? glib.loop_context(loop) : NULL, loop, true, 0,
		    caller, "g_main_loop_run", stack);
	glib.loop_run(loop);
	return is_default && turn.opened && !glib_is_waiting(caller); /* else the program goes on */
}

void on_loop_run(GMainLoop *loop)
{
	if (run(loop, __builtin_return_address(0), HERE))
		steer_loop(true);
}

void on_loop_quit(GMainLoop *loop)
{
	if (glib_hooks_on())
		nest_reset(loop);
	glib.loop_quit(loop);
}

/* The application's own loop begins with its first turn. */
static void application_turns(GMainContext *context, const void *caller)
{
	struct thread *t = running && !running->turns && glib_hooks_on() && glib_is_gio(caller) ?
			   nest_thread(running->stack) : NULL;
	if (!t || t->depth != 1)
		return;
	running->turns = true;
	turning = context ? context : glib.context_default();
	steer_loop(false);
	nest_loop(&running->s, t, NULL, true, 0, "g_application_run", running->stack);
	gtk_input_loop(t);
}

gboolean on_iteration(GMainContext *context, gboolean may_block)
{
	struct turn turn TURN;
	application_turns(context, __builtin_return_address(0));
	turn_begins(&turn, context, NULL, false, may_block ? LOOP_WAITS : 0, __builtin_return_address(0),
		    "g_main_context_iteration", HERE);
	return glib.iteration(context, may_block);
}

/* Called by GLib itself in every iteration, and by loops that are turned by hand. */
void on_dispatch_all(GMainContext *context)
{
	struct turn turn TURN;
	turn_begins(&turn, context, NULL, false, 0, NULL, "g_main_context_dispatch", HERE);
	glib.dispatch_all(context);
}

static void application_ends(struct application *a)
{
	scope_close(&a->s);
	if (a->turns)
		turning = NULL;
}

static int run_application(void *application, int argc, char **argv, const void *stack, bool *turned)
{
	struct application a __attribute__((cleanup(application_ends))) = { { NULL, 0 }, stack, false };
	struct application *before = running;
	running = &a;
	int status = glib.application_run(application, argc, argv);
	running = before;
	*turned = a.turns;
	return status;
}

int on_application_run(void *application, int argc, char **argv)
{
	bool turned = false;
	int status = run_application(application, argc, argv, HERE, &turned);
	if (turned)
		steer_loop(true);
	return status;
}
