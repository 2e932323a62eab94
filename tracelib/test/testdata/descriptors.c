/* Closes every descriptor, takes the numbers for files of its own, and goes on
 * recording. argv[1] names its file, which must end up with its own text only. */
#include "sparserec/instrument.h"
#include "sparserec/sparserec.h"
#include <fcntl.h>
#include <unistd.h>

static char cells[2 * (8 << 16)];

int main(int argc, char **argv)
{
	int d, n = 0;

	if (argc < 2)
		return 1;
	for (d = 3; d < 1024; d++)
		close(d);
	d = open(argv[1], O_RDWR | O_CREAT, 0600);
	while (++n < 600 && dup(d) >= 0)
		;
	sparse_enterloop();
	for (int round = 0; round < 8; round++) {
		sparse_deq(1 + (uint64_t)round, NULL);
		for (int i = 0; i < 1 << 16; i++)
			__sparse_write8(cells + 16 * i);
		sparse_end(1 + (uint64_t)round);
	}
	return write(d, "mine", 4) != 4 || fcntl(0, F_GETFD) < 0;
}
