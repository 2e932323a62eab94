/* late.c: loads a program that was built as a library, and with it Qt, and runs
 * it: argv[1] is the library, the rest its arguments.
 */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	void *library = dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL);
	int (*run)(int, char **) = NULL;
	if (library)
		*(void **)&run = dlsym(library, "scripted");
	if (!run) {
		fprintf(stderr, "late: %s\n", dlerror());
		return 2;
	}
	return run(argc - 1, argv + 1);
}
