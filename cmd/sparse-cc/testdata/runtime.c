/* A recorder that only counts: every function of instrument.h, and a line on
 * standard error when the program ends. With RUNTIME_PLACES set it prints where
 * each access was reported from instead, as offsets into the program.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "sparserec/instrument.h"

static long reads, writes, uses, atomics, entries, depth, unbalanced;
static int places;

__attribute__((constructor)) static void start(void) { places = getenv("RUNTIME_PLACES") != NULL; }

static void seen(const char *what, const void *from)
{
	Dl_info info;
	if (places && dladdr(from, &info))
		fprintf(stderr, "%s %#lx\n", what, (unsigned long)((const char *)from - (const char *)info.dli_fbase) - 1);
}

#define SEEN(counter, what) (counter++, seen(what, __builtin_return_address(0)))
#define ACCESS(n) \
	void __sparse_read##n(const void *p) { (void)p; SEEN(reads, "read"); } \
	void __sparse_write##n(const void *p) { (void)p; SEEN(writes, "write"); }
ACCESS(1) ACCESS(2) ACCESS(4) ACCESS(8) ACCESS(16)

void __sparse_read_range(const void *p, size_t n) { (void)p, (void)n; SEEN(reads, "read"); }
void __sparse_write_range(const void *p, size_t n) { (void)p, (void)n; SEEN(writes, "write"); }
void __sparse_atomic_read(const void *p, size_t n) { (void)p, (void)n; SEEN(atomics, "atomic"); }
void __sparse_atomic_write(const void *p, size_t n) { (void)p, (void)n; SEEN(atomics, "atomic"); }
void __sparse_atomic_rmw(const void *p, size_t n) { (void)p, (void)n; SEEN(atomics, "atomic"); }
void __sparse_use(const void *p) { (void)p; SEEN(uses, "use"); }

uint32_t __sparse_func_entry(const void *from)
{
	(void)from;
	entries++;
	return (uint32_t)depth++;
}

void __sparse_func_exit(uint32_t token)
{
	unbalanced += token >= depth;
	depth = token;
}

void __sparse_func_unwind(uint32_t token)
{
	unbalanced += token + 1 > depth;
	depth = token + 1;
}

__attribute__((destructor)) static void end(void)
{
	if (!places)
		fprintf(stderr, "reads=%ld writes=%ld uses=%ld atomics=%ld entries=%ld depth=%ld unbalanced=%ld\n",
			reads, writes, uses, atomics, entries, depth, unbalanced);
}
