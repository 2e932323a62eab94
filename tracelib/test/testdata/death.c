/* Records 20000 reads, says so, and dies as its argument says. */
#include "sparserec/instrument.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char cells[2 * (8 * 20000)];

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";

	for (int i = 0; i < 20000; i++)
		__sparse_read8(cells + 16 * i);
	if (strcmp(how, "kill") == 0)
		kill(getpid(), SIGKILL);
	else if (strcmp(how, "_exit") == 0)
		_exit(3);
	else if (strcmp(how, "abort") == 0)
		abort();
	else if (strcmp(how, "segv") == 0)
		*(volatile int *)8 = 0;
	else if (strcmp(how, "quick") == 0)
		quick_exit(3);
	return 3;
}
