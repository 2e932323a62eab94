/* Ends of objects, references and vtable pointers; the address goes to stdout. */
#include "sparserec/instrument.h"
#include "sparserec/sparserec.h"
#include <stdio.h>
#include <stdlib.h>

static char cell[4096] __attribute__((aligned(16)));
static const void *const table[2];

/* Takes a reference, lets a loop spin, and gives it back; or hands it over. */
static void hold(uint64_t e, void *counter, int keep)
{
	uint32_t token = __sparse_func_entry(__builtin_return_address(0));
	uint64_t v = sparse_new_id();

	__sparse_ref(counter);
	__sparse_ref(cell + 3000); /* a copy that goes at once */
	__sparse_unref(cell + 3000);
	__sparse_func_calls(token);
	if (keep)
		sparse_pause(e, v, NULL);
	if (keep)
		sparse_resume(e, v);
	__sparse_func_calls(token); /* another place of the same activation */
	if (keep)
		__sparse_unref(counter);
	__sparse_func_exit(token);
}

/* Gives a reference back, and has waited for nothing. */
static void give(void *counter)
{
	uint32_t token = __sparse_func_entry(__builtin_return_address(0));

	__sparse_unref(counter);
	__sparse_func_exit(token);
}

__attribute__((noinline)) static void own_stack(void)
{
	char mine[64] __attribute__((aligned(16)));

	__sparse_destroyed(mine, sizeof mine);
}

int main(void)
{
	uint32_t token = __sparse_func_entry(__builtin_return_address(0));
	uint64_t e = sparse_new_id(), f = sparse_new_id(), v = sparse_new_id();
	char *block;
	int i;

	printf("%p\n", (void *)cell);
	fflush(stdout);
	block = malloc(100);
	sparse_enterloop();
	sparse_deq(e, NULL);
	own_stack();
	__sparse_destroyed(block + 16, 32);      /* freed below */
	__sparse_destroyed(cell, 16);            /* a base, and a member, of: */
	__sparse_destroyed(cell + 32, 16);
	__sparse_destroyed(cell, 64);
	__sparse_destroyed(cell + 128, 16);
	__sparse_vptr_write(cell + 256, table);
	*(const void **)(void *)(cell + 256) = table;
	__sparse_vptr_write(cell + 256, table); /* the same again */
	free(block);
	sparse_pause(e, v, NULL);
	sparse_resume(e, v);
	for (i = 0; i < 65; i++)
		__sparse_destroyed(cell + 1024 + 16 * i, 16); /* one more than wait */
	sparse_end(e);
	sparse_deq(f, NULL);
	hold(f, cell + 512, 1);
	hold(f, cell + 516, 0);
	v = sparse_new_id();
	sparse_pause(f, v, NULL);
	sparse_resume(f, v);
	__sparse_unref(cell + 516); /* not by who took it, but main has waited */
	give(cell + 520);
	sparse_end(f);
	sparse_exitloop();
	__sparse_func_exit(token);
	return 0;
}
