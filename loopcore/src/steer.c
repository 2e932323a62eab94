/* steer.c: the schedule and the verdict, goals, divergence, the clock. What is
 * held is in directive_hold.c, what becomes of it when the program removes it in
 * held_removed.c, what waits before it turns a loop in directive_linger.c.
 */
#include "freed_blocks.h"

#include <loopcore/inputs.h>

#include "steering.h"

#include <sparserec/stock.h>

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <sparserec/rawsys.h>
#include <loopcore/message.h>

enum { GOALS = 2, TICK_NS = 5000000, LATE_MS = 5000 };

struct steering steering;
static bool watched, goal_ended[GOALS];
static struct moment begun;
static bool freed; /* we hear what the handler of the free frees */
static int verdict = -1;
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void steering_enter(void)
{
	pthread_mutex_lock(&lock);
}

void steering_leave(void)
{
	pthread_mutex_unlock(&lock);
}

void steering_say(const char *word, const char *text)
{
	char line[SAID];
	int saved = errno;
	int n = snprintf(line, sizeof(line), "%s%s%s\n", word, *text ? " " : "", text);
	if (n >= (int)sizeof(line)) {
		n = sizeof(line) - 1;
		line[n - 1] = '\n';
	}
	if (verdict >= 0)
		syscall(SYS_write, verdict, line, (size_t)n);
	errno = saved;
}

uint64_t steering_now(void)
{
	struct timespec t;
	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* The code, then all of it in words. */
static void say_diverged(enum divergence why, const char *detail, const char *label)
{
	char reason[SAID];
	snprintf(reason, sizeof(reason), "%s %s%s%s%s%s", steering_divergences[why].code,
		 steering_divergences[why].sentence, *detail ? ", " : "", detail, *label ? ": " : "", label);
	steering_say(steering_verdict_diverged, reason);
}

static void child_of_fork(void)
{
	static const pthread_mutex_t nobody = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

	lock = nobody; /* another thread may have had it, and is not here */
	steering.on = false; /* the verdict is about the parent */
	verdict = -1;
}

static bool open_verdict(const char *path)
{
	char version[12];
	verdict = sys_open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	if (verdict < 0)
		return false;
	snprintf(version, sizeof(version), "%d", STEERING_VERSION);
	steering_say(steering_head_verdict, version);
	return true;
}

bool steer_open(const char *schedule, const char *path)
{
	char error[512] = "";
	enum divergence why = DIVERGED_schedule;
	if (path[0] && !open_verdict(path))
		snprintf(error, sizeof(error), "%.400s: cannot write the verdict", path);
	if (!error[0] && schedule_read(&steering.plan, schedule, &why, error)) {
		pthread_atfork(NULL, NULL, child_of_fork);
		steering.on = true;
		freed = steering.plan.goal_free && freed_begin();
	} else {
		message_say("sparseracer: %s\n", error);
		say_diverged(why, error, "");
	}
	return steering.on;
}

int __asan_report_present(void) __attribute__((weak));

/* The last word of the options: a program that was built to go on behind reports does so. */
static bool reports_halt(void)
{
	static const char option[] = "halt_on_error=";
	const char *last = NULL, *at = getenv("ASAN_OPTIONS");
	for (; at && (at = strstr(at, option)); last = at)
		at += sizeof(option) - 1;
	return !last || *last != '0';
}

/* AddressSanitizer asks another process for names while it reports what another thread did, and then
 * ends this one. The program's own end would cut the report off. Where reports do not end it, one stays. */
static void wait_for_report(void)
{
	enum { STEPS = 3000, STEP = 10 * 1000 * 1000 /* ns: half a minute in all */ };
	for (int i = 0; __asan_report_present && reports_halt() && __asan_report_present() && i < STEPS; i++)
		syscall(SYS_nanosleep, &(struct timespec){ 0, STEP }, NULL);
}

__attribute__((destructor)) static void process_ends(void)
{
	if (!steering.on)
		return;
	wait_for_report();
	steering_say(steering_verdict_exit, "");
}

bool steer_is_on(void)
{
	return steering.on;
}

bool steer_is_fast(void)
{
	return steering.on && steering.plan.fast;
}

void steer_queue(const struct event_queue *queue)
{
	steering.queue = queue;
}

void steering_diverge(enum divergence why, const char *detail, const char *label)
{
	if (steering.diverged)
		return;
	steering.diverged = true;
	say_diverged(why, detail, label);
	hold_lift_all();
	hold_release();
}

void steering_check_awaited(void)
{
	if (__atomic_load_n(&steering.awaited_gone, __ATOMIC_RELAXED))
		steering_diverge(DIVERGED_awaited_removed, "", "");
}

static bool use_waits; /* the goal's use, in a loop of its handler */

static void goal(uint64_t label, enum steer_moment moment, uint64_t wanted, const char *name)
{
	static const char *const moments[] = { steering_moment_begin, steering_moment_pause,
					       steering_moment_resume, steering_moment_end };
	char text[64];
	if (!wanted || label != wanted)
		return;
	snprintf(text, sizeof(text), "%s %s", name, moments[moment]);
	steering_say(steering_verdict_goal, text);
	if (moment == STEER_END)
		goal_ended[wanted == steering.plan.goal_use] = true;
	if (wanted == steering.plan.goal_use)
		__atomic_store_n(&use_waits, moment == STEER_PAUSE, __ATOMIC_RELAXED);
}

bool steering_keeps_use(void)
{
	return steering.plan.n ? hold_holds() : __atomic_load_n(&use_waits, __ATOMIC_RELAXED);
}

void steer_goal(uint64_t label, enum steer_moment moment)
{
	if (!steering.on || !label)
		return;
	if (moment == STEER_BEGIN || moment == STEER_END)
		goal(label, moment, steering.plan.goal_free, steering_goal_free);
	if (freed && label == steering.plan.goal_free) {
		if (moment == STEER_BEGIN)
			steering_say(steering_verdict_listens, "");
		freed_listen(moment != STEER_END);
	}
	if (__sparse_stock_frees && label == steering.plan.goal_free &&
	    (moment == STEER_BEGIN || moment == STEER_END))
		__sparse_stock_frees(moment == STEER_BEGIN);
	goal(label, moment, steering.plan.goal_use, steering_goal_use);
}

bool steering_goal_is_over(bool use)
{
	return goal_ended[use];
}

bool steer_is_late(void)
{
	static struct moment since;
	if (!steering.on || steering.diverged || !steering.plan.goal_use || goal_ended[1])
		return false;
	if (!since.real)
		since = steering_moment();
	return !steering_is_over(&since, LATE_MS);
}

void steer_waits(uint64_t label, uintptr_t from, uintptr_t to)
{
	if (steering.on && label && label == steering.plan.goal_use && __sparse_stock_waits)
		__sparse_stock_waits(from, to);
}

/* The handler that frees the block of the goal is that of the free, whichever event it is of. Any
 * thread may free one, and no lock is taken for it (steering.h). */
static uint64_t freer;

void steering_freed(uint64_t label, uint64_t place)
{
	static unsigned seen;
	if (!steering.plan.nth || place != steering.plan.place ||
	    __atomic_add_fetch(&seen, 1, __ATOMIC_RELAXED) != steering.plan.nth)
		return;
	__atomic_store_n(&freer, label, __ATOMIC_RELAXED);
	steer_goal(steering.plan.goal_free, STEER_BEGIN);
}

void steer_event_ended(uint64_t label)
{
	if (!steering.on || !label)
		return;
	if (label == __atomic_load_n(&freer, __ATOMIC_RELAXED)) {
		__atomic_store_n(&freer, 0, __ATOMIC_RELAXED);
		steer_event_ended(steering.plan.goal_free);
	}
	steer_goal(label, STEER_END);
	steering_enter();
	hold_event_ended(label);
	linger_event_ended(label);
	inputs_event_ended(label);
	steering_check_awaited();
	hold_release();
	steering_leave();
}

static void check_clock(void)
{
	steering_check_awaited();
	for (unsigned i = 0; i < steering.plan.n && !steering.diverged; i++)
		if (hold_is_over_time(&steering.plan.holds[i]))
			steering_diverge(DIVERGED_hold_timeout, "", steering.plan.holds[i].text);
	if (!steering.diverged)
		inputs_check_clock();
	if (steering.plan.watchdog_ms && !(goal_ended[0] && goal_ended[1]) &&
	    steering_is_over(&begun, steering.plan.watchdog_ms))
		steering_diverge(DIVERGED_watchdog, "", "");
}

/* A thread of our own, for the program's may all be asleep. */
static void *watch(void *unused)
{
	while (steering.on && !steering.diverged) {
		struct timespec tick = { 0, TICK_NS };
		syscall(SYS_nanosleep, &tick, NULL);
		steering_enter();
		check_clock();
		steering_leave();
	}
	return unused;
}

void steering_watch(void)
{
	sigset_t all, before;
	pthread_t id;
	if (watched)
		return;
	watched = true;
	begun = steering_moment();
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	struct thread *t = thread_state();
	if (t)
		t->aside++; /* else the program's next thread would have another name than it was recorded with */
	if (pthread_create(&id, NULL, watch, NULL) == 0)
		pthread_detach(id);
	else
		steering_diverge(DIVERGED_no_watchdog, "", "");
	if (t)
		t->aside--;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void steer_loop(bool default_ended)
{
	if (!steering.on)
		return;
	steering_enter();
	steering_watch();
	for (unsigned i = 0; default_ended && i < steering.plan.n && !steering.diverged; i++) {
		if (steering.plan.holds[i].state != HOLD_HOLDS)
			continue;
		purge_all(); /* the program ends: nobody would deliver them */
		if (hold_must_end(&steering.plan.holds[i]))
			steering_diverge(DIVERGED_exit_holding, "", steering.plan.holds[i].text);
	}
	if (default_ended && steering.let_go)
		steering_diverge(DIVERGED_exit_let_go, "", "");
	if (default_ended && inputs_left() && !(goal_ended[0] && goal_ended[1]))
		steering_diverge(DIVERGED_exit_input, "", inputs_left());
	steering_leave();
}
