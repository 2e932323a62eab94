/* A signal handler that jumps away, often out of the recorder. What the thread does
 * afterwards is recorded all the same: 1000 allocations of 4321 bytes. */
#include "sparserec/instrument.h"
#include "sparserec/sparserec.h"
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

enum { CELLS = 1 << 16, JUMPS = 40 };

static char cells[8 * CELLS];
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
	char text[32];

	alarm(60);
	sigaction(SIGVTALRM, &action, NULL);
	sigsetjmp(back, 1);
	setitimer(ITIMER_VIRTUAL, &often, NULL);
	while (jumps < JUMPS)
		for (unsigned i = 0; i < CELLS && jumps < JUMPS; i++) {
			__sparse_write8(cells + 8 * (i * 7919 % CELLS));
			for (volatile int pause = 0; pause < 50; pause++)
				;
			if (i % 1000 == 0) { /* a text that is not known yet: a table's lock */
				snprintf(text, sizeof text, "%d %u", jumps, i);
				sparse_commuting(text);
				sparse_commuting(NULL);
			}
		}
	setitimer(ITIMER_VIRTUAL, &never, NULL);
	for (int i = 0; i < 1000; i++)
		free(malloc(4321));
	puts("done");
	return 0;
}
