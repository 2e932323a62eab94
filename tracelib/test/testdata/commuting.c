/* Commuting operations and the filter: none hides an access of another kind, none is
 * reported twice in a block; what a program says of a stretch of its own. */
#include "sparserec/instrument.h"
#include "sparserec/sparserec.h"
#include "sparserec/view.h"
#include <stdio.h>
#include <stdlib.h>

static _Alignas(64) char cell[64];

static void handler(void (*body)(void))
{
	uint64_t e = sparse_new_id();
	struct sparse_info env = { SPARSE_ENV, 0, -1, 0, NULL };

	sparse_deq(e, &env);
	body();
	sparse_end(e);
}

static void adds(void)
{
	__sparse_commute4(cell, SPARSE_ADD);
	__sparse_commute4(cell, SPARSE_ADD);
	__sparse_commute4(cell, SPARSE_OR);                        /* another kind is new */
	__sparse_read4(cell);                                      /* and so is somebody who looks */
	__sparse_write4(cell);
	__sparse_commute4(cell, SPARSE_ADD);                       /* that says all */
	__sparse_commute8(cell + 8, SPARSE_XOR | SPARSE_HOW_ATOMIC);
	__sparse_commute1(cell + 16, SPARSE_AND);
	__sparse_commute1(cell + 17, SPARSE_AND);
}

static void own(void)
{
	char *p = malloc(64), *volatile q = p;

	__sparse_commute4(p, SPARSE_ADD); /* what the block allocated is nobody else's */
	free(q);
	__sparse_commute4(p, SPARSE_ADD); /* what it freed is not known any more */
}

static void stretch(void)
{
	__sparse_read4(cell);
	sparse_commuting("visited");
	__sparse_read4(cell);
	__sparse_write4(cell + 4);
	__sparse_commute4(cell + 8, SPARSE_ADD);
	sparse_commuting(NULL);
	__sparse_read4(cell + 4);
	sparse_commuting("visited"); /* ends with the block */
}

static void after(void) { __sparse_read4(cell); }

int main(void)
{
	printf("%p\n", (void *)cell);
	fflush(stdout);
	sparse_enterloop();
	handler(adds);
	handler(own);
	handler(stretch);
	handler(after);
	sparse_exitloop();
	return 0;
}
