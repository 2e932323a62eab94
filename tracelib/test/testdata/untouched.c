/* The filter's table of a thread whose handlers allocate and free, while no instrumented code
 * comes: prints how many pages of it are in memory. Then such code comes, and looks once at
 *   - a block that its handler allocated before: in stock mode nobody knew, and it is recorded
 *   - one that the handler allocated since: never recorded
 *   - one that an earlier handler allocated, in the epoch that now has its turn again, for
 *     all numbers have been used: always recorded
 * Prints where these lie. */
#define _GNU_SOURCE
#include "sparserec/instrument.h"
#include "sparserec/sparserec.h"
#include <sparserec/view.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#ifdef STOCK /* then this is the heap that knows its blocks, of stock mode */
void *__libc_malloc(size_t n);
void *__libc_calloc(size_t count, size_t each);
void *__libc_memalign(size_t align, size_t n);
void *__libc_realloc(void *p, size_t n);
void __libc_free(void *p);

void *__sparse_block_get(size_t align, size_t n, uint64_t site)
{
	(void)site;
	return align ? __libc_memalign(align, n) : __libc_malloc(n);
}
void *__sparse_block_get_zeroed(size_t n, uint64_t site) { return (void)site, __libc_calloc(1, n); }
void *__sparse_block_resize(void *p, size_t n, uint64_t site) { return (void)site, __libc_realloc(p, n); }
void __sparse_block_put(void *p) { __libc_free(p); }
size_t __sparse_block_usable(const void *p) { return p ? ((const size_t *)p)[-1] - 8 : 0; }
uint32_t __sparse_block_stack(const void *p, uint64_t *pcs, uint32_t max) { return (void)p, (void)pcs, (void)max, 0; }
#endif

static unsigned pages(void)
{
	unsigned char in[SPARSE_CELLS * 8 / 4096];
	unsigned n = 0;

	if (mincore((void *)(unsigned long)__sparse_view.cells, sizeof in * 4096, in) != 0)
		return ~0u;
	for (unsigned i = 0; i < sizeof in; i++)
		n += in[i] & 1;
	return n;
}

static void handler(void (*does)(void))
{
	uint64_t e = sparse_new_id();

	sparse_deq(e, NULL);
	if (does)
		does();
	sparse_end(e);
}

static void allocates(void)
{
	static void *volatile kept[1000];

	for (int i = 0; i < 1000; i++) {
		free(kept[i]);
		kept[i] = malloc((size_t)(8 << i % 14));
	}
}

static char *before, *after, *early;
static uint64_t when;

static void begins(void)
{
	before = malloc(64);
	__sparse_read8(before);
	after = malloc(64);
	__sparse_read8(after);
}

static void keeps(void)
{
	early = malloc(64);
	when = __sparse_view.epoch;
}

static void looks(void)
{
	if (__sparse_view.epoch == when)
		__sparse_read8(early);
}

int main(void)
{
	for (int i = 0; i < 50; i++)
		handler(allocates);
	printf("%u\n", pages());
	handler(begins);
	for (int i = 0; i < SPARSE_EPOCHS; i++)
		handler(NULL);
	handler(keeps);
	for (int i = 0; i < SPARSE_EPOCHS; i++)
		handler(looks);
	printf("%p %p %p\n", (void *)before, (void *)after, (void *)early);
	return 0;
}
