/* interpose_handles.c: libuv's functions that start, stop and close handles, and
 * spin the loop, under their own names.
 *
 * The program finds these before libuv's, for the library is preloaded. Each goes
 * on to libuv with a callback of ours in the place of the program's.
 */
#include "uvhooks.h"

#include <loopcore/steer.h>

#include "libuv.h"

#include <errno.h>

#define OURS(type) ((type)(void *)watch_calls)

/* What is no business of ours goes through. */
#define GUARD(name, ...) \
	do { \
		if (!REAL(name)) \
			return UV_ENOSYS; \
		if (!uv_hooks_on() || PASSES(name)) \
			return real_functions.name(__VA_ARGS__); \
	} while (0)

#define START(name, kind, type, ms, repeats, ...) \
	struct start start; \
	bool known = watch_of(&start, handle, kind, #name, (word)cb, 0); \
	type call = known ? OURS(type) : cb; \
	int result = real_functions.name(__VA_ARGS__); \
	watch_ends(&start, result, ms, repeats, HERE); \
	return result

ONWARD int uv_timer_start(uv_timer_t *handle, uv_timer_cb cb, uint64_t timeout, uint64_t repeat)
{
	GUARD(uv_timer_start, handle, cb, timeout, repeat);
	START(uv_timer_start, WATCH_TIMER, uv_timer_cb, timeout, repeat > 0, handle, call, timeout, repeat);
}

ONWARD int uv_timer_again(uv_timer_t *handle)
{
	GUARD(uv_timer_again, handle);
	struct start start;
	uint64_t repeat = handle->repeat;
	if (!repeat || !watch_of(&start, handle, WATCH_TIMER, "uv_timer_again", watch_call_of(handle), 0))
		return real_functions.uv_timer_again(handle);
	int result = real_functions.uv_timer_again(handle);
	watch_ends(&start, result, repeat, true, HERE);
	return result;
}

/* Some handles libuv leaves as they are where they are active, callback and all. */
static ONWARD bool is_active(const void *handle)
{
	return REAL(uv_is_active) && real_functions.uv_is_active(handle);
}

#define PHASE(name, type) \
	ONWARD int name##_start(type##_t *handle, type##_cb cb) \
	{ \
		GUARD(name##_start, handle, cb); \
		if (is_active(handle)) \
			return real_functions.name##_start(handle, cb); \
		START(name##_start, WATCH_LOOP, type##_cb, 0, true, handle, call); \
	}

PHASE(uv_idle, uv_idle)
PHASE(uv_prepare, uv_prepare)
PHASE(uv_check, uv_check)

ONWARD int uv_poll_start(uv_poll_t *handle, int events, uv_poll_cb cb)
{
	GUARD(uv_poll_start, handle, events, cb);
	if (!events) { /* libuv stops it */
		watch_stop(handle, HERE);
		return real_functions.uv_poll_start(handle, events, cb);
	}
	START(uv_poll_start, WATCH_SOCKET, uv_poll_cb, 0, true, handle, events, call);
}

ONWARD int uv_signal_start(uv_signal_t *handle, uv_signal_cb cb, int signum)
{
	GUARD(uv_signal_start, handle, cb, signum);
	START(uv_signal_start, WATCH_SOCKET, uv_signal_cb, 0, true, handle, call, signum);
}

ONWARD int uv_signal_start_oneshot(uv_signal_t *handle, uv_signal_cb cb, int signum)
{
	GUARD(uv_signal_start_oneshot, handle, cb, signum);
	START(uv_signal_start_oneshot, WATCH_SOCKET, uv_signal_cb, 0, false, handle, call, signum);
}

ONWARD int uv_fs_event_start(uv_fs_event_t *handle, uv_fs_event_cb cb, const char *path, unsigned int flags)
{
	GUARD(uv_fs_event_start, handle, cb, path, flags);
	START(uv_fs_event_start, WATCH_SOCKET, uv_fs_event_cb, 0, true, handle, call, path, flags);
}

ONWARD int uv_fs_poll_start(uv_fs_poll_t *handle, uv_fs_poll_cb cb, const char *path, unsigned int interval)
{
	GUARD(uv_fs_poll_start, handle, cb, path, interval);
	if (is_active(handle))
		return real_functions.uv_fs_poll_start(handle, cb, path, interval);
	START(uv_fs_poll_start, WATCH_SOCKET, uv_fs_poll_cb, 0, true, handle, call, path, interval);
}

ONWARD int uv_listen(uv_stream_t *handle, int backlog, uv_connection_cb cb)
{
	GUARD(uv_listen, handle, backlog, cb);
	START(uv_listen, WATCH_SOCKET, uv_connection_cb, 0, true, handle, backlog, call);
}

ONWARD int uv_read_start(uv_stream_t *handle, uv_alloc_cb alloc, uv_read_cb cb)
{
	GUARD(uv_read_start, handle, alloc, cb);
	struct start start;
	if (!alloc || !watch_of(&start, handle, WATCH_SOCKET, "uv_read_start", (word)cb, (word)alloc))
		return real_functions.uv_read_start(handle, alloc, cb);
	int result = real_functions.uv_read_start(handle, (uv_alloc_cb)(void *)watch_allocates,
						  OURS(uv_read_cb));
	watch_ends(&start, result, 0, true, HERE);
	return result;
}

ONWARD int uv_udp_recv_start(uv_udp_t *handle, uv_alloc_cb alloc, uv_udp_recv_cb cb)
{
	GUARD(uv_udp_recv_start, handle, alloc, cb);
	struct start start;
	if (!alloc || !watch_of(&start, handle, WATCH_SOCKET, "uv_udp_recv_start", (word)cb, (word)alloc))
		return real_functions.uv_udp_recv_start(handle, alloc, cb);
	int result = real_functions.uv_udp_recv_start(handle, (uv_alloc_cb)(void *)watch_allocates,
						      OURS(uv_udp_recv_cb));
	watch_ends(&start, result, 0, true, HERE);
	return result;
}

#define STOP(name, type) \
	ONWARD int name(type *handle) \
	{ \
		GUARD(name, handle); \
		watch_stop(handle, HERE); \
		return real_functions.name(handle); \
	}

STOP(uv_timer_stop, uv_timer_t)
STOP(uv_idle_stop, uv_idle_t)
STOP(uv_prepare_stop, uv_prepare_t)
STOP(uv_check_stop, uv_check_t)
STOP(uv_poll_stop, uv_poll_t)
STOP(uv_signal_stop, uv_signal_t)
STOP(uv_fs_event_stop, uv_fs_event_t)
STOP(uv_fs_poll_stop, uv_fs_poll_t)
STOP(uv_read_stop, uv_stream_t)
STOP(uv_udp_recv_stop, uv_udp_t)

ONWARD int uv_async_init(uv_loop_t *loop, uv_async_t *handle, uv_async_cb cb)
{
	GUARD(uv_async_init, loop, handle, cb);
	bool known = async_made(handle, (word)cb);
	int result = real_functions.uv_async_init(loop, handle, known ? (uv_async_cb)(void *)async_calls : cb);
	if (known && result < 0)
		async_forget(handle);
	return result;
}

ONWARD int uv_async_send(uv_async_t *handle)
{
	GUARD(uv_async_send, handle);
	async_sent(handle, HERE);
	return real_functions.uv_async_send(handle);
}

ONWARD int uv_spawn(uv_loop_t *loop, uv_process_t *handle, const uv_process_options_t *options)
{
	GUARD(uv_spawn, loop, handle, options);
	struct start start;
	if (!watch_of(&start, handle, WATCH_ONCE, "uv_spawn", (word)options->exit_cb, 0))
		return real_functions.uv_spawn(loop, handle, options);
	uv_process_options_t ours = *options;
	ours.exit_cb = OURS(uv_exit_cb);
	int result = real_functions.uv_spawn(loop, handle, &ours);
	watch_ends(&start, result, 0, false, HERE);
	return result;
}

ONWARD void uv_close(uv_handle_t *handle, uv_close_cb cb)
{
	if (!REAL(uv_close))
		return;
	if (uv_hooks_on() && !PASSES(uv_close))
		cb = watch_close(handle, cb, HERE);
	real_functions.uv_close(handle, cb);
}

/* libuv may refuse, so it is asked first; it calls back in the loop only. */
ONWARD int uv_tcp_close_reset(uv_tcp_t *handle, uv_close_cb cb)
{
	GUARD(uv_tcp_close_reset, handle, cb);
	int result = real_functions.uv_tcp_close_reset(handle, cb);
	if (result == 0)
		handle->close_cb = watch_close((uv_handle_t *)handle, cb, HERE);
	return result;
}

struct walk {
	uv_walk_cb call;
	void *arg;
};

static void walks(uv_handle_t *handle, void *walk)
{
	const struct walk *w = walk;
	w->call(handle, w->arg);
}

/* What the callback asks for is the program's, as what it would ask for itself. */
ONWARD void uv_walk(uv_loop_t *loop, uv_walk_cb cb, void *arg)
{
	struct walk walk = { cb, arg };
	if (!REAL(uv_walk))
		return;
	if (PASSES(uv_walk))
		real_functions.uv_walk(loop, cb, arg);
	else
		real_functions.uv_walk(loop, walks, &walk);
}

static ONWARD int turn(uv_loop_t *loop, uv_run_mode mode, bool *is_default, const void *stack)
{
	struct scope s SCOPED = { NULL, 0 };
	int saved = errno;
	struct thread *t = nest_thread(stack);
	if (t) {
		/* Start-up code that turns its loop step by step spins many loops: what
		 * comes in one of them could have come in another. */
		*is_default = mode == UV_RUN_DEFAULT && t->depth == 1;
		steer_loop(false);
		nest_loop(&s, t, loop, *is_default, mode == UV_RUN_NOWAIT ? 0 : LOOP_WAITS, "uv_run", stack);
	}
	errno = saved;
	return real_functions.uv_run(loop, mode);
}

ONWARD int uv_run(uv_loop_t *loop, uv_run_mode mode)
{
	GUARD(uv_run, loop, mode);
	bool is_default = false;
	int result = turn(loop, mode, &is_default, HERE);
	if (is_default)
		steer_loop(true);
	return result;
}

ONWARD void uv_stop(uv_loop_t *loop)
{
	if (!REAL(uv_stop))
		return;
	if (uv_hooks_on() && !PASSES(uv_stop))
		nest_reset(loop);
	real_functions.uv_stop(loop);
}
