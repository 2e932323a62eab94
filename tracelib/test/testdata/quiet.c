/* What a tool does between sparse_quiet(1) and sparse_quiet(0) is not recorded, but
 * for allocations and frees: what is got there may be freed later, and the other way
 * round. */
#include "sparserec/sparserec.h"
#include <stdio.h>
#include <stdlib.h>

static char cell[4096];

int main(void)
{
	uint64_t e = sparse_new_id();
	void *before = malloc(4001), *inside, *moved, *zeroed, *aligned = NULL;

	printf("%p\n", (void *)cell);
	fflush(stdout);
	sparse_enterloop();
	sparse_deq(e, NULL);
	sparse_write(cell, 8);
	if (!sparse_quiet(1) || sparse_quiet(1))
		return 1;
	sparse_write(cell + 64, 8);
	free(malloc(4321));
	free(before);
	inside = malloc(4002);
	moved = realloc(malloc(8), 4003);
	zeroed = calloc(1, 4004);
	if (posix_memalign(&aligned, 64, 4005))
		return 2;
	sparse_write(cell + 64, 8); /* still */
	sparse_quiet(0);
	free(inside);
	free(moved);
	free(zeroed);
	free(aligned);
	sparse_write(cell + 128, 8);
	sparse_end(e);
	return 0;
}
