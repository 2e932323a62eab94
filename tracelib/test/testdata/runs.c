/* Accesses one behind the other from one place make one record; each line says
 * what is expected of it. */
#include "sparserec/instrument.h"
#include "sparserec/sparserec.h"
#include <stdio.h>

static char cells[40000];

static __attribute__((noinline)) void scan(int from, int to, int step)
{
	for (int i = from; i < to; i++)
		__sparse_read1(cells + i * step);
}

static __attribute__((noinline)) void fill(int n)
{
	for (int i = 0; i < n; i++)
		__sparse_write8(cells + 8 * i);
}

int main(void)
{
	uint64_t e = sparse_new_id(), v = sparse_new_id();

	printf("%p\n", (void *)cells);
	fflush(stdout);
	sparse_enterloop();
	sparse_deq(e, NULL);
	scan(0, 64, 1);             /* one read of 64 */
	fill(3);                    /* one write of 24 */
	scan(64, 66, 1);            /* a read of 2: the write came in between */
	scan(50, 53, 2);            /* three reads: not one behind the other */
	sparse_pause(e, v, NULL);
	scan(0, 1, 1);              /* a read of 1: a new block */
	sparse_resume(e, v);
	scan(1, 2, 1);              /* a read of 1 */
	scan(200, 20200, 1);        /* 16384 and what is left */
	sparse_end(e);
	return 0;
}
