/* loops.c: hooks on what spins loops, ends them, and flushes queues.
 *
 * Loops turn by calling each other (exec calls processEvents, which calls the
 * dispatcher's): only the outermost call, made by a handler, is a loop.
 */
#include "points.h"

#include <loopcore/called.h>
#include <loopcore/inputs.h>
#include <loopcore/nest.h>

#include "dispatcher.h"
#include "held_notifiers.h"
#include "late_player.h"
#include "qml_script.h"
#include "qtabi.h"
#include "window_contents.h"

#include <errno.h>
#include <dlfcn.h>
#include <string.h>

/* "QMenu::exec" of "_ZN5QMenu4execE…"; the name itself where it is no such. */
static const char *readable(const char *mangled, char text[64])
{
	unsigned n = 0;
	const char *s = mangled;
	if (strncmp(s, "_ZN", 3) != 0)
		return mangled;
	for (s += 3 + (s[3] == 'K'); *s >= '1' && *s <= '9';) {
		unsigned length = 0;
		for (; *s >= '0' && *s <= '9'; s++)
			length = length * 10 + (unsigned)(*s - '0');
		if (length > 48 || n + length + 3 > 64 || strnlen(s, length) < length)
			return mangled;
		if (n)
			text[n++] = ':', text[n++] = ':';
		memcpy(text + n, s, length);
		n += length;
		s += length;
	}
	text[n] = 0;
	return n ? text : mangled;
}

/* Who spins this loop: the exported function that called exec, if it is Qt's. */
static const char *spinner(const void *caller, char text[64])
{
	struct object library;
	Dl_info info;
	if (dladdr(caller, &info) && info.dli_sname && info.dli_fname && strstr(info.dli_fname, "/libQt") &&
	    object_at(caller, &library) && called_by(&library, caller))
		return readable(info.dli_sname, text);
	return "QEventLoop::exec";
}

static void spins(struct passage *p, struct thread *t, const void *loop, bool is_default, unsigned how,
		  const char *what, const void *stack)
{
	char script[QML_SCRIPT];
	t->script = qml_script(t, stack, script);
	nest_loop(&p->s, t, loop, is_default, how, what, stack);
	t->script = NULL;
	inputs_loop(t, true);
}

void passage_ends(struct passage *p)
{
	scope_close(&p->s);
	if (p->count)
		--*p->count;
}

bool exec_begins(struct passage *p, void *loop, unsigned how, const void *caller, const void *stack)
{
	char text[64];
	int saved = errno;
	struct thread *t = nest_thread(stack);
	bool is_default = t && t->app_exec && t->depth == 1;
	*p = nothing_open;
	if (t) {
		if (t->is_main)
			late_player_comes();
		dispatcher_turns(t);
		passage_counts(p, &t->loop_level);
		steer_loop(false);
		spins(p, t, loop, is_default, how, spinner(caller, text), stack);
		window_contents_loop(t->is_main, false);
	}
	errno = saved;
	return is_default;
}

enum { NO_USER_INPUT = 1, WAIT_FOR_MORE = 4 }; /* QEventLoop::ProcessEventsFlag */

/* What is recorded of a loop with these flags. A patched QtCore does not say them. */
static unsigned how_it_turns(int flags)
{
	return (flags & NO_USER_INPUT ? LOOP_EXCLUDES_INPUT : 0) | (flags & WAIT_FOR_MORE ? LOOP_WAITS : 0);
}

static int turn(void *loop, int flags, const void *caller, const void *stack, bool *is_default)
{
	struct passage p PASSAGE;
	*is_default = exec_begins(&p, loop, how_it_turns(flags), caller, stack);
	return qt.exec(loop, flags);
}

int on_exec(void *loop, int flags)
{
	bool is_default;
	int code = turn(loop, flags, __builtin_return_address(0), HERE, &is_default);
	if (is_default) {
		steer_loop(true);
		window_contents_loop(true, true);
	}
	return code;
}

void on_exit(void *loop, int code)
{
	nest_reset(loop);
	qt.exit(loop, code);
}

/* A loop of processEvents, unless it is the turning of one that is open. */
void process_begins(struct passage *p, const char *what, unsigned how, const void *stack)
{
	int saved = errno;
	struct thread *t = nest_thread(stack);
	*p = nothing_open;
	if (t && thread_top(t)->kind == FRAME_HANDLER) {
		dispatcher_turns(t);
		steer_loop(false);
		steer_linger(thread_top(t)->label, thread_top(t)->loops + 1);
		spins(p, t, NULL, false, how, what, stack);
	}
	errno = saved;
}

/* A loop that does not wait never says that it is idle: input comes to it
 * as it turns, unless it wants none. */
static void input_comes(const struct passage *p, int flags)
{
	if (p->s.t && !(flags & (NO_USER_INPUT | WAIT_FOR_MORE)))
		inputs_loop(p->s.t, false);
}

bool on_loop_process(void *loop, int flags)
{
	struct passage p PASSAGE;
	process_begins(&p, "QEventLoop::processEvents", how_it_turns(flags) | LOOP_TURNS_ONCE, HERE);
	input_comes(&p, flags);
	return qt.loop_process(loop, flags);
}

void on_loop_process_for(void *loop, int flags, int ms)
{
	struct passage p PASSAGE;
	process_begins(&p, "QEventLoop::processEvents", how_it_turns(flags), HERE);
	input_comes(&p, flags);
	qt.loop_process_for(loop, flags, ms);
}

void on_app_process(int flags)
{
	struct passage p PASSAGE;
	process_begins(&p, "QCoreApplication::processEvents", how_it_turns(flags) | LOOP_TURNS_ONCE, HERE);
	input_comes(&p, flags);
	qt.app_process(flags);
}

void on_app_process_for(int flags, int ms)
{
	struct passage p PASSAGE;
	process_begins(&p, "QCoreApplication::processEvents", how_it_turns(flags), HERE);
	input_comes(&p, flags);
	qt.app_process_for(flags, ms);
}

void on_loop_process_until(void *loop, int flags, int64_t time, int64_t type_and_rest)
{
	struct passage p PASSAGE;
	process_begins(&p, "QEventLoop::processEvents", how_it_turns(flags), HERE);
	input_comes(&p, flags);
	qt.loop_process_until(loop, flags, time, type_and_rest);
}

void on_app_process_until(int flags, int64_t time, int64_t type_and_rest)
{
	struct passage p PASSAGE;
	process_begins(&p, "QCoreApplication::processEvents", how_it_turns(flags), HERE);
	input_comes(&p, flags);
	qt.app_process_until(flags, time, type_and_rest);
}

bool on_unix_process(void *dispatcher, int flags)
{
	struct passage p PASSAGE;
	process_begins(&p, "QAbstractEventDispatcher::processEvents", how_it_turns(flags) | LOOP_TURNS_ONCE, HERE);
	input_comes(&p, flags);
	NOTIFIERS_TURN(dispatcher);
	return qt.unix_process(dispatcher, flags);
}

bool on_glib_process(void *dispatcher, int flags)
{
	struct passage p PASSAGE;
	process_begins(&p, "QAbstractEventDispatcher::processEvents", how_it_turns(flags) | LOOP_TURNS_ONCE, HERE);
	NOTIFIERS_TURN(dispatcher);
	return qt.glib_process(dispatcher, flags);
}

void app_exec_begins(struct passage *p, const void *stack)
{
	struct thread *t = nest_thread(stack);
	*p = nothing_open;
	if (t)
		passage_counts(p, &t->app_exec);
}

int on_app_exec(void)
{
	struct passage p PASSAGE;
	app_exec_begins(&p, HERE);
	return qt.app_exec();
}

void flush_begins(struct passage *p, void *receiver, int type, const void *stack)
{
	int saved = errno;
	struct thread *t = nest_thread(stack);
	*p = nothing_open;
	if (t && thread_top(t)->kind == FRAME_HANDLER) {
		steer_flushed(receiver, type);
		nest_flush(&p->s, t, "QCoreApplication::sendPostedEvents", stack);
	}
	errno = saved;
}

void on_send_posted(void *receiver, int type, void *data)
{
	struct passage p PASSAGE;
	flush_begins(&p, receiver, type, HERE);
	qt.send_posted(receiver, type, data);
}
