/* Opens, calls and closes each library named: argv = path, function, … With "unseen" before
 * them it closes by libc's own function, as the loader does, and then an event is delivered. */
#include <dlfcn.h>
#include <sparserec/sparserec.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef int closer(void *);

static closer *own(void)
{
	closer *f;

	*(void **)&f = dlsym(dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD), "dlclose");
	return f;
}

int main(int argc, char **argv)
{
	int unseen = argc > 1 && strcmp(argv[1], "unseen") == 0;
	closer *shut = unseen ? own() : dlclose;

	if (shut == dlclose && unseen)
		return puts("no other dlclose"), 1;
	for (int i = 1 + unseen; i + 1 < argc; i += 2) {
		void *lib = dlopen(argv[i], RTLD_NOW);
		void *(*f)(void);

		if (!lib)
			return puts(dlerror()), 1;
		*(void **)&f = dlsym(lib, argv[i + 1]);
		if (unseen)
			sparse_deq((uint64_t)i, NULL);
		free(f());
		shut(lib);
		if (unseen) {
			nanosleep(&(struct timespec){ 0, 20000000 }, NULL);
			sparse_end((uint64_t)i);
		}
	}
	return 0;
}
