/* Shadow stacks: nesting, an exit that cuts several frames, unwinding, and
 * recursion deeper than what is kept. Reads at cells + i mark the places. */
#include "sparserec/instrument.h"
#include <stdio.h>

static char cells[4096];

int main(void)
{
	uint32_t a = __sparse_func_entry((void *)0x1000), b, first;

	printf("%p\n", (void *)cells);
	__sparse_read1(cells);
	b = __sparse_func_entry((void *)0x2000);
	__sparse_read1(cells + 8);
	__sparse_func_entry((void *)0x3000);
	__sparse_func_unwind(b);
	__sparse_read1(cells + 16);
	__sparse_func_entry((void *)0x4000);
	__sparse_func_exit(b);
	__sparse_read1(cells + 24);
	first = __sparse_func_entry((void *)0x5000);
	for (int i = 0; i < 10000; i++)
		__sparse_func_entry((void *)0x6000);
	__sparse_read1(cells + 32);
	__sparse_func_exit(first);
	__sparse_read1(cells + 40);
	__sparse_func_exit(a);
	__sparse_read1(cells + 48);
	return 0;
}
