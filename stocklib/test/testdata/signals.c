/* signals.c: what a program may do with the signals that the steered run looks at, too. */
#define _GNU_SOURCE
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static sigjmp_buf back;
static volatile int calls;

static void leaves(int signal)
{
	(void)signal;
	calls++;
	siglongjmp(back, 1);
}

static void counts(int signal)
{
	(void)signal;
	calls++;
}

static void blocked(int signal)
{
	sigset_t now;

	sigprocmask(SIG_BLOCK, NULL, &now);
	printf("own %d usr1 %d usr2 %d\n", sigismember(&now, signal), sigismember(&now, SIGUSR1), sigismember(&now, SIGUSR2));
}

static void informed(int signal, siginfo_t *info, void *context)
{
	printf("signal %d pid %d context %d\n", signal, info->si_pid == getpid(), context != NULL);
}

static struct sigaction action(void (*handler)(int), int flags)
{
	struct sigaction a;

	memset(&a, 0, sizeof a);
	a.sa_handler = handler;
	a.sa_flags = flags;
	return a;
}

static void answers(int signal_)
{
	struct sigaction a = action(SIG_IGN, SA_NODEFER), old;

	memset(&old, 0x5a, sizeof old);
	printf("%d", sigaction(signal_, NULL, &old));
	printf(" %d %x", old.sa_handler == SIG_DFL, (unsigned)old.sa_flags);
	memset(&old, 0x5a, sizeof old);
	printf(" %d", sigaction(signal_, &a, &old));
	printf(" %d", old.sa_handler == SIG_DFL);
	printf(" %d", signal(signal_, counts) == SIG_IGN);
	a = action(SIG_IGN, 0);
	printf(" %d", sigaction(signal_, &a, &a));
	printf(" %d %d", a.sa_handler == counts, (a.sa_flags & SA_RESTART) != 0);
	printf(" %d", sigismember(&a.sa_mask, signal_));
	printf(" %d", signal(signal_, SIG_DFL) == SIG_IGN);
	printf(" %d %d\n", signal(signal_, SIG_ERR) == SIG_ERR, sigaction(0, NULL, &a));
}

static void interrupted(void)
{
	char c;
	int p[2];

	siginterrupt(SIGALRM, 1);
	signal(SIGALRM, counts);
	if (pipe(p))
		return;
	alarm(1);
	printf("read %zd %d\n", read(p[0], &c, 1), errno == EINTR);
}

int main(int argc, char **argv)
{
	const char *what = argc > 2 ? argv[1] : "";
	int s = argc > 2 ? atoi(argv[2]) : SIGABRT;
	struct sigaction a;

	setbuf(stdout, NULL);
	if (!strcmp(what, "answers")) {
		answers(s);
	} else if (!strcmp(what, "ignored")) {
		signal(s, SIG_IGN);
		raise(s);
		kill(getpid(), s);
	} else if (!strcmp(what, "sent")) {
		raise(s);
	} else if (!strcmp(what, "aborts")) {
		abort();
	} else if (!strcmp(what, "aborts-ignored")) {
		signal(SIGABRT, SIG_IGN);
		abort();
	} else if (!strcmp(what, "aborts-counted")) {
		signal(SIGABRT, counts);
		abort();
	} else if (!strcmp(what, "leaves")) {
		signal(s, leaves);
		for (volatile int i = 0; i < 3; i++)
			if (!sigsetjmp(back, 1))
				raise(s);
	} else if (!strcmp(what, "leaves-abort")) {
		signal(SIGABRT, leaves);
		if (!sigsetjmp(back, 1))
			abort();
	} else if (!strcmp(what, "once")) {
		a = action(counts, (int)SA_RESETHAND);
		sigaction(s, &a, NULL);
		raise(s);
		printf("calls %d\n", calls);
		raise(s);
	} else if (!strcmp(what, "mask") || !strcmp(what, "open-mask")) {
		a = action(blocked, what[0] == 'o' ? SA_NODEFER : 0);
		sigaddset(&a.sa_mask, SIGUSR1);
		sigaction(s, &a, NULL);
		raise(s);
		blocked(s);
	} else if (!strcmp(what, "informed")) {
		a = action(NULL, SA_SIGINFO);
		a.sa_sigaction = informed;
		sigaction(s, &a, NULL);
		raise(s);
	} else if (!strcmp(what, "interrupted")) {
		interrupted();
	}
	printf("end, calls %d\n", calls);
	return 0;
}
