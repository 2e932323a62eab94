/* The rest of the malloc family. Sizes from 5001 up are allocated and freed
 * once each; a resize that fails must leave no trace. */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	volatile size_t huge = (size_t)1 << 62;
	void *volatile p;
	char *c;

	c = calloc(5001, 1);
	for (int i = 0; i < 5001; i++)
		if (c[i])
			return 1;
	if (malloc_usable_size(c) < 5001 || malloc_usable_size(NULL) != 0)
		return 2;
	memset(c, 7, 5001);
	c = realloc(c, 5002);
	c = reallocarray(c, 1, 5003);
	if (c[5000] != 7)
		return 3;
	p = realloc(c, huge);
	if (p || c[5000] != 7)
		return 4;
	p = realloc(c, 0); /* glibc frees */
	if (p)
		return 5;
	p = realloc(NULL, 5004);
	free(p);
	p = memalign(256, 5005);
	if ((uintptr_t)p % 256)
		return 6;
	free(p);
	p = aligned_alloc(128, 5006);
	if ((uintptr_t)p % 128)
		return 7;
	free(p);
	if (posix_memalign((void **)&p, 512, 5007) != 0 || (uintptr_t)p % 512)
		return 8;
	free(p);
	p = valloc(5008);
	if ((uintptr_t)p % 4096)
		return 9;
	free(p);
	p = pvalloc(5009);
	free(p);
	p = strndup("x", 1);
	free(p);
	free(NULL);
	return 0;
}
