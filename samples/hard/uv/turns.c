/* A libuv loop with all its phases: timers of near and equal times that are started, started
 * again and stopped by each other, idle, prepare and check handles that come and go, sends and
 * work from threads, and handles that are closed in the middle.
 *
 * Guaranteed, and looked after: timers fire by their due times, those of one time in the order
 * of their starts, never early, and not after a stop or a close; idle, prepare, poll, check
 * and close callbacks come in this order; a send or an answer to work comes in the poll phase,
 * after its cause; the close callback is a handle's last, and comes in the turn of uv_close.
 * Memory is freed there.
 *
 * With BEYOND: nothing is overdue when a turn comes to its prepare callbacks. */
#include "../check.h"
#include <stdint.h>
#include <unistd.h>
#include <uv.h>

enum phase { IDLE, PREPARE, POLL, CHECK, CLOSE };
static enum phase phase = CLOSE; /* timers come after one turn's close callbacks, before the next one's idle */
static uv_loop_t *loop;
static int turn, closing, open_handles, fired;

static void enter(enum phase p, int from, const char *what)
{
	HOLDS((int)phase >= from && phase <= p, what);
	phase = p;
}

/* A timer with its due time, in a list of all that are armed. */
struct timer {
	uv_timer_t handle; /* first: a handle is its timer */
	struct timer *next;
	uint64_t due;
	int armed, closed, serial, turn;
	void (*work)(struct timer *);
	char *memory;
};
static struct timer *armed;
static int starts;

static void disarm(struct timer *t)
{
	struct timer **p = &armed;
	while (*p && *p != t)
		p = &(*p)->next;
	if (*p)
		*p = t->next;
	t->armed = 0;
}

static void fire(uv_timer_t *handle)
{
	struct timer *t = (struct timer *)handle, *other;
	HOLDS(phase == CLOSE || phase == CHECK, "a timer fired in the middle of a turn");
	HOLDS(t->armed && !t->closed, "a timer fired that is not armed");
	HOLDS(uv_now(loop) >= t->due, "a timer fired early");
	t->memory[0]++;
	for (other = armed; other; other = other->next)
		HOLDS(other == t || other->due > t->due || (other->due == t->due && other->serial > t->serial), "a timer passed one that is due before it");
	disarm(t);
	fired++;
	t->work(t);
}

static void arm(struct timer *t, int ms)
{
	if (t->armed)
		disarm(t);
	HOLDS(uv_timer_start(&t->handle, fire, ms, 0) == 0, "a timer could not be started");
	t->due = uv_now(loop) + ms;
	t->serial = ++starts;
	t->turn = turn;
	t->armed = 1;
	t->next = armed;
	armed = t;
}

static struct timer *timer(void (*work)(struct timer *))
{
	struct timer *t = calloc(1, sizeof *t);
	uv_timer_init(loop, &t->handle);
	t->memory = calloc(1, 32);
	t->work = work;
	open_handles++;
	return t;
}

static int closed_in;
static void closed(uv_handle_t *handle)
{
	struct timer *t = (struct timer *)handle;
	HOLDS(phase >= CHECK, "a close callback came before the check callbacks");
	phase = CLOSE;
	HOLDS(t->closed == 1 && closed_in <= turn, "a handle was closed twice");
	closing--;
	open_handles--;
	free(t->memory);
	free(t);
}

static void close_timer(struct timer *t)
{
	if (t->armed)
		disarm(t);
	HOLDS(!t->closed, "closed before");
	t->closed = 1;
	closing++;
	closed_in = turn;
	uv_close((uv_handle_t *)t, closed);
	t->memory[1]++; /* uv_close alone does not call back */
}

/* The phases. */
static uv_idle_t idle;
static uv_prepare_t prepare;
static uv_check_t check;
static int idled = -1;

static void on_idle(uv_idle_t *handle)
{
	static int n;
	if (++n % 3 == 0) /* as long as it is there the loop does not sleep */
		uv_idle_stop(handle);
	HOLDS(phase != PREPARE && phase != POLL, "an idle callback came in the middle of a turn");
	phase = IDLE;
	idled = turn;
}

static void on_prepare(uv_prepare_t *handle)
{
	struct timer *t;
	(void)handle;
	HOLDS(phase != PREPARE && phase != POLL, "a turn did not come to its check callbacks");
	HOLDS(!uv_is_active((uv_handle_t *)&idle) || idled == turn, "a turn went without its idle callbacks");
	HOLDS(closing == 0 || closed_in == turn, "a close callback is missing");
	for (t = armed; t; t = t->next) /* uv_now is a clock */
		HOLDS(!beyond || t->due > uv_now(loop) || t->turn == turn, "a timer is overdue when a turn waits");
	phase = PREPARE;
}

static void on_check(uv_check_t *handle)
{
	(void)handle;
	HOLDS(phase == PREPARE || phase == POLL, "a check callback came without its prepare callback");
	phase = CHECK;
	turn++;
}

/* Threads. */
static uv_async_t async;
static uv_mutex_t lock;
static int sent, received, answered;
struct job {
	uv_work_t work;
	int done, number;
	char *memory;
};

static void on_async(uv_async_t *handle)
{
	(void)handle;
	enter(POLL, PREPARE, "a send came outside the poll phase");
	uv_mutex_lock(&lock);
	HOLDS(sent > 0 && received <= sent, "a send came that nobody sent");
	received = sent;
	uv_mutex_unlock(&lock);
}

static void do_work(uv_work_t *work)
{
	struct job *job = (struct job *)work;
	usleep(200 * (job->number % 4));
	uv_mutex_lock(&lock);
	sent++;
	uv_async_send(&async); /* with the lock that the loop wants */
	usleep(100);
	uv_mutex_unlock(&lock);
	job->memory[0] = 1;
	job->done = 1;
}

static void after_work(uv_work_t *work, int status)
{
	struct job *job = (struct job *)work;
	enter(POLL, PREPARE, "an answer came outside the poll phase");
	HOLDS(status == 0 && job->done && job->memory[0] == 1, "an answer came before its work");
	free(job->memory);
	free(job);
	answered++;
}

static void queue(int number)
{
	struct job *job = calloc(1, sizeof *job);
	job->memory = calloc(1, 16);
	job->number = number;
	uv_queue_work(loop, &job->work, do_work, after_work);
}

/* The rounds. */
static struct timer *first, *second, *equal, *victim, *again, *late;
static int rounds;

static void never(struct timer *t)
{
	(void)t;
	HOLDS(0, "a timer fired that one before it had stopped or closed");
}

static void on_first(struct timer *t)
{
	(void)t;
	close_timer(victim);
	arm(again, 14);
	if (rounds % 2)
		uv_idle_start(&idle, on_idle);
	usleep(4000);
}

static void on_second(struct timer *t)
{
	(void)t;
	uv_timer_stop(&equal->handle);
	disarm(equal);
	queue(rounds * 2);
	uv_idle_stop(&idle);
}

static void begin(struct timer *t);
static void on_again(struct timer *t)
{
	(void)t;
	queue(rounds * 2 + 1);
	if (++rounds < 8) {
		late->work = begin;
		arm(late, rounds % 3);
		return;
	}
	close_timer(first);
	close_timer(second);
	close_timer(equal);
	close_timer(late);
	close_timer(again);
}

static void begin(struct timer *t)
{
	(void)t;
	arm(again, 22);
	arm(second, 12);
	arm(equal, 12);
	arm(first, 10);
	victim = timer(never);
	arm(victim, 11);
	idled = turn;
}

static void phases_closed(uv_handle_t *handle)
{
	HOLDS(handle->data == &phase, "another handle's callback");
	handle->data = NULL;
}

static void watch(uv_timer_t *handle)
{
	if (answered < 16 || closing || rounds < 8)
		return;
	HOLDS(received > 0 && sent == 16 && open_handles == 0, "something is left");
	uv_handle_t *all[] = {(uv_handle_t *)handle, (uv_handle_t *)&idle, (uv_handle_t *)&prepare, (uv_handle_t *)&check, (uv_handle_t *)&async};
	for (int i = 0; i < 5; i++) {
		all[i]->data = &phase;
		uv_close(all[i], phases_closed);
	}
}

int main(void)
{
	uv_timer_t watching;
	loop = uv_default_loop();
	uv_mutex_init(&lock);
	uv_idle_init(loop, &idle);
	uv_prepare_init(loop, &prepare);
	uv_check_init(loop, &check);
	uv_async_init(loop, &async, on_async);
	uv_timer_init(loop, &watching);
	uv_prepare_start(&prepare, on_prepare);
	uv_check_start(&check, on_check);
	first = timer(on_first);
	second = timer(on_second);
	equal = timer(never);
	again = timer(on_again);
	late = timer(begin);
	arm(late, 5);
	uv_timer_start(&watching, watch, 10, 10);
	uv_run(loop, UV_RUN_DEFAULT);
	HOLDS(uv_loop_close(loop) == 0, "handles are left");
	uv_mutex_destroy(&lock);
	puts(fired >= 32 ? "all turns held their order" : "timers are missing");
	return 0;
}
