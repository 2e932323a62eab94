/* tail_calls.c: callbacks of a program that end in a jump to libuv, as compilers make them of a
 * call that stands last: libuv's function then returns to whoever called the callback.
 *
 * A word is a kind of callback, which ends in uv_timer_start (that of work in uv_async_send), or
 * what the callback of a timer ends in; `own` is what libuv calls by itself.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uv.h>

enum { SOON = 1, PATIENCE = 40 /* ms */ };

static uv_loop_t *loop;
static uv_timer_t timer, other, next;
static uv_idle_t idle;
static uv_prepare_t prepare;
static uv_check_t check;
static uv_poll_t poll_handle;
static uv_signal_t signal_handle;
static uv_async_t async;
static uv_work_t work;
static uv_fs_t fs;
static uv_fs_event_t event;
static uv_fs_poll_t file_poll;
static uv_getaddrinfo_t address;
static uv_getnameinfo_t name;
static uv_random_t random_request;
static uv_process_t process;
static uv_pipe_t server, client, other_end, connector;
static uv_tcp_t tcp;
static uv_udp_t receiver;
static uv_connect_t connecting;
static uv_write_t writing;
static uv_shutdown_t shutting;
static uv_udp_send_t sending;
static char byte, bytes[4];
static uv_buf_t buffer = { &byte, 1 };
static int ends[2];
static const char file[] = "watched", place[] = "socket";

static void done(uv_timer_t *h) { (void)h; uv_stop(loop); }

/* Must stand last in a callback. */
#define THEN uv_timer_start(&next, done, 0, 0)

static void times(uv_timer_t *h) { (void)h; THEN; }
static void idles(uv_idle_t *h) { (void)h; THEN; }
static void prepares(uv_prepare_t *h) { (void)h; THEN; }
static void checks(uv_check_t *h) { (void)h; THEN; }
static void polls(uv_poll_t *h, int status, int events) { (void)h, (void)status, (void)events; THEN; }
static void signals(uv_signal_t *h, int number) { (void)h, (void)number; THEN; }
static void is_sent(uv_async_t *h) { (void)h; THEN; }
static void closed(uv_handle_t *h) { (void)h; THEN; }
static void works(uv_work_t *w) { (void)w; uv_async_send(&async); }
static void works_alone(uv_work_t *w) { (void)w; }
static void worked(uv_work_t *w, int status) { (void)w, (void)status; THEN; }
static void allocates(uv_handle_t *h, size_t size, uv_buf_t *b) { (void)h, (void)size; *b = buffer; THEN; }
static void reads(uv_stream_t *h, ssize_t n, const uv_buf_t *b) { (void)h, (void)n, (void)b; THEN; }
static void connects(uv_connect_t *r, int status) { (void)r, (void)status; THEN; }
static void connected(uv_stream_t *h, int status) { (void)h, (void)status; THEN; }
static void wrote(uv_write_t *r, int status) { (void)r, (void)status; THEN; }
static void shut(uv_shutdown_t *r, int status) { (void)r, (void)status; THEN; }
static void sent(uv_udp_send_t *r, int status) { (void)r, (void)status; THEN; }
static void answered(uv_fs_t *r) { (void)r; THEN; }
static void changed(uv_fs_event_t *h, const char *path, int events, int status) { (void)h, (void)path, (void)events, (void)status; THEN; }
static void random_is(uv_random_t *r, int status, void *b, size_t n) { (void)r, (void)status, (void)b, (void)n; THEN; }
static void exited(uv_process_t *h, int64_t status, int number) { (void)h, (void)status, (void)number; THEN; }
static void walks(uv_handle_t *h, void *arg) { (void)h, (void)arg; THEN; }

static void receives(uv_udp_t *h, ssize_t n, const uv_buf_t *b, const struct sockaddr *from, unsigned flags)
{
	(void)h, (void)n, (void)b, (void)from, (void)flags;
	THEN;
}

static void file_polled(uv_fs_poll_t *h, int status, const uv_stat_t *before, const uv_stat_t *now)
{
	(void)h, (void)status, (void)before, (void)now;
	THEN;
}

static void address_is(uv_getaddrinfo_t *r, int status, struct addrinfo *list)
{
	(void)r, (void)status, (void)list;
	THEN;
}

static void name_is(uv_getnameinfo_t *r, int status, const char *host, const char *service)
{
	(void)r, (void)status, (void)host, (void)service;
	THEN;
}

static void gives(uv_handle_t *h, size_t size, uv_buf_t *b) { (void)h, (void)size; *b = buffer; }
static void nothing(uv_timer_t *h) { (void)h; }
static void sees(uv_stream_t *h, ssize_t n, const uv_buf_t *b) { (void)h, (void)n, (void)b; }
static void takes(uv_udp_t *h, ssize_t n, const uv_buf_t *b, const struct sockaddr *from, unsigned flags)
{
	(void)h, (void)n, (void)b, (void)from, (void)flags;
}

/* Ends in a call that is no jump: the frame is needed after it. */
static void walks_all(uv_timer_t *h) { (void)h; uv_walk(loop, walks, NULL); byte++; }

/* What the callback of a timer ends in. */
static void then_again(uv_timer_t *h) { (void)h; uv_timer_again(&other); }
static void then_timer_stop(uv_timer_t *h) { (void)h; uv_timer_stop(&other); }
static void then_idle(uv_timer_t *h) { (void)h; uv_idle_start(&idle, idles); }
static void then_prepare(uv_timer_t *h) { (void)h; uv_prepare_start(&prepare, prepares); }
static void then_check(uv_timer_t *h) { (void)h; uv_check_start(&check, checks); }
static void then_poll(uv_timer_t *h) { (void)h; uv_poll_start(&poll_handle, UV_READABLE, polls); }
static void then_signal(uv_timer_t *h) { (void)h; uv_signal_start(&signal_handle, signals, SIGUSR1); }
static void then_async(uv_timer_t *h) { (void)h; uv_async_send(&async); }
static void then_close(uv_timer_t *h) { (void)h; uv_close((uv_handle_t *)&other, closed); }
static void then_reset(uv_timer_t *h) { (void)h; uv_tcp_close_reset(&tcp, closed); }
static void then_work(uv_timer_t *h) { (void)h; uv_queue_work(loop, &work, works_alone, worked); }
static void then_read(uv_timer_t *h) { (void)h; uv_read_start((uv_stream_t *)&client, gives, reads); }
static void then_read_stop(uv_timer_t *h) { (void)h; uv_read_stop((uv_stream_t *)&client); }
static void then_write(uv_timer_t *h) { (void)h; uv_write(&writing, (uv_stream_t *)&client, &buffer, 1, wrote); }
static void then_shutdown(uv_timer_t *h) { (void)h; uv_shutdown(&shutting, (uv_stream_t *)&client, shut); }
static void then_fs(uv_timer_t *h) { (void)h; uv_fs_stat(loop, &fs, "/", answered); }
static void then_random(uv_timer_t *h) { (void)h; uv_random(loop, &random_request, bytes, sizeof(bytes), 0, random_is); }

static void write_file(uv_timer_t *h)
{
	static int size;
	FILE *f = fopen(file, "w");
	(void)h;
	for (int i = 0; f && i <= size; i++)
		fputc('x', f);
	size++;
	if (f)
		fclose(f);
}

static void pair(void)
{
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
		exit(1);
	uv_pipe_init(loop, &client, 0);
	uv_pipe_init(loop, &other_end, 0);
	uv_pipe_open(&client, ends[0]);
	uv_pipe_open(&other_end, ends[1]);
}

static void readable_pair(void)
{
	pair();
	if (write(ends[1], "x", 1) != 1)
		exit(1);
}

static void listens(uv_connection_cb comes, uv_connect_cb is_there)
{
	uv_pipe_init(loop, &server, 0);
	uv_pipe_init(loop, &connector, 0);
	if (uv_pipe_bind(&server, place) != 0 || uv_listen((uv_stream_t *)&server, 1, comes) != 0)
		exit(1);
	uv_pipe_connect(&connecting, &connector, place, is_there);
}

static void comes_not(uv_stream_t *h, int status) { (void)h, (void)status; }
static void is_there(uv_connect_t *r, int status) { (void)r, (void)status; }

static void udp(uv_udp_recv_cb came, uv_udp_send_cb went)
{
	struct sockaddr_in here;
	int size = sizeof(here);
	uv_ip4_addr("127.0.0.1", 0, &here);
	uv_udp_init(loop, &receiver);
	if (uv_udp_bind(&receiver, (struct sockaddr *)&here, 0) != 0 ||
	    uv_udp_getsockname(&receiver, (struct sockaddr *)&here, &size) != 0 ||
	    uv_udp_recv_start(&receiver, gives, came) != 0)
		exit(1);
	uv_udp_send(&sending, &receiver, &buffer, 1, (struct sockaddr *)&here, went);
}

static void soon(uv_timer_cb cb) { uv_timer_start(&timer, cb, SOON, 0); }
static void in_the_end(void) { uv_timer_start(&next, done, PATIENCE, 0); }

static void k_timer(void) { soon(times); }
static void k_idle(void) { uv_idle_start(&idle, idles); }
static void k_prepare(void) { uv_prepare_start(&prepare, prepares); uv_timer_start(&other, nothing, SOON, SOON); }
static void k_check(void) { uv_check_start(&check, checks); uv_timer_start(&other, nothing, SOON, SOON); }
static void k_poll(void) { uv_poll_start(&poll_handle, UV_READABLE, polls); if (write(ends[1], "x", 1) != 1) exit(1); }
static void k_signal(void) { uv_signal_start(&signal_handle, signals, SIGUSR1); raise(SIGUSR1); }
static void k_once(void) { uv_signal_start_oneshot(&signal_handle, signals, SIGUSR1); raise(SIGUSR1); }
static void k_async(void) { uv_async_send(&async); }
static void k_close(void) { uv_close((uv_handle_t *)&timer, closed); }
static void k_work(void) { uv_queue_work(loop, &work, works, NULL); }
static void k_worked(void) { uv_queue_work(loop, &work, works_alone, worked); }
static void k_alloc(void) { readable_pair(); uv_read_start((uv_stream_t *)&client, allocates, sees); }
static void k_read(void) { readable_pair(); uv_read_start((uv_stream_t *)&client, gives, reads); }
static void k_connection(void) { listens(connected, is_there); }
static void k_connect(void) { listens(comes_not, connects); }
static void k_write(void) { pair(); uv_write(&writing, (uv_stream_t *)&client, &buffer, 1, wrote); }
static void k_write2(void) { pair(); uv_write2(&writing, (uv_stream_t *)&client, &buffer, 1, NULL, wrote); }
static void k_shutdown(void) { pair(); uv_shutdown(&shutting, (uv_stream_t *)&client, shut); }
static void k_receive(void) { udp(receives, NULL); }
static void k_sent(void) { udp(takes, sent); }
static void k_fs(void) { uv_fs_stat(loop, &fs, "/", answered); }
static void k_random(void) { uv_random(loop, &random_request, bytes, sizeof(bytes), 0, random_is); }
static void k_walk(void) { soon(walks_all); }

static void k_address(void)
{
	struct addrinfo hints = { .ai_flags = AI_NUMERICHOST };
	uv_getaddrinfo(loop, &address, address_is, "127.0.0.1", NULL, &hints);
}

static void k_name(void)
{
	struct sockaddr_in here;
	uv_ip4_addr("127.0.0.1", 1, &here);
	uv_getnameinfo(loop, &name, name_is, (struct sockaddr *)&here, NI_NUMERICHOST | NI_NUMERICSERV);
}

static int spawns(uv_exit_cb ended)
{
	static char *arguments[] = { "true", NULL };
	uv_process_options_t options = { .exit_cb = ended, .file = "true", .args = arguments };
	return uv_spawn(loop, &process, &options);
}

static void k_exit(void) { if (spawns(exited) != 0) exit(1); }

static void k_event(void)
{
	write_file(NULL);
	uv_fs_event_init(loop, &event);
	if (uv_fs_event_start(&event, changed, ".", 0) != 0)
		exit(1);
	uv_timer_start(&other, write_file, SOON, SOON);
}

static void k_file_poll(void)
{
	write_file(NULL);
	uv_fs_poll_init(loop, &file_poll);
	uv_fs_poll_start(&file_poll, file_polled, file, SOON);
	uv_timer_start(&other, write_file, SOON, SOON);
}

static void o_again(void) { uv_timer_start(&other, nothing, PATIENCE, PATIENCE); soon(then_again); }
static void o_timer_stop(void) { uv_timer_start(&other, nothing, PATIENCE, 0); soon(then_timer_stop); }
static void o_idle(void) { soon(then_idle); }
static void o_prepare(void) { soon(then_prepare); }
static void o_check(void) { soon(then_check); }
static void o_poll(void) { soon(then_poll); }
static void o_signal(void) { soon(then_signal); }
static void o_async(void) { soon(then_async); }
static void o_close(void) { soon(then_close); }
static void o_reset(void) { uv_tcp_init_ex(loop, &tcp, AF_INET); soon(then_reset); }
static void o_work(void) { soon(then_work); }
static void o_read(void) { readable_pair(); soon(then_read); }
static void o_read_stop(void) { pair(); uv_read_start((uv_stream_t *)&client, gives, sees); soon(then_read_stop); }
static void o_write(void) { pair(); soon(then_write); }
static void o_shutdown(void) { pair(); soon(then_shutdown); }
static void o_fs(void) { soon(then_fs); }
static void o_random(void) { soon(then_random); }

/* What libuv calls by its own public functions: the program asks for nothing else than what stands
 * in these lines. */
static int firings;
static void fires(uv_timer_t *h) { if (++firings == 3) uv_timer_stop(h); }
static void is_over(uv_timer_t *h) { (void)h; uv_stop(loop); }
static void wrote_only(uv_write_t *r, int status) { (void)r, (void)status; }
static void is_signal(uv_signal_t *h, int number) { (void)h, (void)number; }
static void has_worked(uv_work_t *w, int status) { (void)w, (void)status; }
static void has_exited(uv_process_t *h, int64_t status, int number) { (void)number, (void)status; uv_close((uv_handle_t *)h, NULL); }
static void has_polled(uv_fs_poll_t *h, int status, const uv_stat_t *before, const uv_stat_t *now)
{
	(void)h, (void)status, (void)before, (void)now;
}
static void idles_only(uv_idle_t *h) { (void)h; }

static void own(void)
{
	static uv_work_t jobs[3];
	static uv_loop_t inner;
	uv_timer_start(&timer, fires, SOON, SOON);
	uv_signal_start_oneshot(&signal_handle, is_signal, SIGUSR1);
	raise(SIGUSR1);
	pair();
	uv_write(&writing, (uv_stream_t *)&client, &buffer, 1, wrote_only);
	for (int i = 0; i < 3; i++)
		uv_queue_work(loop, &jobs[i], works_alone, has_worked);
	uv_cancel((uv_req_t *)&jobs[2]);
	if (spawns(has_exited) != 0)
		exit(1);
	write_file(NULL);
	uv_fs_poll_init(loop, &file_poll);
	uv_fs_poll_start(&file_poll, has_polled, file, SOON);
	uv_loop_init(&inner);
	uv_loop_close(&inner);
	listens(comes_not, is_there);
	uv_idle_start(&idle, idles_only);
	uv_read_start((uv_stream_t *)&client, gives, sees);
	uv_timer_start(&next, is_over, 3 * PATIENCE, 0);
	uv_run(loop, UV_RUN_DEFAULT);
	uv_close((uv_handle_t *)&idle, NULL);
	uv_close((uv_handle_t *)&file_poll, NULL);
	uv_close((uv_handle_t *)&client, NULL);
}

int main(int argc, char **argv)
{
	static const struct { const char *name; void (*f)(void); } words[] = {
		{ "timer", k_timer }, { "idle", k_idle }, { "prepare", k_prepare }, { "check", k_check }, { "poll", k_poll },
		{ "signal", k_signal }, { "once", k_once }, { "async", k_async }, { "close", k_close }, { "work", k_work },
		{ "worked", k_worked }, { "alloc", k_alloc }, { "read", k_read }, { "connection", k_connection },
		{ "connect", k_connect }, { "write", k_write }, { "write2", k_write2 }, { "shutdown", k_shutdown },
		{ "receive", k_receive }, { "sent", k_sent }, { "fs", k_fs }, { "random", k_random }, { "walk", k_walk },
		{ "address", k_address }, { "name", k_name }, { "exit", k_exit }, { "event", k_event }, { "file poll", k_file_poll },
		{ "then again", o_again }, { "then timer stop", o_timer_stop }, { "then idle", o_idle }, { "then prepare", o_prepare },
		{ "then check", o_check }, { "then poll", o_poll }, { "then signal", o_signal }, { "then async", o_async },
		{ "then close", o_close }, { "then reset", o_reset }, { "then work", o_work }, { "then read", o_read },
		{ "then read stop", o_read_stop }, { "then write", o_write }, { "then shutdown", o_shutdown }, { "then fs", o_fs },
		{ "then random", o_random },
	};
	loop = uv_default_loop();
	uv_timer_init(loop, &timer);
	uv_timer_init(loop, &other);
	uv_timer_init(loop, &next);
	uv_idle_init(loop, &idle);
	uv_prepare_init(loop, &prepare);
	uv_check_init(loop, &check);
	uv_signal_init(loop, &signal_handle);
	uv_async_init(loop, &async, is_sent);
	if (pipe(ends) != 0)
		return 1;
	uv_poll_init(loop, &poll_handle, ends[0]);
	if (argc > 1 && !strcmp(argv[1], "own"))
		own();
	for (unsigned i = 0; argc > 1 && i < sizeof(words) / sizeof(*words); i++)
		if (!strcmp(argv[1], words[i].name)) {
			words[i].f();
			if (!strncmp(argv[1], "then", 4))
				in_the_end();
			uv_run(loop, UV_RUN_DEFAULT);
		}
	return 0;
}
