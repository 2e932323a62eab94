/* alike.c: what glibc's heap does, told in lines, to be the same with ours. argv[1]
 * is the case; "double" and "inside" end the program. */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

static void *thread(void *arg)
{
	free(malloc(100));
	return arg;
}

/* A process that may have 1 GiB of addresses. */
static void limited(void)
{
	struct rlimit most = { 1ul << 30, 1ul << 30 };
	char *p, *q;
	pthread_t t;
	int error;

	setrlimit(RLIMIT_AS, &most);
	p = malloc(200 << 20);
	if (p)
		memset(p, 1, 200 << 20);
	q = mmap(NULL, 100 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	error = pthread_create(&t, NULL, thread, NULL);
	if (!error)
		pthread_join(t, NULL);
	printf("malloc %d mmap %d thread %d dlopen %d\n", p != NULL, q != MAP_FAILED, error, dlopen("libm.so.6", RTLD_NOW) != NULL);
	free(p);
}

static void refused(void)
{
	volatile size_t much = 1ul << 62;

	errno = 0;
	printf("%p %d ", malloc(much), errno);
	errno = 0;
	printf("%p %d ", calloc(much, 2), errno);
	errno = 0;
	printf("%p %d\n", realloc(malloc(10), much), errno);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	char *volatile p = malloc(100);

	if (strcmp(what, "limited") == 0)
		limited();
	else if (strcmp(what, "refused") == 0)
		refused();
	else if (strcmp(what, "double") == 0)
		free(p);
	else if (strcmp(what, "inside") == 0)
		free(p + 16);
	free(p);
	puts("end");
	return 0;
}
