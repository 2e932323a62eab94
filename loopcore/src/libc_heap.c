/* libc_heap.c: see libc_heap.h. */
#include "libc_heap.h"

#include <loopcore/elfsym.h>
#include <loopcore/entry.h>

#include <sparserec/stock.h>

#include <malloc.h>
#include <stdlib.h>

static void (*libc_free)(void *p);
static void *(*libc_realloc)(void *p, size_t n);
static size_t (*libc_usable)(void *p);

/* `free` and the others here are those that come first in the program: not the C library's. */
static void on_free(void *p)
{
	if (__sparse_block_is(p))
		free(p);
	else
		libc_free(p);
}

static void *on_realloc(void *p, size_t n)
{
	return __sparse_block_is(p) ? realloc(p, n) : libc_realloc(p, n);
}

static size_t on_usable(void *p)
{
	return __sparse_block_is(p) ? malloc_usable_size(p) : libc_usable(p);
}

void libc_heap_watch(void)
{
	static struct {
		const char *name;
		void *ours, **original;
		struct entry entry;
	} functions[] = {
		{ "free", (void *)on_free, (void **)&libc_free, { 0 } },
		{ "realloc", (void *)on_realloc, (void **)&libc_realloc, { 0 } },
		{ "malloc_usable_size", (void *)on_usable, (void **)&libc_usable, { 0 } },
	};
	enum { FUNCTIONS = sizeof functions / sizeof *functions };
	struct object libc;
	struct island is;
	if (!__sparse_block_is || !object_find("libc.so.6", &libc) || !island_open(&is, libc.start, libc.end))
		return;
	for (int i = 0; i < FUNCTIONS; i++) {
		size_t size;
		void *function = object_symbol(&libc, functions[i].name, &size);
		if (function && entry_prepare(&is, &functions[i].entry, function, size, functions[i].ours))
			*functions[i].original = functions[i].entry.original;
	}
	if (!island_seal(&is))
		return;
	for (int i = 0; i < FUNCTIONS; i++)
		if (*functions[i].original)
			entry_switch(&functions[i].entry);
}
