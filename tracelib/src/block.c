/* block.c: the blocks of the trace, each filled by one thread.
 *
 * Rules:
 *   - A thread fills one place of the file, a shared mapping, so that whatever
 *     ends the program loses nothing that was committed. A full block is copied,
 *     compressed or as it is, to another place of the file, and its own is used
 *     again: writing to pages that are there costs a fraction of mapping new
 *     ones. The last place of a thread goes to the next thread.
 *   - At each moment one of the two is whole: the copy counts from when it is
 *     sealed, the original until it is emptied. An open block without content
 *     says nothing, whatever its other fields are.
 *   - Where the copy cannot be made, the original stays where it is, for good.
 */
#define _GNU_SOURCE
#include "budget.h"
#include "compress.h"
#include "locked.h"
#include "ring.h"
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

enum { MAGIC = 0x4b425253, OPEN = 1, SEALED = 2, ZSTD = 1, FREE_PLACES = 64 };
_Static_assert(SR_MAX_TEXT + SR_MAX_RECORD < SR_BLOCK / 2, "a record fits into a block");

static bool compressing;
static struct sr_lock places_lock;
static struct sr_block *places[FREE_PLACES]; /* emptied, still mapped */
static uint32_t place_count;

/* A copy that is the process's own takes the place of what it shares with its parent. */
void sr_own_pages(void *at, size_t n)
{
	void *copy = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (copy == MAP_FAILED)
		return;
	memcpy(copy, at, n);
	if (mremap(copy, n, n, MREMAP_MAYMOVE | MREMAP_FIXED, at) == MAP_FAILED)
		munmap(copy, n);
}

static void own_block(struct sr_block *b)
{
	if (b)
		sr_own_pages(b, b->size);
}

/* There is no other block to go on with. */
void sr_block_of_child(struct sr_thread *t)
{
	own_block(t->block);
	own_block(t->pen.block);
	own_block(t->own_pen.block);
	atomic_store(&places_lock.word, 0);
	place_count = 0;
	t->doing |= SR_COUNTED;
}

void sr_block_forget(bool compress)
{
	compressing = compress;
	atomic_store(&places_lock.word, 0);
	while (place_count)
		munmap(places[--place_count], SR_BLOCK);
	sr_pack_forget();
}

static void seal(struct sr_block *b, uint32_t committed)
{
	b->crc = sr_crc32c(b->payload, committed);
	atomic_store_explicit(&b->committed, committed, memory_order_relaxed);
	atomic_store_explicit(&b->state, SEALED, memory_order_release);
}

static uint32_t committed(const struct sr_block *b)
{
	return atomic_load_explicit(&b->committed, memory_order_relaxed);
}

/* The copy is an open block without content, over which a reader steps, until
 * its header is written again. */
static bool write_copy(uint64_t at, uint32_t size, const struct sr_block *b, const void *data, size_t n)
{
	struct sr_block h = { .magic = MAGIC, .size = size, .thread = b->thread, .base = b->base,
			      .number = b->number, .state = OPEN, .codec = data == b->payload ? 0 : ZSTD };

	if (!sr_space_write(at, &h, sizeof h) || !sr_space_write(at + sizeof h, data, n))
		return false;
	h.crc = sr_crc32c(data, n);
	h.committed = (uint32_t)n;
	h.state = SEALED;
	return sr_space_write(at, &h, sizeof h);
}

/* Copies the thread's block and empties it. False: it is as it was. */
static bool move_out(struct sr_thread *t)
{
	struct sr_block *b = t->block;
	struct sr_pack *p = compressing ? sr_pack(t, b->payload, committed(b)) : NULL;
	const void *data = p ? p->data : b->payload;
	size_t n = p ? p->size : committed(b);
	uint32_t size = (uint32_t)((sizeof *b + n + SR_STEP - 1) & ~(size_t)(SR_STEP - 1));
	uint64_t at = sr_space_claim(size, t->doing);

	if (at && write_copy(at, size, b, data, n))
		atomic_store_explicit(&b->committed, 0, memory_order_release);
	if (p)
		sr_pack_return(p);
	return committed(b) == 0;
}

/* Lets go of the thread's block, which is full or the last one. True: its place,
 * given back, is free to be used again. */
static struct sr_block *finish(struct sr_thread *t)
{
	struct sr_block *b = t->block;

	if (!b || move_out(t))
		return b;
	seal(b, committed(b));
	t->block = NULL;
	munmap(b, SR_BLOCK);
	return NULL;
}

static struct sr_block *take_place(void)
{
	SR_LOCKED(&places_lock);

	return place_count ? places[--place_count] : NULL;
}

static bool keep_place(struct sr_block *b)
{
	SR_LOCKED(&places_lock);

	if (place_count == FREE_PLACES)
		return false;
	places[place_count++] = b;
	return true;
}

static void give_place(struct sr_block *b)
{
	if (!keep_place(b))
		munmap(b, SR_BLOCK);
}

/* At the end of all, the last block stays in its place, which the file has
 * anyway; so do those of other threads, open. */
void sr_block_leave(struct sr_thread *t, bool at_end)
{
	SR_UNINTERRUPTED;
	struct sr_block *b = t->block;

	t->cur = t->end = NULL;
	if (sr_ring_on) {
		if (!at_end)
			sr_ring_leave(t);
		return;
	}
	if (!b)
		return;
	if (at_end) {
		seal(b, committed(b));
		t->block = NULL;
		munmap(b, SR_BLOCK);
		return;
	}
	b = finish(t);
	t->block = NULL;
	if (b)
		give_place(b);
}

static void begin(struct sr_thread *t, struct sr_block *b)
{
	t->block = b;
	b->thread = t->number;
	b->number = t->blocks++;
	b->base = t->last_seq = atomic_load(&sr_order.next);
	atomic_store_explicit(&b->state, OPEN, memory_order_relaxed);
	atomic_store_explicit(&b->magic, MAGIC, memory_order_release);
	t->last_addr = t->last_heap = t->last_pc = 0;
	t->last_ref = t->last_site = t->next_site = 0;
	memset(t->step_at, 0, sizeof t->step_at);
	memset(t->steps, 0, sizeof t->steps);
	memset(t->went_to, 0, sizeof t->went_to);
	memset(t->sizes, 0, sizeof t->sizes);
	t->cur = b->payload;
	t->end = (uint8_t *)b + b->size;
	if (sr_ring_on)
		sr_ring_open(t);
}

static struct sr_block *next_place(struct sr_thread *t)
{
	struct sr_block *b = finish(t);
	uint64_t at;

	if (!b)
		b = take_place();
	if (!b && (at = sr_space_claim(SR_BLOCK, t->doing)) != 0)
		b = sr_space_map(at, SR_BLOCK);
	if (b)
		b->size = SR_BLOCK;
	return b;
}

static SR_NOINLINE bool next_block(struct sr_thread *t)
{
	SR_UNINTERRUPTED;
	int saved = errno;
	struct sr_block *b;

	t->cur = t->end = NULL;
	b = sr_ring_on ? sr_ring_turn(t) : next_place(t);
	errno = saved;
	if (b)
		begin(t, b);
	else
		sr_refuse(t, t->doing, 0);
	return b != NULL;
}

bool sr_block_next(struct sr_thread *t)
{
	if (t->doing & SR_COUNTED) /* part of it was lost: then it is as a whole */
		return false;
	return next_block(t);
}
