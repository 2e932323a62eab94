/* argv[1]: a file. Alone: the trace, which is emptied, and recording goes on.
 * With "rest": all behind its first block goes, before anything was there.
 * With "fault": a file of the program's own breaks under it; "sent": a SIGBUS
 * comes from outside. The program must die of both, as it would by itself. */
#include "sparserec/instrument.h"
#include "sparserec/sparserec.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static char cells[2 * (8 << 17)];

int main(int argc, char **argv)
{
	if (argc < 2)
		return 1;
	if (argc > 2 && strcmp(argv[2], "sent") == 0)
		kill(getpid(), SIGBUS);
	if (argc > 2 && strcmp(argv[2], "fault") == 0) {
		int d = open(argv[1], O_RDWR | O_CREAT | O_TRUNC, 0600);
		volatile char *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, d, 0);

		return *p;
	}
	__sparse_write8(cells);
	if (truncate(argv[1], argc > 2 ? 4096 + (64 << 10) : 0) != 0)
		return 1;
	for (int i = 0; i < 1 << 17; i++)
		__sparse_write8(cells + 16 * i);
	printf("active %d\n", sparse_active());
	return 0;
}
