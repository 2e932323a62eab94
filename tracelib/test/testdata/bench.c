/* argv[1]: what to repeat, argv[2]: how often. Prints nothing. */
#include "sparserec/instrument.h"
#include "sparserec/sparserec.h"
#include <stdlib.h>
#include <string.h>

static char cells[8 << 15];

static void accesses(long n)
{
	while (n--)
		__sparse_read8(cells + 8 * (n & 1023));
}

static void first_accesses(long n)
{
	while (n--) {
		if ((n & 4095) == 0)
			sparse_end(1);
		__sparse_read8(cells + 16 * (n & 4095));
	}
}

static void calls(long n)
{
	while (n--) {
		uint32_t token = __sparse_func_entry(__builtin_return_address(0));
		__sparse_func_exit(token);
	}
}

static void heap(long n)
{
	while (n--) {
		void *volatile p = malloc(64);
		free(p);
	}
}

static void events(long n)
{
	struct sparse_attr attrs[] = { { "label", "a" }, { "type", "Timer" }, { "class", "QObject" } };
	struct sparse_info info = { SPARSE_POSTED, 0, -1, 3, attrs };

	while (n--) {
		uint64_t e = sparse_new_id();
		sparse_enq(e, &info);
		sparse_deq(e, NULL);
		sparse_end(e);
	}
}

int main(int argc, char **argv)
{
	static const struct { const char *name; void (*f)(long); } all[] = {
		{ "access", accesses }, { "first_access", first_accesses }, { "call", calls },
		{ "heap", heap }, { "event", events },
	};
	for (size_t i = 0; argc > 2 && i < sizeof all / sizeof *all; i++)
		if (strcmp(argv[1], all[i].name) == 0)
			return all[i].f(strtol(argv[2], NULL, 10)), 0;
	return 1;
}
