/* Writes that tell what they write; the address goes to stdout. */
#include "sparserec/instrument.h"
#include "sparserec/sparserec.h"
#include <stdio.h>
#include <stdlib.h>

enum { MANY = 20000 };
static char cell[4096] __attribute__((aligned(16)));
static int many[MANY];

static void start(uint64_t e)
{
	sparse_deq(e, NULL);
}

int main(void)
{
	uint64_t first = sparse_new_id(), second = sparse_new_id(), third = sparse_new_id();
	char *own;
	int i, value;

	printf("%p\n%p\n", (void *)cell, (void *)many);
	sparse_enterloop();
	start(first);
	__sparse_value(cell, 4, 1);
	__sparse_value(cell, 4, 1);      /* no news */
	__sparse_value(cell, 4, 2);
	__sparse_value(cell + 8, 8, 2);
	__sparse_value(cell, 4, 1);
	__sparse_write_range(cell, 2);   /* nobody knows now */
	__sparse_value(cell, 4, 1);
	__sparse_value(cell + 1, 1, 5);  /* part of it */
	__sparse_value(cell, 4, 1);
	__sparse_value(cell + 22, 4, 7); /* across two granules */
	__sparse_value(cell + 22, 4, 7);
	own = malloc(64);
	__sparse_value(own, 8, 1);       /* nobody else's */
	__sparse_value(own, 8, 2);
	sparse_end(first);
	start(second);
	__sparse_value(cell, 4, 1);      /* another block: the first one again */
	__sparse_value(own, 8, 2);
	sparse_end(second);
	start(third);
	for (value = 1; value <= 3; value++)
		for (i = 0; i < MANY; i++)
			__sparse_value(&many[i], 4, (uint64_t)value);
	sparse_end(third);
	sparse_exitloop();
	free(own);
	return 0;
}
