/* drive.c: known operations, one step after the other. */
#include "calls.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { SHORT = 3, AGAIN = 4, LONG = 600000, INNER = 5, DRIVER = 1, EARLY = 5, LATE = 40 /* ms */ };

static uv_timer_t driver, timer, stopped, closing, inner_timer;
static uv_idle_t idle;
static uv_prepare_t prepare;
static uv_check_t check;
static uv_poll_t poll_handle;
static uv_signal_t repeated, single;
static uv_fs_event_t event;
static uv_fs_poll_t file_poll;
static uv_async_t async;
static uv_process_t process;
static uv_work_t work;
static uv_getaddrinfo_t address_request;
static uv_getnameinfo_t name_request;
static uv_random_t random_request;
static uv_loop_t inner;
static int pipe_ends[2];

#define LOOP CALL(uv_default_loop)()

void uv_without(const char *name)
{
	printf("without %s\n", name);
}

static void fires(uv_timer_t *handle)
{
	(void)handle;
	came();
}

static void fires_again(uv_timer_t *handle)
{
	CALL(uv_timer_stop)(handle);
	came();
}

static void timer_starts(void)
{
	CALL(uv_timer_init)(LOOP, &timer);
	step_expects(1);
	CALL(uv_timer_start)(&timer, fires, SHORT, 0);
}

static void timer_again(void)
{
	CALL(uv_timer_start)(&timer, fires_again, LONG, AGAIN);
	step_expects(1);
	CALL(uv_timer_again)(&timer);
}

static void timer_stops(void)
{
	CALL(uv_timer_init)(LOOP, &stopped);
	CALL(uv_timer_start)(&stopped, fires, LONG, 0);
	CALL(uv_timer_stop)(&stopped);
}

static void idles(uv_idle_t *handle) { came(), (void)handle; }
static void prepares(uv_prepare_t *handle) { came(), (void)handle; }
static void checks(uv_check_t *handle) { came(), (void)handle; }

static void phases_start(void)
{
	CALL(uv_idle_init)(LOOP, &idle);
	CALL(uv_prepare_init)(LOOP, &prepare);
	CALL(uv_check_init)(LOOP, &check);
	step_expects(3);
	CALL(uv_idle_start)(&idle, idles);
	CALL(uv_prepare_start)(&prepare, prepares);
	CALL(uv_check_start)(&check, checks);
}

static void phases_stop(void)
{
	CALL(uv_idle_stop)(&idle);
	CALL(uv_prepare_stop)(&prepare);
	CALL(uv_check_stop)(&check);
}

static void polls(uv_poll_t *handle, int status, int events)
{
	char byte;
	(void)handle;
	(void)status;
	if ((events & UV_READABLE) && read(pipe_ends[0], &byte, 1) == 1)
		came();
}

static void poll_starts(void)
{
	CALL(uv_poll_init)(LOOP, &poll_handle, pipe_ends[0]);
	step_expects(1);
	CALL(uv_poll_start)(&poll_handle, UV_READABLE, polls);
	if (write(pipe_ends[1], "x", 1) != 1)
		exit(1);
}

static void poll_stops(void) { CALL(uv_poll_stop)(&poll_handle); }

static void signals(uv_signal_t *handle, int number)
{
	(void)handle;
	(void)number;
	came();
}

static void signal_starts(void)
{
	CALL(uv_signal_init)(LOOP, &repeated);
	CALL(uv_signal_init)(LOOP, &single);
	step_expects(2);
	CALL(uv_signal_start)(&repeated, signals, SIGUSR1);
	CALL(uv_signal_start_oneshot)(&single, signals, SIGUSR2);
	raise(SIGUSR1);
	raise(SIGUSR2);
}

static void signal_stops(void) { CALL(uv_signal_stop)(&repeated); }

static void file_changed(uv_fs_event_t *handle, const char *name, int events, int status)
{
	(void)handle;
	(void)name;
	(void)events;
	(void)status;
}

static void file_polled(uv_fs_poll_t *handle, int status, const uv_stat_t *before, const uv_stat_t *now)
{
	(void)handle;
	(void)status;
	(void)before;
	(void)now;
}

/* When a change is noticed is the system's business: they are started and stopped. */
static void files_watched(void)
{
	CALL(uv_fs_event_init)(LOOP, &event);
	CALL(uv_fs_poll_init)(LOOP, &file_poll);
	if (CALL(uv_fs_event_start)(&event, file_changed, ".", 0) != 0) {
		uv_without("uv_fs_event_start");
		uv_without("uv_fs_event_stop");
	}
	CALL(uv_fs_poll_start)(&file_poll, file_polled, ".", LONG);
}

static void files_forgotten(void)
{
	CALL(uv_fs_event_stop)(&event);
	CALL(uv_fs_poll_stop)(&file_poll);
}

static void is_sent(uv_async_t *handle) { came(), (void)handle; }

static void *sends(void *nothing)
{
	CALL(uv_async_send)(&async);
	return nothing;
}

static void thread_sends(void)
{
	pthread_t thread;
	CALL(uv_async_init)(LOOP, &async, is_sent);
	step_expects(1);
	if (pthread_create(&thread, NULL, sends, NULL) != 0 || pthread_join(thread, NULL) != 0)
		exit(1);
}

static void process_ended(uv_process_t *handle, int64_t status, int signal)
{
	(void)handle;
	(void)status;
	(void)signal;
	came();
}

static void spawns(void)
{
	static char *arguments[] = { "true", NULL };
	uv_process_options_t options = { .exit_cb = process_ended, .file = "true", .args = arguments };
	if (CALL(uv_spawn)(LOOP, &process, &options) == 0)
		step_expects(1);
	else
		uv_without("uv_spawn");
}

static void works(uv_work_t *request) { (void)request; }

static void worked(uv_work_t *request, int status)
{
	(void)request;
	(void)status;
	came();
}

static void queues_work(void)
{
	step_expects(1);
	CALL(uv_queue_work)(LOOP, &work, works, worked);
}

static void address_found(uv_getaddrinfo_t *request, int status, struct addrinfo *list)
{
	(void)request;
	(void)status;
	CALL(uv_freeaddrinfo)(list);
	came();
}

static void name_found(uv_getnameinfo_t *request, int status, const char *host, const char *service)
{
	(void)request;
	(void)status;
	(void)host;
	(void)service;
	came();
}

static void random_found(uv_random_t *request, int status, void *bytes, size_t size)
{
	(void)request;
	(void)status;
	(void)bytes;
	(void)size;
	came();
}

/* Of numbers, so that nobody is asked. */
static void asks_system(void)
{
	static char bytes[4];
	struct addrinfo hints = { .ai_flags = AI_NUMERICHOST };
	struct sockaddr_in address;
	CALL(uv_ip4_addr)("127.0.0.1", 1, &address);
	step_expects(3);
	CALL(uv_getaddrinfo)(LOOP, &address_request, address_found, "127.0.0.1", NULL, &hints);
	CALL(uv_getnameinfo)(LOOP, &name_request, name_found, (struct sockaddr *)&address, NI_NUMERICHOST | NI_NUMERICSERV);
	CALL(uv_random)(LOOP, &random_request, bytes, sizeof(bytes), 0, random_found);
}

static void inner_ends(uv_timer_t *handle)
{
	(void)handle;
	CALL(uv_stop)(&inner);
}

/* Another loop than the one that runs: a program may turn that in a callback. */
static void nests(void)
{
	CALL(uv_loop_init)(&inner);
	CALL(uv_timer_init)(&inner, &inner_timer);
	CALL(uv_timer_start)(&inner_timer, inner_ends, INNER, 0);
	CALL(uv_run)(&inner, UV_RUN_DEFAULT);
}

void uv_closed(uv_handle_t *handle)
{
	(void)handle;
	came();
}

static void closes(void)
{
	CALL(uv_timer_init)(LOOP, &closing);
	CALL(uv_timer_start)(&closing, fires, LONG, 0);
	step_expects(1);
	CALL(uv_close)((uv_handle_t *)&closing, uv_closed);
}

static void ends(void) { CALL(uv_stop)(LOOP); }

static void (*const steps[])(void) = {
	timer_starts, timer_again, timer_stops, phases_start, phases_stop, poll_starts, poll_stops, signal_starts,
	signal_stops, files_watched, files_forgotten, thread_sends, spawns, queues_work, asks_system, streams_connect,
	streams_read_write, streams_stop, streams_shut_down, datagrams, datagrams_stop, tcp_connects, nests, closes,
	files_all, files_read_directory, files_close_directory, streams_connect_again, tcp_resets, all_walked, ends,
};

static void next(uv_timer_t *handle)
{
	static unsigned n;
	if (step_is_over() && n < sizeof(steps) / sizeof(*steps)) {
		step_begins(n);
		steps[n++]();
	}
	CALL(uv_timer_start)(handle, next, DRIVER, 0);
}

void drive(void)
{
	if (pipe(pipe_ends) != 0)
		exit(1);
	CALL(uv_timer_init)(LOOP, &driver);
	CALL(uv_timer_start)(&driver, next, DRIVER, 0);
	CALL(uv_run)(LOOP, UV_RUN_DEFAULT);
}

static void says(uv_timer_t *handle)
{
	static unsigned both = 2;
	printf("%s\n", handle == &timer ? "early" : "late");
	if (--both == 0)
		CALL(uv_stop)(LOOP);
}

void late(void)
{
	step_begins(0);
	CALL(uv_timer_init)(LOOP, &timer);
	CALL(uv_timer_init)(LOOP, &stopped);
	CALL(uv_timer_start)(&timer, says, EARLY, 0);
	CALL(uv_timer_start)(&stopped, says, LATE, 0);
	CALL(uv_run)(LOOP, UV_RUN_DEFAULT);
}
