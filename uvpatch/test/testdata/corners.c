/* corners.c: what programs do with libuv that hooks must survive, a word a case:
 * threads, a loop inside a callback, handles closed in their own callbacks, sends
 * from a signal handler, fork, cancelled work, requests that fail.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uv.h>

static uv_loop_t *loop;
static uv_async_t async;
static uv_timer_t timer, other;
static int count;

static void freed(uv_handle_t *h) { free(h); }
static void over(uv_handle_t *h) { (void)h; puts("closed"); }

static void close_mine(uv_timer_t *t)
{
	puts("tick");
	uv_close((uv_handle_t *)t, freed);
}

static void own(void)
{
	for (int i = 0; i < 50; i++) {
		uv_timer_t *t = malloc(sizeof(*t));
		uv_timer_init(loop, t);
		uv_timer_start(t, close_mine, 1, i % 2);
	}
	uv_run(loop, UV_RUN_DEFAULT);
}

static void inner(uv_timer_t *t) { (void)t; puts("inner"); uv_stop(loop); }

static void outer(uv_timer_t *t)
{
	(void)t;
	puts("outer");
	uv_timer_start(&other, inner, 1, 0);
	uv_run(loop, UV_RUN_DEFAULT);
	puts("back");
	uv_close((uv_handle_t *)&other, NULL);
	uv_close((uv_handle_t *)&timer, over);
}

static void nested(void)
{
	uv_timer_init(loop, &timer);
	uv_timer_init(loop, &other);
	uv_timer_start(&timer, outer, 1, 0);
	uv_run(loop, UV_RUN_DEFAULT);
	uv_run(loop, UV_RUN_DEFAULT);
}

static void got(uv_async_t *h) { if (++count >= 100) uv_close((uv_handle_t *)h, over); }

static void *sender(void *unused)
{
	for (int i = 0; i < 1000 && __atomic_load_n(&count, __ATOMIC_RELAXED) < 100; i++) {
		uv_async_send(&async);
		usleep(200);
	}
	return unused;
}

static void threads(void)
{
	pthread_t id[4];
	uv_async_init(loop, &async, got);
	for (int i = 0; i < 4; i++)
		pthread_create(&id[i], NULL, sender, NULL);
	uv_run(loop, UV_RUN_DEFAULT);
	for (int i = 0; i < 4; i++)
		pthread_join(id[i], NULL);
	puts("sent");
}

static void on_signal(int n) { (void)n; uv_async_send(&async); }

static void many(uv_timer_t *t)
{
	raise(SIGUSR1);
	if (++count < 100)
		return;
	uv_close((uv_handle_t *)t, over);
	uv_close((uv_handle_t *)&async, over);
}

static void ignore(uv_async_t *h) { (void)h; }

static void signals(void)
{
	uv_async_init(loop, &async, ignore);
	uv_timer_init(loop, &timer);
	signal(SIGUSR1, on_signal);
	uv_timer_start(&timer, many, 1, 1);
	uv_run(loop, UV_RUN_DEFAULT);
}

static void forks(void)
{
	own();
	pid_t child = fork();
	if (child == 0) {
		uv_loop_t mine;
		uv_loop_init(&mine);
		uv_timer_init(&mine, &timer);
		uv_timer_start(&timer, inner, 1, 0);
		uv_timer_stop(&timer);
		uv_run(&mine, UV_RUN_DEFAULT);
		_exit(3);
	}
	int status = 0;
	waitpid(child, &status, 0);
	printf("child %d\n", WEXITSTATUS(status));
}

static void slow(uv_work_t *w) { (void)w; usleep(20000); }
static void after(uv_work_t *w, int status) { printf("%s\n", status == UV_ECANCELED ? "cancelled" : "worked"); free(w); }
static void no_stat(uv_fs_t *r) { printf("stat %d\n", r->result < 0); uv_fs_req_cleanup(r); }

static void requests(void)
{
	static uv_fs_t stat, sync;
	uv_work_t *w[8];
	for (int i = 0; i < 8; i++)
		uv_queue_work(loop, w[i] = malloc(sizeof(**w)), slow, after);
	uv_cancel((uv_req_t *)w[7]);
	uv_fs_stat(loop, &stat, "/no/such/file", no_stat);
	printf("sync %d\n", uv_fs_stat(loop, &sync, "/", NULL));
	uv_fs_req_cleanup(&sync);
	uv_run(loop, UV_RUN_DEFAULT);
}

static void more(uv_idle_t *h)
{
	if (++count == 20)
		uv_idle_stop(h);
}

static void steps(void)
{
	static uv_idle_t idle;
	uv_idle_init(loop, &idle);
	uv_idle_start(&idle, more);
	while (uv_run(loop, UV_RUN_NOWAIT))
		;
	printf("steps %d\n", count);
}

int main(int argc, char **argv)
{
	static const struct { const char *name; void (*f)(void); } cases[] = {
		{ "own", own }, { "nested", nested }, { "threads", threads }, { "signals", signals },
		{ "forks", forks }, { "requests", requests }, { "steps", steps },
	};
	loop = uv_default_loop();
	setvbuf(stdout, NULL, _IONBF, 0);
	for (unsigned i = 0; argc > 1 && i < sizeof(cases) / sizeof(*cases); i++)
		if (!strcmp(argv[1], cases[i].name))
			cases[i].f();
	return 0;
}
