/* Built twice, under two names; opened one after the other. */
#include <stdlib.h>

void *NAME(void);
void *NAME(void)
{
	void *volatile p = malloc(SIZE);
	return p;
}
