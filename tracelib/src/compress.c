/* compress.c: zstd for blocks, linked in and hidden.
 *
 * Rules:
 *   - Only at the end of a block, never for a record; all memory is a context
 *     of our own from mmap, so zstd calls no malloc.
 *   - zstd needs up to 9 KiB of stack (measured, 1.5.4). It runs only where the
 *     thread's own stack has several times that left: not on the alternate stack
 *     of a signal handler, not in a thread with a tiny stack.
 *   - Contexts are kept for whoever comes next, a few of them: memory is bounded
 *     by how many threads compress at one time, not by how many there are.
 */
#define _GNU_SOURCE
#define ZSTD_STATIC_LINKING_ONLY
#include "compress.h"
#include <sparserec/lock.h>
#include <sys/mman.h>
#include <zstd.h>

/* On traces of programs with windows 1 gives 4.1 to 1, 3 gives 4.4 in 1.4 times
 * the time, -1 gives 3.9 and takes longer. */
enum { LEVEL = 1, STACK = 32 << 10, KEPT = 8 };

static struct sr_lock pack_lock;
static struct sr_pack *kept[KEPT];
static uint32_t kept_count;

/* zstd's hooks for tracing itself: defined here, lest the program's be called. */
#pragma GCC visibility push(hidden)
unsigned long long ZSTD_trace_compress_begin(const ZSTD_CCtx *c);
void ZSTD_trace_compress_end(unsigned long long n, const void *trace);
#pragma GCC visibility pop
unsigned long long ZSTD_trace_compress_begin(const ZSTD_CCtx *c) { (void)c; return 0; }
void ZSTD_trace_compress_end(unsigned long long n, const void *trace) { (void)n; (void)trace; }

static size_t workspace(void)
{
	ZSTD_compressionParameters p = ZSTD_getCParams(LEVEL, SR_BLOCK, 0);

	return (ZSTD_estimateCCtxSize_usingCParams(p) + 4095) & ~(size_t)4095;
}

static struct sr_pack *make_pack(void)
{
	size_t n = workspace();
	struct sr_pack *p = mmap(NULL, sizeof *p + n, PROT_READ | PROT_WRITE,
				 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		return NULL;
	p->context = ZSTD_initStaticCCtx(p->work, n);
	if (p->context &&
	    !ZSTD_isError(ZSTD_CCtx_setParameter(p->context, ZSTD_c_compressionLevel, LEVEL)))
		return p;
	munmap(p, sizeof *p + n);
	return NULL;
}

static struct sr_pack *take_pack(void)
{
	struct sr_pack *p = NULL;

	sr_lock(&pack_lock);
	if (kept_count)
		p = kept[--kept_count];
	sr_unlock(&pack_lock);
	return p ? p : make_pack();
}

void sr_pack_return(struct sr_pack *p)
{
	sr_lock(&pack_lock);
	if (kept_count < KEPT) {
		kept[kept_count++] = p;
		p = NULL;
	}
	sr_unlock(&pack_lock);
	if (p)
		munmap(p, sizeof *p + workspace());
}

static bool has_stack(const struct sr_thread *t)
{
	uintptr_t left = (uintptr_t)__builtin_frame_address(0) - t->stack_lo;

	return left < t->stack_len && left > STACK;
}

struct sr_pack *sr_pack(const struct sr_thread *t, const void *data, size_t n)
{
	struct sr_pack *p = has_stack(t) ? take_pack() : NULL;

	if (!p)
		return NULL;
	p->size = ZSTD_compress2(p->context, p->data, sizeof p->data, data, n);
	if (!ZSTD_isError(p->size) && p->size < n / 8 * 7)
		return p;
	sr_pack_return(p);
	return NULL;
}

void sr_pack_forget(void)
{
	atomic_store(&pack_lock.word, 0);
}
