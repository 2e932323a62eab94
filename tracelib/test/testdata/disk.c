/* Records far more than the disk, or the limit of its argument (in KiB, set
 * once recording runs), has room for; must reach its end all the same. */
#include "sparserec/instrument.h"
#include "sparserec/sparserec.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

static char cells[2 * (8 << 17)];

int main(int argc, char **argv)
{
	if (argc > 1) {
		struct rlimit size = { strtoul(argv[1], NULL, 10) << 10, RLIM_INFINITY };
		if (setrlimit(RLIMIT_FSIZE, &size) != 0)
			return 1;
	}
	sparse_enterloop();
	for (int round = 0; round < 10; round++) {
		uint64_t e = sparse_new_id();
		sparse_deq(e, NULL);
		for (int i = 0; i < 1 << 17; i++)
			__sparse_write8(cells + 16 * i);
		sparse_end(e);
	}
	printf("reached the end, active %d\n", sparse_active());
	return 0;
}
