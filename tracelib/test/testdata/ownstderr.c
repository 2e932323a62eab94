/* Closes its standard descriptors before a file of its own becomes descriptor 2, and
 * goes on until the recorder has something to say (max_size). argv[1]: the file. */
#include "sparserec/instrument.h"
#include "sparserec/sparserec.h"
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	if (argc < 2)
		return 7;
	sparse_active(); /* the recording begins */
	close(0);
	close(1);
	close(2);
	for (int i = 0; i < 3; i++)
		if (open(argv[1], O_CREAT | O_WRONLY | O_APPEND, 0600) != i)
			return 9;
	for (int i = 0; i < 100000; i++)
		free(malloc((size_t)i & 1023));
	return write(2, "payload", 7) == 7 ? 0 : 8;
}
