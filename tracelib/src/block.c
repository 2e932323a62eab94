/* block.c: the blocks of the trace, each filled by one thread.
 *
 * Rules: a block is a shared mapping of the file, so that whatever ends the
 * program loses nothing that was committed. It is mapped by its thread alone
 * and unmapped when sealed; memory stays bounded however long the recording.
 */
#include "budget.h"
#include <errno.h>
#include <sys/mman.h>

enum { MAGIC = 0x4b425253, OPEN = 1, SEALED = 2 };
_Static_assert(SR_MAX_TEXT + SR_MAX_RECORD < SR_BLOCK / 2, "a record fits into a block");

void sr_block_seal(struct sr_thread *t)
{
	struct sr_block *b = t->block;

	if (!b)
		return;
	b->crc = sr_crc32c(b->payload, atomic_load_explicit(&b->committed, memory_order_relaxed));
	atomic_store_explicit(&b->state, SEALED, memory_order_release);
	t->block = NULL;
	t->cur = t->end = NULL;
	munmap(b, SR_BLOCK);
}

SR_NOINLINE bool sr_block_next(struct sr_thread *t)
{
	int saved = errno;
	struct sr_block *b;

	sr_block_seal(t);
	b = sr_space_take(SR_BLOCK, t->doing);
	errno = saved;
	if (!b) {
		sr_refuse(t, t->doing, 0);
		return false;
	}
	b->size = SR_BLOCK;
	b->thread = t->number;
	b->number = t->blocks++;
	b->base = t->last_seq = atomic_load(&sr_order.next);
	atomic_store_explicit(&b->state, OPEN, memory_order_relaxed);
	atomic_store_explicit(&b->magic, MAGIC, memory_order_release);
	t->block = b;
	t->last_addr = t->last_heap = t->last_pc = 0;
	t->last_ref = 0;
	t->cur = b->payload;
	t->end = (uint8_t *)b + SR_BLOCK;
	return true;
}
