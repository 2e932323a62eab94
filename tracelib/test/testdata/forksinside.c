/* A signal handler forks, mostly while the program allocates or frees, and returns in both: the
 * child goes on where the program was, and allocates; and so does the program, 100 bytes each
 * time. Prints how many children there were, how many of them did not end well, and how
 * many allocations the program made. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FORKS = 400, MICROSECONDS = 700 };

static volatile sig_atomic_t child, forks;

static void forks_now(int signal)
{
	(void)signal;
	if (child || forks == FORKS)
		return;
	if (fork() == 0)
		child = 1;
	else
		forks++;
}

static void work(size_t size)
{
	void *volatile p = malloc(size);

	free(p);
}

int main(void)
{
	struct itimerval often = { { 0, MICROSECONDS }, { 0, MICROSECONDS } }, never = { { 0, 0 }, { 0, 0 } };
	unsigned bad = 0, worked = 0;
	int status;

	signal(SIGALRM, forks_now);
	setitimer(ITIMER_REAL, &often, NULL);
	for (; forks < FORKS && !child; worked++) {
		work(100);
		if (worked % 1000 == 0)
			while (waitpid(-1, &status, WNOHANG) > 0)
				bad += status != 0;
	}
	if (child) {
		for (int i = 0; i < 2000; i++)
			work(101);
		_exit(0);
	}
	setitimer(ITIMER_REAL, &never, NULL);
	while (waitpid(-1, &status, 0) > 0)
		bad += status != 0;
	printf("%d %u %u", (int)forks, bad, worked);
	return 0;
}
