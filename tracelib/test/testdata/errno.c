/* No hook changes errno; the heap changes it exactly when libc would. */
#include "sparserec/instrument.h"
#include "sparserec/sparserec.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static char cells[8 << 16];

#define KEEPS(call) do { errno = 77; call; if (errno != 77) { puts(#call); bad = 1; } } while (0)

int main(void)
{
	struct sparse_attr attr = { "label", "x" };
	struct sparse_info info = { SPARSE_POSTED, 0, -1, 1, &attr };
	volatile size_t huge = (size_t)1 << 62;
	void *volatile p;
	int bad = 0;

	KEEPS(sparse_active());
	KEEPS(sparse_enterloop());
	KEEPS(sparse_enq(1, &info));
	KEEPS(sparse_deq(1, NULL));
	KEEPS(for (int i = 0; i < 1 << 16; i++) __sparse_write8(cells + 8 * i));
	KEEPS(p = malloc(10));
	KEEPS(p = realloc(p, 100000));
	KEEPS(free(p));
	KEEPS(sparse_end(1));
	errno = 0;
	p = malloc(huge);
	if (p || errno != ENOMEM)
		bad = puts("malloc without ENOMEM");
	errno = 0;
	p = reallocarray(NULL, huge, 8);
	if (p || errno != ENOMEM)
		bad = puts("reallocarray without ENOMEM");
	KEEPS(if (posix_memalign((void **)&p, 64, huge) != ENOMEM) bad = 1);
	KEEPS(if (posix_memalign((void **)&p, 3, 10) != EINVAL) bad = 1);
	return bad;
}
