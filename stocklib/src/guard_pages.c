/* guard_pages.c: see guard_pages.h. Blocks are handed out upwards through one stretch of
 * addresses, so that the block of an address is found by halving.
 *
 * Rules: each block costs up to two mappings, of which a process has 65,530; so
 * there are at most BLOCKS, and what comes later is an ordinary block. A place is
 * named by its module's name and the offset in it; the low 12 bits of an address are
 * the same wherever it is loaded, so most allocations are let pass at one look.
 */
#define _GNU_SOURCE
#include "guard_pages.h"
#include "fault.h"
#include <sparserec/lock.h>
#include <sparserec/steering.h>
#include <elf.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { SITES = STEERING_MOST_sites, BLOCKS = 16000, PAGE = 4096, SPACE_BITS = 36, KNOWN = 512 };

struct place { char module[STEERING_MOST_module + 1]; uint64_t offset; };

bool sk_guarding;
static struct place places[SITES];
static unsigned nplaces;
static uint8_t low_bits[PAGE]; /* of the places */
static struct { _Atomic uint64_t pc; _Atomic int is; } known[KNOWN];

static struct sr_lock lock;
static struct sk_guarded *blocks;
static uint32_t nblocks;
static uintptr_t space, next, end;

/* "module+0xoffset"; what does not look so is left out. */
static void add_place(const char *s, size_t n)
{
	const char *plus = memrchr(s, '+', n);
	struct place *p = &places[nplaces];
	char number[20] = "";

	if (!plus || nplaces == SITES || (size_t)(plus - s) >= sizeof p->module ||
	    n - (size_t)(plus - s) - 1 >= sizeof number)
		return;
	memcpy(p->module, s, (size_t)(plus - s));
	memcpy(number, plus + 1, n - (size_t)(plus - s) - 1);
	p->offset = strtoull(number, NULL, 16);
	low_bits[p->offset % PAGE] = 1;
	nplaces++;
}

void sk_guard_open(const char *sites, const char *report)
{
	void *at = mmap(NULL, (size_t)1 << SPACE_BITS, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	void *list = mmap(NULL, BLOCKS * sizeof *blocks, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	size_t n;

	for (; *sites; sites += n + (sites[n] != 0)) {
		n = strcspn(sites, ";");
		add_place(sites, n);
	}
	sk_fault_open(report);
	if (at == MAP_FAILED || list == MAP_FAILED)
		return;
	space = next = (uintptr_t)at;
	end = space + ((uintptr_t)1 << SPACE_BITS);
	blocks = list;
	sk_guarding = true;
}

struct asked { uint64_t pc; int is; };

static int in_module(struct dl_phdr_info *info, size_t size, void *to)
{
	struct asked *a = to;
	const char *path = info->dlpi_name && info->dlpi_name[0] ? info->dlpi_name : sk_fault_program();
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;

	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];

		if (p->p_type != PT_LOAD || a->pc - info->dlpi_addr - p->p_vaddr >= p->p_memsz)
			continue;
		for (unsigned k = 0; k < nplaces; k++)
			if (a->pc - info->dlpi_addr == places[k].offset && strcmp(base, places[k].module) == 0)
				a->is = 1;
		return 1;
	}
	return 0;
}

/* What is known of a place is remembered by its address; a module that is loaded
 * where another one was is asked about again when that place is another. */
static bool is_place(uint64_t pc)
{
	unsigned slot = (unsigned)(pc * 0x9e3779b97f4a7c15u >> 55);
	struct asked a = { pc, 0 };

	if (atomic_load(&known[slot].pc) == pc)
		return atomic_load(&known[slot].is);
	dl_iterate_phdr(in_module, &a);
	atomic_store(&known[slot].pc, 0);
	atomic_store(&known[slot].is, a.is);
	atomic_store(&known[slot].pc, pc);
	return a.is;
}

static struct sk_guarded *new_block(size_t align, size_t n)
{
	size_t whole = (n + 2 * PAGE - 1) & ~(size_t)(PAGE - 1); /* and one that nobody has */
	struct sk_guarded *b = NULL;
	uintptr_t start;

	sr_lock(&lock);
	start = align > PAGE ? (next + align - 1) & ~(align - 1) : next;
	if (nblocks < BLOCKS && n < end - start && whole <= end - start &&
	    mprotect((void *)start, whole - PAGE ? whole - PAGE : PAGE, PROT_READ | PROT_WRITE) == 0) {
		b = &blocks[nblocks];
		*b = (struct sk_guarded){ .start = start, .size = n, .whole = whole, .live = true };
		next = start + whole + PAGE;
		__atomic_store_n(&nblocks, nblocks + 1, __ATOMIC_RELEASE);
	}
	sr_unlock(&lock);
	return b;
}

void *sk_guard_get(size_t align, size_t n, uint64_t site)
{
	struct sk_guarded *b;

	if (!low_bits[site % PAGE] || !is_place(site) || !(b = new_block(align, n)))
		return NULL;
	b->nallocs = sk_fault_callers(b->allocs, SK_STACK);
	return (void *)b->start;
}

struct sk_guarded *sk_guard_at(uintptr_t a)
{
	uint32_t lo = 0, hi = __atomic_load_n(&nblocks, __ATOMIC_ACQUIRE);

	if (a - space >= end - space)
		return NULL;
	while (lo < hi) {
		uint32_t mid = (lo + hi) / 2;

		if (blocks[mid].start + blocks[mid].whole <= a)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < nblocks && blocks[lo].start <= a ? &blocks[lo] : NULL;
}

bool sk_guard_has(const void *p) { return (uintptr_t)p - space < end - space; }

size_t sk_guard_size(const void *p)
{
	struct sk_guarded *b = sk_guard_at((uintptr_t)p);

	return b && b->live && b->start == (uintptr_t)p ? b->size : 0;
}

void sk_guard_put(void *p)
{
	struct sk_guarded *b = sk_guard_at((uintptr_t)p);

	if (!b || b->start != (uintptr_t)p)
		return;
	if (!b->live) {
		sk_fault_twice(b);
		return;
	}
	b->nfrees = sk_fault_callers(b->frees, SK_STACK);
	b->when = sk_fault_when();
	b->live = false;
	mprotect(p, b->whole, PROT_NONE);
	madvise(p, b->whole, MADV_DONTNEED);
}

void sk_guard_foreign(const void *p) { sk_fault_foreign((uintptr_t)p); }
