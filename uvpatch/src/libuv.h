/* libuv.h: the ways from the hooks on libuv to libuv itself.
 *
 * libuv calls its own public functions through the linker's table, so what it
 * calls comes to the hooks, too: that is its own business and goes through
 * (real_is_inside). Rules: a hook that finds no libuv answers UV_ENOSYS; it never
 * ends the program. A function that goes on to one of libuv's that may call others is
 * ONWARD, and calls nothing of the program.
 *
 * Who called is told by where the call returns to, and a call that stands last is a
 * jump, which returns to the caller's caller. So of the program is also what returns to
 * a function of ours that called the program's callback; and of libuv what returns to one
 * that called libuv. They are told apart by where they stand. libuv itself calls none
 * of the program's callbacks that we know of: each is called by one of ours.
 */
#ifndef SPARSEUV_LIBUV_H
#define SPARSEUV_LIBUV_H
#include <loopcore/elfsym.h>
#include <loopcore/unseen.h>

#include <stdbool.h>
#include <uv.h>

#define ONWARD __attribute__((section("uv_onward")))

/* Of libuv 1.46 and later. */
UV_EXTERN int uv_pipe_connect2(uv_connect_t *req, uv_pipe_t *handle, const char *name, size_t namelen, unsigned flags,
			       uv_connect_cb cb);

#define REAL_FUNCTIONS(F) \
	F(uv_run) F(uv_stop) F(uv_walk) F(uv_close) F(uv_tcp_close_reset) F(uv_is_active) F(uv_now) \
	F(uv_timer_start) F(uv_timer_stop) F(uv_timer_again) \
	F(uv_idle_start) F(uv_idle_stop) F(uv_prepare_start) F(uv_prepare_stop) \
	F(uv_check_start) F(uv_check_stop) F(uv_poll_start) F(uv_poll_stop) \
	F(uv_signal_start) F(uv_signal_start_oneshot) F(uv_signal_stop) \
	F(uv_fs_event_start) F(uv_fs_event_stop) F(uv_fs_poll_start) F(uv_fs_poll_stop) \
	F(uv_read_start) F(uv_read_stop) F(uv_listen) F(uv_udp_recv_start) F(uv_udp_recv_stop) \
	F(uv_async_init) F(uv_async_send) F(uv_spawn) \
	F(uv_write) F(uv_write2) F(uv_shutdown) F(uv_tcp_connect) F(uv_pipe_connect) F(uv_pipe_connect2) \
	F(uv_udp_send) F(uv_queue_work) F(uv_getaddrinfo) F(uv_getnameinfo) F(uv_random) \
	F(uv_fs_access) F(uv_fs_chmod) F(uv_fs_chown) F(uv_fs_close) F(uv_fs_closedir) \
	F(uv_fs_copyfile) F(uv_fs_fchmod) F(uv_fs_fchown) F(uv_fs_fdatasync) F(uv_fs_fstat) \
	F(uv_fs_fsync) F(uv_fs_ftruncate) F(uv_fs_futime) F(uv_fs_lchown) F(uv_fs_link) \
	F(uv_fs_lstat) F(uv_fs_lutime) F(uv_fs_mkdir) F(uv_fs_mkdtemp) F(uv_fs_mkstemp) \
	F(uv_fs_open) F(uv_fs_opendir) F(uv_fs_read) F(uv_fs_readdir) F(uv_fs_readlink) \
	F(uv_fs_realpath) F(uv_fs_rename) F(uv_fs_rmdir) F(uv_fs_scandir) F(uv_fs_sendfile) \
	F(uv_fs_stat) F(uv_fs_statfs) F(uv_fs_symlink) F(uv_fs_unlink) F(uv_fs_utime) \
	F(uv_fs_write)

#define REAL_POINTER(name) __typeof__(&name) name;
struct real {
	REAL_FUNCTIONS(REAL_POINTER)
};
#undef REAL_POINTER

extern struct real real_functions;

/* Fills in what is missing; false if there is no libuv in this process. */
bool real_resolve(void);
/* Was this called by libuv? `caller` is where the call returns to. */
bool real_is_inside(const void *caller);

/* In a hook: what is no business of ours. */
#define PASSES(name) (real_is_inside(__builtin_return_address(0)) || unseen_sabotaged(#name))

/* The function itself, NULL if libuv has none of that name. */
#define REAL(name) \
	(real_functions.name || real_resolve() ? real_functions.name : NULL)
#endif
