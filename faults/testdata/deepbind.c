/* deepbind.c: a program and its library, which calls the C library's own functions, give each
 * other's memory back, with one thread and with several.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef LIBRARY
void *takes(void *p, size_t n)
{
	size_t usable = malloc_usable_size(p);
	char *q = realloc(p, 3 * n);

	if (usable < n || !q || q[0] != 'a' || q[n - 1] != 'z')
		abort();
	free(malloc(n));
	free(q);
	return calloc(n, 2);
}
#else
static void *(*takes)(void *p, size_t n);

static void *many(void *unused)
{
	for (size_t n = 2; n < 20000; n += 1 + n / 3)
		for (int i = 0; i < 50; i++) {
			char *p = malloc(n);

			p[0] = 'a';
			p[n - 1] = 'z';
			p = realloc(takes(p, n), n);
			free(p);
		}
	return unused;
}

int main(int argc, char **argv)
{
	void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_DEEPBIND) : NULL;
	pthread_t threads[4];

	*(void **)&takes = library ? dlsym(library, "takes") : NULL;
	if (!takes)
		return 2;
	many(NULL);
	for (int i = 0; i < 4; i++)
		if (pthread_create(&threads[i], NULL, many, NULL) != 0)
			return 3;
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	puts("done");
	return 0;
}
#endif
