/* Accesses that must or must not show up; each has a byte of its own. */
#include "sparserec/instrument.h"
#include "sparserec/sparserec.h"
#include <stdio.h>
#include <stdlib.h>

static char cells[64];

__attribute__((noinline)) static void own_stack(void)
{
	char mine[8] __attribute__((aligned(16)));

	__sparse_write8(mine);
}

int main(void)
{
	uint64_t e = sparse_new_id(), v = sparse_new_id(), w = sparse_new_id();
	char *volatile p = malloc(48), *volatile q;

	printf("%p %p\n", (void *)cells, (void *)p);
	fflush(stdout);
	sparse_enterloop();
	sparse_deq(e, NULL);
	__sparse_read4(cells);      /* recorded */
	__sparse_read4(cells);      /* not */
	__sparse_read2(cells + 2);  /* not: covered */
	__sparse_read8(cells);      /* recorded: bytes 4 to 7 are new */
	__sparse_write4(cells);     /* recorded: the first write */
	__sparse_write4(cells);     /* not */
	__sparse_read8(cells + 13); /* recorded: across two granules */
	__sparse_read1(cells + 20); /* not */
	__sparse_read1(cells + 21); /* recorded */
	own_stack();                /* not: below the default loop */
	sparse_pause(e, v, NULL);
	__sparse_read4(cells);      /* recorded: a new block */
	sparse_resume(e, v);
	__sparse_read4(cells);      /* recorded: a new block */
	__sparse_write8(p + 8);     /* recorded */
	free(p);
	__sparse_write8(p + 8);     /* recorded: a use after free */
	q = malloc(48);
	__sparse_write8(q + 8);     /* not: an object of this block's own */
	__sparse_read4(q + 40);     /* not */
	sparse_pause(e, w, NULL);
	if (p == q) {
		__sparse_write8(q + 8); /* recorded: another block */
		__sparse_write8(q + 8); /* not */
	}
	sparse_resume(e, w);
	sparse_end(e);
	printf("%s\n", p == q ? "reused" : "moved");
	return 0;
}
