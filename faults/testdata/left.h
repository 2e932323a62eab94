/* left.h: the state that a process is in, as far as programs look at it or hand it on: a
 * line for each thing, "left: ...". By calls that fail where a scenario gave them up. */
#ifndef LEFT_H
#define LEFT_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fenv.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static inline void say_descriptors(void)
{
	struct stat st;

	for (int fd = 0; fd < 2048; fd++)
		if (syscall(SYS_fstat, fd, &st) == 0)
			printf("left: descriptor %d, type %o, flags %x\n", fd, st.st_mode >> 12,
			       (unsigned)syscall(SYS_fcntl, fd, 1 /* F_GETFD */));
}

static inline void say_signals(void)
{
	sigset_t set;
	stack_t stack;
	struct itimerval timer;

	sigemptyset(&set);
	pthread_sigmask(SIG_BLOCK, NULL, &set);
	for (int i = 1; i < 65; i++) {
		struct sigaction a;

		if (sigismember(&set, i) > 0)
			printf("left: signal %d blocked\n", i);
		if (sigaction(i, NULL, &a) == 0 && a.sa_handler != SIG_DFL)
			printf("left: signal %d %s, flags %x\n", i, a.sa_handler == SIG_IGN ? "ignored" : "handled", (unsigned)a.sa_flags);
	}
	if (sigpending(&set) == 0)
		for (int i = 1; i < 65; i++)
			if (sigismember(&set, i) > 0)
				printf("left: signal %d pending\n", i);
	if (sigaltstack(NULL, &stack) == 0 && stack.ss_flags != SS_DISABLE)
		printf("left: alternate stack of %zu bytes\n", stack.ss_size);
	for (int i = 0; i < 3; i++)
		if (getitimer((__itimer_which_t)i, &timer) == 0 && (timer.it_value.tv_sec || timer.it_value.tv_usec))
			printf("left: timer %d\n", i);
}

static inline void say_limits(void)
{
	for (int i = 0; i < 16; i++) {
		struct rlimit l;

		if (getrlimit((__rlimit_resource_t)i, &l) == 0)
			printf("left: limit %d is %lx %lx\n", i, (unsigned long)l.rlim_cur, (unsigned long)l.rlim_max);
	}
}

static inline void say_left(void)
{
	char name[17] = "", folder[4096];
	int state, type, status;
	mode_t mask = umask(0);

	umask(mask);
	printf("left: umask %o, folder %s\n", mask, getcwd(folder, sizeof folder) ? strrchr(folder, '/')[1] ? "of files" : "/" : "gone");
	say_descriptors();
	say_signals();
	say_limits();
	pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &state);
	pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type);
	pthread_setcancelstate(state, NULL);
	prctl(PR_GET_NAME, name);
	printf("left: cancellation %d %d, rounding %d, exceptions %x\n", state, type, fegetround(), fetestexcept(FE_ALL_EXCEPT));
	printf("left: name %s, dumpable %d, no new privileges %d, policy %d, priority %d\n", name, prctl(PR_GET_DUMPABLE),
	       prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0), sched_getscheduler(0), getpriority(PRIO_PROCESS, 0));
	printf("left: huge pages off %d, death signal %d, subreaper %d\n", prctl(PR_GET_THP_DISABLE, 0, 0, 0, 0),
	       prctl(PR_GET_PDEATHSIG, &status) == 0 ? status : -1, prctl(PR_GET_CHILD_SUBREAPER, &state) == 0 ? state : -1);
	while (waitpid(-1, &status, WNOHANG) > 0)
		printf("left: a child\n");
	for (char **e = environ; e && *e; e++)
		printf("left: variable %s\n", *e);
}
#endif
