/* Threads whose memory libc frees after the last thread-specific destructors: the texts of
 * errors, what the loader said, what the resolver keeps. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <pthread.h>
#include <resolv.h>
#include <string.h>

static void *unknown_error(void *x) { return strerror(12345) ? x : NULL; }
static void *no_library(void *x) { return dlopen("/no/such/library.so", RTLD_NOW) ? NULL : x; }
static void *no_name(void *x)
{
	struct hostent *none = gethostbyname("no such name");

	(void)none;
	return x;
}

static void *ends_by_itself(void *x)
{
	strerror(12346);
	pthread_exit(x);
}

int main(void)
{
	void *(*const run[])(void *) = { unknown_error, no_library, no_name, ends_by_itself };

	for (unsigned i = 0; i < 10 * sizeof run / sizeof *run; i++) {
		pthread_t t;
		void *got = NULL;

		if (pthread_create(&t, NULL, run[i % (sizeof run / sizeof *run)], &t) != 0 || pthread_join(t, &got) != 0 || got != &t)
			return 1;
	}
	return 0;
}
