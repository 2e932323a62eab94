/* Opens, calls and closes each library named: argv = path, function, … */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	for (int i = 1; i + 1 < argc; i += 2) {
		void *lib = dlopen(argv[i], RTLD_NOW);
		void *(*f)(void);

		if (!lib)
			return puts(dlerror()), 1;
		*(void **)&f = dlsym(lib, argv[i + 1]);
		free(f());
		dlclose(lib);
	}
	return 0;
}
