/* With LIBRARY: a library that looks for functions that nobody has as it is loaded, before the recorder is.
 * Else a program that did so before the C library was ready: the message of that is freed by the library's. */
#define _GNU_SOURCE
#include <dlfcn.h>

static void look(void)
{
	for (int i = 0; i < 3; i++)
		if (dlsym(RTLD_DEFAULT, "no_function_has_this_name"))
			__builtin_trap();
}

#ifdef LIBRARY
__attribute__((constructor)) static void load(void) { look(); }
int library(void) { return 0; }
#else
int library(void);
__attribute__((section(".preinit_array"), used)) static void (*const first)(void) = look;
int main(void) { return library(); }
#endif
