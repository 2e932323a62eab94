/* Fills blocks from a signal handler on an alternate stack and from a thread
 * whose stack is the smallest; under both lies a page that must not be touched. */
#define _GNU_SOURCE
#include "sparserec/sparserec.h"
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>

enum { WRITES = 60000, PAGE = 4096 };
static char cells[WRITES];

static void work(void)
{
	for (int i = 0; i < WRITES; i++)
		sparse_write(cells + (i * 7919 % WRITES), 1);
}

static void on_signal(int number)
{
	(void)number;
	work();
}

static void *thread(void *arg)
{
	work();
	return arg;
}

static void *stack_of(size_t n)
{
	char *p = mmap(NULL, PAGE + n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	mprotect(p, PAGE, PROT_NONE);
	return p + PAGE;
}

int main(void)
{
	size_t handler = 2 * PAGE + MINSIGSTKSZ / PAGE * PAGE, n = 4 * PAGE;
	stack_t alternate = { .ss_sp = stack_of(handler), .ss_size = handler };
	struct sigaction act = { .sa_handler = on_signal, .sa_flags = SA_ONSTACK };
	pthread_attr_t attr;
	pthread_t t;

	if (sigaltstack(&alternate, NULL) != 0 || sigaction(SIGUSR1, &act, NULL) != 0)
		return 1;
	raise(SIGUSR1);
	pthread_attr_init(&attr);
	if (pthread_attr_setstack(&attr, stack_of(n), n) != 0 ||
	    pthread_create(&t, &attr, thread, NULL) != 0)
		return 2;
	pthread_join(t, NULL);
	work();
	return 0;
}
