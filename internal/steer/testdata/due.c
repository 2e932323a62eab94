/* due.c: prints due_of for every type and interval up to 45 s, a line each. */
#include "../../../loopcore/include/loopcore/due.h"

#include <stdio.h>

int main(void)
{
	for (int kind = 0; kind < 3; kind++)
		for (int ms = 0; ms <= 45000; ms++) {
			struct due d = due_of(kind, ms);
			printf("%d %d %d %d %d\n", kind, ms, d.kind, d.earliest, d.latest);
		}
	return 0;
}
