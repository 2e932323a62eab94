/* Blocks of every way to allocate, their usable sizes, and who may free them. */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	void *p[] = { malloc(100), calloc(10, 10), realloc(malloc(10), 100), memalign(64, 100),
		      aligned_alloc(64, 128), valloc(100), pvalloc(100), NULL };
	int small = 0;

	if (posix_memalign(&p[7], 64, 100) != 0)
		return 3;
	for (size_t i = 0; i < sizeof p / sizeof *p; i++) {
		small += malloc_usable_size(p[i]) < 100;
		memset(p[i], 1, 100);
		free(p[i]);
	}
	printf("small %d, of null %zu\n", small, malloc_usable_size(NULL));
	return 0;
}
