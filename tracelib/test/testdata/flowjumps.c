/* A signal handler that jumps away, often out of a step of data flow that is being
 * written. What the thread does afterwards is recorded all the same: 1000 allocations of
 * 4321 bytes. */
#include <sparserec/flow.h>
#include <sparserec/instrument.h>
#include <sparserec/sparserec.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

enum { CELLS = 1 << 12, JUMPS = 12 };

/* The same function twice: four bytes read and four written 8 behind. (flow.c has more.) */
static const unsigned char table[] =
	"f\0" "\6\0" "\0\0" "\0\0\0\0"
	"\0" "\12\0" "\1\2\1\4\0\0" "\0\0\0\0"
	"\0" "\13\0" "\2\0\4\0\20\1" "\1\2\0\0\0"
	"put\0" "\20\0" "\3\2\2\2\20\0\0\0\1\0" "\0\0\0\1\1\4"
	"\0" "\7\0" "\4\0" "\1\2\0\0\0";
static struct sparse_site sites[5] = { [1] = { 0, 1 | 1 << 8 | 2 << 16 | 2 << 24 }, [3] = { 0, 2 | 2 << 24 } };

static char cells[16 * CELLS];
static sigjmp_buf back;
static volatile int jumps;

static void away(int number)
{
	jumps++;
	siglongjmp(back, number);
}

int main(void)
{
	struct sigaction action = { .sa_handler = away };
	struct itimerval often = { { 0, 200 }, { 0, 200 } }, never = { { 0, 0 }, { 0, 0 } };

	alarm(60);
	__sparse_flow_sites(table, sites, 5);
	sigaction(SIGVTALRM, &action, NULL);
	sigsetjmp(back, 1);
	setitimer(ITIMER_VIRTUAL, &often, NULL);
	while (jumps < JUMPS)
		for (unsigned i = 0; i < CELLS && jumps < JUMPS; i++) {
			uintptr_t cell = (uintptr_t)cells + 16 * (i * 7919 % CELLS);

			__sparse_flow_step2(&sites[1], cell, i);
			__sparse_flow_step2(&sites[3], cell, (uintptr_t)cells);
			for (volatile int pause = 0; pause < 50; pause++) /* a trace of a few megabytes */
				;
		}
	setitimer(ITIMER_VIRTUAL, &never, NULL);
	for (int i = 0; i < 1000; i++)
		free(malloc(4321));
	puts("done");
	return 0;
}
