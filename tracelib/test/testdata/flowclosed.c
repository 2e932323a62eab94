/* Steps of data flow at two places before and after a library is closed, in one block of
 * the trace. argv: the library, which has a function alpha; "deleted": the program's own
 * file goes, and the library stays. Prints the address of the cell. */
#include <sparserec/flow.h>
#include <sparserec/instrument.h>
#include <sparserec/sparserec.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

/* The same function twice: four bytes read and four written 8 behind. (flow.c has more.) */
static const unsigned char table[] =
	"f\0" "\6\0" "\0\0" "\0\0\0\0"
	"\0" "\12\0" "\1\2\1\4\0\0" "\0\0\0\0"
	"\0" "\13\0" "\2\0\4\0\20\1" "\1\2\0\0\0"
	"\0" "\12\0" "\1\2\1\4\0\0" "\0\0\0\0"
	"\0" "\13\0" "\2\0\4\0\20\1" "\1\2\0\0\0";
static struct sparse_site sites[5] = { [1] = { 0, 1 | 1 << 8 | 2 << 16 | 2 << 24 }, [3] = { 0, 1 | 1 << 8 | 2 << 16 | 2 << 24 } };

__attribute__((noinline)) static void step(char *cell, int which)
{
	uint32_t token = __sparse_func_entry(__builtin_return_address(0));

	/* One place for each site, whatever turn it is. */
	if (which)
		__sparse_flow_step2(&sites[3], (uintptr_t)cell, 5);
	else
		__sparse_flow_step2(&sites[1], (uintptr_t)cell, 5);
	__sparse_func_exit(token);
}

int main(int argc, char **argv)
{
	char *cell = calloc(1, 64);

	__sparse_flow_sites(table, sites, 5);
	printf("%p\n", (void *)cell);
	for (int turn = 0; turn < 4; turn++) {
		for (int which = 0; which < 2; which++)
			step(cell, which);
		if (turn % 2)
			continue;
		void *library = dlopen(argv[1], RTLD_NOW), *(*f)(void);
		if (!library)
			return puts(dlerror()), 1;
		if (argc > 2)
			remove(argv[0]);
		*(void **)&f = dlsym(library, "alpha");
		free(f());
		if (argc == 2)
			dlclose(library);
	}
	return 0;
}
