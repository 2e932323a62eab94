// main.cpp: what may happen while a program is inside a function, for each of the
// functions that our libraries export in place of others.
//
//   entries              the functions' names
//   entries NAME         a line for each hazard: what came of it
//
// What the lines say must not depend on what is loaded. A hazard that POSIX leaves
// undefined for a function says so, by the function's flags.
#include "entry.h"
#include <atomic>
#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <initializer_list>
#include <link.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static const entry *const rows[] = { heap_entries, thread_entries, file_entries, socket_entries, sqlite_entries, dbus_entries, uv_entries, uv_file_entries };
static const entry *e;

void must(const char *condition, const char *file, int line)
{
	char text[512];
	int n = snprintf(text, sizeof text, "%s:%d: not %s (errno %d)\n", file, line, condition, errno);

	if (write(1, text, size_t(n)) < 0)
		_exit(98);
	_exit(97);
}

static thread_local volatile int depth; // handlers in which this thread is

const char *mine(const char *name)
{
	static thread_local char paths[2][16][96]; // a use has several at once
	static thread_local unsigned next[2];
	char *path = paths[depth][next[depth]++ % 16];

	snprintf(path, sizeof paths[0][0], "%d-%lx-%d%s", int(getpid()), (unsigned long)pthread_self(), int(depth), name);
	return path;
}

// by one line, whatever became of stdio
static void say(const char *hazard, const char *what, long number)
{
	char text[256];
	int n = snprintf(text, sizeof text, "%s: %s %ld\n", hazard, what, number);

	MUST(write(1, text, size_t(n)) == n);
}

static void keeps_errno()
{
	e->use(); // what is done only once, as the first look for a library
	errno = 77;
	e->use();
	say("errno", "afterwards", errno);
}

static std::atomic<int> reached;

static void *with_pending_cancellation(void *)
{
	pthread_cancel(pthread_self());
	for (int i = 0; i < 3; i++) {
		e->use();
		reached++;
	}
	pthread_testcancel();
	reached = 100;
	return nullptr;
}

static void cancellation()
{
	pthread_t t;
	void *end;

	MUST(pthread_create(&t, nullptr, with_pending_cancellation, nullptr) == 0);
	MUST(pthread_join(t, &end) == 0);
	MUST(end == PTHREAD_CANCELED);
	say("cancellation", "uses before it struck", reached);
}

// A thread that gets signals for as long as another one sends them.
static std::atomic<bool> stop, ready;
static std::atomic<int> signals;
static thread_local sigjmp_buf out;
static thread_local volatile sig_atomic_t may_jump;
static bool within; // the handler uses the function, too
static pthread_t target;

static void handler(int)
{
	int saved = errno;

	signals++;
	if (within) {
		depth = 1;
		e->use();
		depth = 0;
	}
	errno = 5;
	errno = saved;
	if (may_jump) {
		may_jump = 0;
		siglongjmp(out, 1);
	}
}

static void *sender(void *)
{
	while (!ready)
		usleep(10);
	while (!stop) {
		pthread_kill(target, SIGUSR1);
		usleep(150);
	}
	return nullptr;
}

// Runs body while signals come, and gives how often the thread's mask changed: never.
static void under_signals(const char *hazard, void (*body)())
{
	struct sigaction act = {};
	pthread_t t;
	sigset_t before = {}, after = {};

	act.sa_handler = handler;
	act.sa_flags = SA_RESTART;
	MUST(sigaction(SIGUSR1, &act, nullptr) == 0);
	stop = ready = false;
	signals = 0;
	target = pthread_self();
	MUST(pthread_create(&t, nullptr, sender, nullptr) == 0);
	pthread_sigmask(SIG_SETMASK, nullptr, &before);
	ready = true;
	body();
	pthread_sigmask(SIG_SETMASK, nullptr, &after);
	stop = true;
	MUST(pthread_join(t, nullptr) == 0);
	say(hazard, "signals came", signals > 0);
	say(hazard, "mask changed", memcmp(&before, &after, sizeof before) != 0);
}

static void interrupted()
{
	do
		e->use();
	while (signals < 40);
}

static void jumps()
{
	for (int i = 0; i < 60; i++) {
		if (sigsetjmp(out, 1) == 0) {
			may_jump = 1;
			while (may_jump)
				e->use();
		}
	}
	e->use();
}

static void *forever(void *)
{
	while (!stop)
		e->use();
	return nullptr;
}

// Between them these two hold the loader's locks nearly always.
static void *lists(void *)
{
	while (!stop)
		dl_iterate_phdr([] (dl_phdr_info *, size_t, void *) { return usleep(300), 1; }, nullptr);
	return nullptr;
}

static void *loads(void *)
{
	while (!stop)
		if (void *p = dlopen("libm.so.6", RTLD_NOW))
			dlclose(p);
	return nullptr;
}

// forks while another thread does something; the children use the function, if they may.
static void forks(const char *hazard, std::initializer_list<void *(*)(void *)> others)
{
	pthread_t threads[2];
	int bad = 0, n = 0;

	stop = false;
	for (auto other : others)
		MUST(pthread_create(&threads[n++], nullptr, other, nullptr) == 0);
	usleep(1000);
	for (int i = 0; i < 10; i++) {
		int status = 0;
		pid_t child = fork();

		MUST(child >= 0);
		if (child == 0) {
			alarm(20); // a child that hangs is a bad one
			if (e->flags & FORKABLE)
				e->use();
			_exit(0);
		}
		MUST(waitpid(child, &status, 0) == child);
		bad += status != 0;
	}
	stop = true;
	while (n)
		MUST(pthread_join(threads[--n], nullptr) == 0);
	say(hazard, "children that failed", bad);
}

static const entry *find(const char *name)
{
	for (const entry *row : rows)
		for (; row->name; row++)
			if (!name)
				puts(row->name);
			else if (strcmp(row->name, name) == 0)
				return row;
	return nullptr;
}

int main(int argc, char **argv)
{
	if (argc == 1)
		return find(nullptr) != nullptr;
	e = find(argv[1]);
	if (!e)
		return 99;
	forks("loader", { lists, loads }); // first, while nothing of the function has been looked up
	keeps_errno();
	if (e->flags & UNCANCELLED)
		say("cancellation", "undefined", 0);
	else
		cancellation();
	under_signals("signal", interrupted);
	forks("fork", { forever });
	if (e->flags & ANYWHERE) {
		within = true;
		under_signals("recursion", interrupted);
		within = false;
		under_signals("longjmp", jumps);
	} else {
		say("recursion", "undefined", 0);
		say("longjmp", "undefined", 0);
	}
	say("end", "of", 0);
}
