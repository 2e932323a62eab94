// uv.cpp: libuv's loops and handles. Each use has a loop of its own and turns it to its end.
#include "entry.h"
#include <cerrno>
#include <csignal>
#include <initializer_list>
#include <cstdio>
#include <cstring>
#include <unistd.h>
#include <uv.h>

#define USE [] () -> void

static thread_local int ran; // what is called counts here

template <class H> static void closes(H *h)
{
	if (!uv_is_closing(reinterpret_cast<uv_handle_t *>(h)))
		uv_close(reinterpret_cast<uv_handle_t *>(h), [] (uv_handle_t *) { ran++; });
}

// with_loop: f starts something, and gives how often something must be called.
template <class F> static void with_loop(F f)
{
	uv_loop_t loop;

	MUST(uv_loop_init(&loop) == 0);
	ran = 0;
	int want = f(&loop);
	MUST(uv_run(&loop, UV_RUN_DEFAULT) == 0);
	MUST(ran == want);
	MUST(uv_loop_close(&loop) == 0);
	errno = 77; // not said by libuv
}

// once: a handle of a phase of the loop that ends itself, beside an idle one that makes
// the loop turn.
template <class H, class I, class S> static void once(I init, S start)
{
	with_loop([&] (uv_loop_t *l) {
		static thread_local H h;
		static thread_local uv_idle_t turns;

		MUST(init(l, &h) == 0 && uv_idle_init(l, &turns) == 0);
		MUST(start(&h, [] (H *self) { ran++; closes(self); closes(&turns); }) == 0);
		MUST(uv_idle_start(&turns, [] (uv_idle_t *) {}) == 0);
		return 3;
	});
}

static void timer(uint64_t repeat)
{
	with_loop([&] (uv_loop_t *l) {
		static thread_local uv_timer_t h;

		MUST(uv_timer_init(l, &h) == 0);
		MUST(uv_timer_start(&h, [] (uv_timer_t *self) { ran++; if (ran < 2 && uv_timer_get_repeat(self)) MUST(uv_timer_again(self) == 0); else { MUST(uv_timer_stop(self) == 0); closes(self); } }, 0, repeat) == 0);
		return repeat ? 3 : 2;
	});
}

static void async()
{
	with_loop([] (uv_loop_t *l) {
		static thread_local uv_async_t h;

		MUST(uv_async_init(l, &h, [] (uv_async_t *self) { ran++; closes(self); }) == 0);
		MUST(uv_async_send(&h) == 0);
		return 2;
	});
}

// A server of a pipe that is told how a client ends: connection, bytes, the end of the
// stream. The peers are this thread's own.
struct peers {
	uv_pipe_t server, client, served;
	uv_connect_t connect;
	uv_write_t write;
	uv_shutdown_t shutdown;
	char bytes[16];
	bool with_write2, with_connect2;
};

static thread_local peers p;

static void allocates(uv_handle_t *, size_t, uv_buf_t *b) { *b = uv_buf_init(p.bytes, sizeof p.bytes); }

static void reads(uv_stream_t *from, ssize_t n, const uv_buf_t *)
{
	if (n >= 0)
		return;
	MUST(n == UV_EOF);
	MUST(uv_read_stop(from) == 0);
	ran++;
	closes(&p.served);
	closes(&p.client);
	closes(&p.server);
}

static void accepted(uv_stream_t *server, int status)
{
	MUST(status == 0 && uv_accept(server, reinterpret_cast<uv_stream_t *>(&p.served)) == 0);
	MUST(uv_read_start(reinterpret_cast<uv_stream_t *>(&p.served), allocates, reads) == 0);
	ran++;
}

static void connected(uv_connect_t *, int status)
{
	static char text[] = "abc";
	uv_buf_t b = uv_buf_init(text, 3);
	uv_stream_t *to = reinterpret_cast<uv_stream_t *>(&p.client);
	uv_write_cb written = [] (uv_write_t *, int done) { MUST(done == 0); ran++; };

	MUST(status == 0);
	MUST((p.with_write2 ? uv_write2(&p.write, to, &b, 1, nullptr, written) : uv_write(&p.write, to, &b, 1, written)) == 0);
	MUST(uv_shutdown(&p.shutdown, to, [] (uv_shutdown_t *, int done) { MUST(done == 0); ran++; }) == 0);
	ran++;
}

#if UV_VERSION_HEX >= (1 << 16 | 46 << 8)
static void connect2(uv_connect_t *r, uv_pipe_t *h, const char *path, uv_connect_cb done)
{
	MUST(uv_pipe_connect2(r, h, path, strlen(path), 0, done) == 0);
}
#else
static constexpr auto connect2 = uv_pipe_connect; // there is no other
#endif

static void pipes(bool with_write2, bool with_connect2 = false)
{
	const char *path = mine("pipe");

	unlink(path);
	with_loop([&] (uv_loop_t *l) {
		p.with_write2 = with_write2;
		p.with_connect2 = with_connect2;
		MUST(uv_pipe_init(l, &p.server, 0) == 0);
		for (uv_pipe_t *h : { &p.client, &p.served })
			MUST(uv_pipe_init(l, h, with_write2) == 0);
		MUST(uv_pipe_bind(&p.server, path) == 0);
		MUST(uv_listen(reinterpret_cast<uv_stream_t *>(&p.server), 5, accepted) == 0);
		if (p.with_connect2)
			connect2(&p.connect, &p.client, path, connected);
		else
			uv_pipe_connect(&p.connect, &p.client, path, connected);
		return 8;
	});
}

static void tcp()
{
	with_loop([] (uv_loop_t *l) {
		static thread_local uv_tcp_t server, client;
		static thread_local uv_connect_t r;
		sockaddr_in at = {};
		sockaddr_storage bound = {};
		int n = sizeof bound;

		MUST(uv_tcp_init(l, &server) == 0 && uv_tcp_init(l, &client) == 0 && uv_ip4_addr("127.0.0.1", 0, &at) == 0);
		MUST(uv_tcp_bind(&server, reinterpret_cast<sockaddr *>(&at), 0) == 0);
		MUST(uv_listen(reinterpret_cast<uv_stream_t *>(&server), 5, [] (uv_stream_t *self, int) { closes(self); }) == 0);
		MUST(uv_tcp_getsockname(&server, reinterpret_cast<sockaddr *>(&bound), &n) == 0);
		MUST(uv_tcp_connect(&r, &client, reinterpret_cast<sockaddr *>(&bound), [] (uv_connect_t *c, int status) { MUST(status == 0); ran++; closes(c->handle); }) == 0);
		return 3;
	});
}

static void udp()
{
	with_loop([] (uv_loop_t *l) {
		static thread_local uv_udp_t to, from;
		static thread_local uv_udp_send_t r;
		static char text[] = "abc";
		sockaddr_in at = {};
		sockaddr_storage bound = {};
		int n = sizeof bound;
		uv_buf_t b = uv_buf_init(text, 3);

		MUST(uv_udp_init(l, &to) == 0 && uv_udp_init(l, &from) == 0 && uv_ip4_addr("127.0.0.1", 0, &at) == 0);
		MUST(uv_udp_bind(&to, reinterpret_cast<sockaddr *>(&at), 0) == 0);
		MUST(uv_udp_getsockname(&to, reinterpret_cast<sockaddr *>(&bound), &n) == 0);
		MUST(uv_udp_recv_start(&to, allocates, [] (uv_udp_t *self, ssize_t got, const uv_buf_t *, const sockaddr *, unsigned) { if (got != 3) return; ran++; MUST(uv_udp_recv_stop(self) == 0); closes(self); closes(&from); }) == 0);
		MUST(uv_udp_send(&r, &from, &b, 1, reinterpret_cast<sockaddr *>(&bound), [] (uv_udp_send_t *, int status) { MUST(status == 0); }) == 0);
		return 3;
	});
}

static void poll()
{
	with_loop([] (uv_loop_t *l) {
		static thread_local uv_poll_t h;
		static thread_local int fds[2];

		MUST(pipe(fds) == 0 && uv_poll_init(l, &h, fds[1]) == 0);
		MUST(uv_poll_start(&h, UV_WRITABLE, [] (uv_poll_t *self, int status, int) { MUST(status == 0); ran++; MUST(uv_poll_stop(self) == 0); closes(self); close(fds[0]); close(fds[1]); }) == 0);
		return 2;
	});
}

static void signals(bool again)
{
	with_loop([&] (uv_loop_t *l) {
		static thread_local uv_signal_t h;
		uv_signal_cb gone = [] (uv_signal_t *, int) {};

		MUST(uv_signal_init(l, &h) == 0);
		MUST((again ? uv_signal_start(&h, gone, SIGWINCH) : uv_signal_start_oneshot(&h, gone, SIGWINCH)) == 0);
		MUST(uv_signal_stop(&h) == 0);
		closes(&h);
		return 1;
	});
}

static void watched()
{
	with_loop([] (uv_loop_t *l) {
		static thread_local uv_fs_event_t h;
		static thread_local uv_fs_poll_t polled;

		MUST(uv_fs_event_init(l, &h) == 0 && uv_fs_poll_init(l, &polled) == 0);
		MUST(uv_fs_event_start(&h, [] (uv_fs_event_t *, const char *, int, int) {}, "/", 0) == 0);
		MUST(uv_fs_poll_start(&polled, [] (uv_fs_poll_t *, int, const uv_stat_t *, const uv_stat_t *) {}, "/", 1000) == 0);
		MUST(uv_fs_event_stop(&h) == 0 && uv_fs_poll_stop(&polled) == 0);
		closes(&h);
		closes(&polled);
		return 2;
	});
}

static void pooled()
{
	with_loop([] (uv_loop_t *l) {
		static thread_local uv_work_t r;
		static thread_local uv_random_t random;
		static thread_local char bytes[8];

		MUST(uv_queue_work(l, &r, [] (uv_work_t *) {}, [] (uv_work_t *, int status) { MUST(status == 0); ran++; }) == 0);
		MUST(uv_random(l, &random, bytes, sizeof bytes, 0, [] (uv_random_t *, int status, void *, size_t) { MUST(status == 0); ran++; }) == 0);
		return 2;
	});
}

static void names()
{
	with_loop([] (uv_loop_t *l) {
		static thread_local uv_getaddrinfo_t r;
		static thread_local uv_getnameinfo_t n;
		addrinfo hints = {};
		sockaddr_in at = {};

		hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
		MUST(uv_getaddrinfo(l, &r, [] (uv_getaddrinfo_t *, int status, addrinfo *found) { MUST(status == 0); ran++; uv_freeaddrinfo(found); }, "127.0.0.1", "80", &hints) == 0);
		MUST(uv_ip4_addr("127.0.0.1", 80, &at) == 0);
		MUST(uv_getnameinfo(l, &n, [] (uv_getnameinfo_t *, int status, const char *, const char *) { MUST(status == 0); ran++; }, reinterpret_cast<sockaddr *>(&at), NI_NUMERICHOST | NI_NUMERICSERV) == 0);
		return 2;
	});
}

static void spawned()
{
	with_loop([] (uv_loop_t *l) {
		static thread_local uv_process_t h;
		static char program[] = "/bin/true";
		char *args[] = { program, nullptr };
		uv_process_options_t o = {};

		o.file = program;
		o.args = args;
		o.exit_cb = [] (uv_process_t *self, int64_t status, int) { MUST(status == 0); ran++; closes(self); };
		MUST(uv_spawn(l, &h, &o) == 0);
		return 2;
	});
}

static void stopped()
{
	uv_loop_t loop;
	uv_idle_t h;

	MUST(uv_loop_init(&loop) == 0 && uv_idle_init(&loop, &h) == 0);
	MUST(uv_idle_start(&h, [] (uv_idle_t *self) { uv_stop(self->loop); }) == 0);
	MUST(uv_run(&loop, UV_RUN_DEFAULT) != 0);
	uv_close(reinterpret_cast<uv_handle_t *>(&h), nullptr);
	MUST(uv_run(&loop, UV_RUN_NOWAIT) == 0 && uv_loop_close(&loop) == 0);
	errno = 77;
}

static void resets()
{
	with_loop([] (uv_loop_t *l) {
		static thread_local uv_tcp_t h;

		MUST(uv_tcp_init_ex(l, &h, AF_INET) == 0);
		MUST(uv_tcp_close_reset(&h, [] (uv_handle_t *) { ran++; }) == 0);
		return 1;
	});
}

static void walks()
{
	with_loop([] (uv_loop_t *l) {
		static thread_local uv_idle_t h;

		MUST(uv_idle_init(l, &h) == 0);
		uv_walk(l, [] (uv_handle_t *, void *) { ran++; }, nullptr);
		closes(&h);
		return 2;
	});
}

// For libuv the child of a fork may use no loop that was there before; these make their own,
// but a lock of libuv's may be held by the other thread.
const entry uv_entries[] = {
	{ "uv_run", USE { timer(0); }, UNCANCELLED },
	{ "uv_stop", stopped, UNCANCELLED },
	{ "uv_close", USE { timer(0); }, UNCANCELLED },
	{ "uv_tcp_close_reset", resets, UNCANCELLED },
	{ "uv_walk", walks, UNCANCELLED },
	{ "uv_timer_start", USE { timer(0); }, UNCANCELLED },
	{ "uv_timer_again", USE { timer(1); }, UNCANCELLED },
	{ "uv_timer_stop", USE { timer(1); }, UNCANCELLED },
	{ "uv_idle_start", USE { once<uv_idle_t>(uv_idle_init, uv_idle_start); }, UNCANCELLED },
	{ "uv_idle_stop", USE { with_loop([] (uv_loop_t *l) { static thread_local uv_idle_t h; MUST(uv_idle_init(l, &h) == 0 && uv_idle_start(&h, [] (uv_idle_t *self) { ran++; MUST(uv_idle_stop(self) == 0); }) == 0); MUST(uv_run(l, UV_RUN_DEFAULT) == 0); closes(&h); return 2; }); }, UNCANCELLED },
	{ "uv_check_start", USE { once<uv_check_t>(uv_check_init, uv_check_start); }, UNCANCELLED },
	{ "uv_check_stop", USE { with_loop([] (uv_loop_t *l) { static thread_local uv_check_t h; MUST(uv_check_init(l, &h) == 0 && uv_check_start(&h, [] (uv_check_t *) { MUST(false); }) == 0 && uv_check_stop(&h) == 0); closes(&h); return 1; }); }, UNCANCELLED },
	{ "uv_prepare_start", USE { once<uv_prepare_t>(uv_prepare_init, uv_prepare_start); }, UNCANCELLED },
	{ "uv_prepare_stop", USE { with_loop([] (uv_loop_t *l) { static thread_local uv_prepare_t h; MUST(uv_prepare_init(l, &h) == 0 && uv_prepare_start(&h, [] (uv_prepare_t *) { MUST(false); }) == 0 && uv_prepare_stop(&h) == 0); closes(&h); return 1; }); }, UNCANCELLED },
	{ "uv_async_init", async, UNCANCELLED },
	{ "uv_async_send", async, UNCANCELLED },
	{ "uv_queue_work", pooled, UNCANCELLED },
	{ "uv_random", pooled, UNCANCELLED },
	{ "uv_getaddrinfo", names, UNCANCELLED },
	{ "uv_getnameinfo", names, UNCANCELLED },
	{ "uv_listen", USE { pipes(false); }, UNCANCELLED },
	{ "uv_pipe_connect", USE { pipes(false); }, UNCANCELLED },
	{ "uv_pipe_connect2", USE { pipes(false, true); }, UNCANCELLED },
	{ "uv_read_start", USE { pipes(false); }, UNCANCELLED },
	{ "uv_read_stop", USE { pipes(false); }, UNCANCELLED },
	{ "uv_write", USE { pipes(false); }, UNCANCELLED },
	{ "uv_write2", USE { pipes(true); }, UNCANCELLED },
	{ "uv_shutdown", USE { pipes(false); }, UNCANCELLED },
	{ "uv_tcp_connect", tcp, UNCANCELLED },
	{ "uv_udp_send", udp, UNCANCELLED },
	{ "uv_udp_recv_start", udp, UNCANCELLED },
	{ "uv_udp_recv_stop", udp, UNCANCELLED },
	{ "uv_poll_start", poll, UNCANCELLED },
	{ "uv_poll_stop", poll, UNCANCELLED },
	{ "uv_signal_start", USE { signals(true); }, UNCANCELLED },
	{ "uv_signal_start_oneshot", USE { signals(false); }, UNCANCELLED },
	{ "uv_signal_stop", USE { signals(true); }, UNCANCELLED },
	{ "uv_fs_event_start", watched, UNCANCELLED },
	{ "uv_fs_event_stop", watched, UNCANCELLED },
	{ "uv_fs_poll_start", watched, UNCANCELLED },
	{ "uv_fs_poll_stop", watched, UNCANCELLED },
	{ "uv_spawn", spawned, UNCANCELLED },
	{},
};
