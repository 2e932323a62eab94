/* What a tool does between sparse_quiet(1) and sparse_quiet(0) is not recorded. */
#include "sparserec/sparserec.h"
#include <stdio.h>
#include <stdlib.h>

static char cell[4096];

int main(void)
{
	uint64_t e = sparse_new_id();

	printf("%p\n", (void *)cell);
	fflush(stdout);
	sparse_enterloop();
	sparse_deq(e, NULL);
	sparse_write(cell, 8);
	if (!sparse_quiet(1) || sparse_quiet(1))
		return 1;
	sparse_write(cell + 64, 8);
	free(malloc(4321));
	sparse_quiet(0);
	sparse_write(cell + 128, 8);
	sparse_end(e);
	return 0;
}
