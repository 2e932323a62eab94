/* library_list.c: libraries that are loaded while the program runs.
 *
 * The dynamic linker calls an empty function whenever its list of libraries has
 * changed, for debuggers to put a breakpoint on; we hook it. The new library is
 * mapped by then and not yet relocated, which is enough: its code is there, its
 * symbols are read without the linker's help, and nothing of it has run.
 * Interposing dlopen instead would change whom it takes for its caller.
 */
#include "library_list.h"

#include <loopcore/elfsym.h>
#include <loopcore/entry.h>

#include <errno.h>

static void (*to_call)(void);
static void (*original)(void);
static struct entry entry;

static void on_list_changed(void)
{
	int saved = errno;
	original();
	to_call();
	errno = saved;
}

bool library_list_watch(void (*then)(void))
{
	struct object linker;
	struct island is;
	size_t size = 0;
	if (!object_find("ld-linux-x86-64.so", &linker))
		return false;
	void *function = object_symbol(&linker, "_dl_debug_state", &size);
	if (!function || !island_open(&is, linker.start, linker.end) ||
	    !entry_prepare(&is, &entry, function, size, (void *)on_list_changed))
		return false;
	to_call = then;
	*(void **)&original = entry.original;
	return island_seal(&is) && entry_switch(&entry);
}
