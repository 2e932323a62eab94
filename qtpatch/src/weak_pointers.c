/* weak_pointers.c: QPointer and QWeakPointer to QObjects, as memory accesses.
 *
 * A QPointer and its object share a block; ~QObject sets a number in it to 0, and
 * whoever tests the pointer reads that number. The test is inlined into the
 * program and recorded; the write is Qt's own. With it the engine sees a flag
 * that the freeing handler clears and the using one tests. That the block itself
 * is counted is recorded where a pointer is made; where it ends the program does.
 *
 * Where an object keeps its block is found by asking Qt for the block of one and
 * looking for the same address among the object's members. That leaves the object
 * with a block, as a QPointer that has come and gone would.
 */
#include "weak_pointers.h"

#include <loopcore/emit.h>

#include "environment.h"
#include "points.h"
#include "qtabi.h"

#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

struct block {
	int weak, strong; /* strong: -1 while the object lives, 0 after it */
};

static size_t place; /* in QObjectPrivate; 0 = not known */
static bool looked;

static const char *private_of(const void *object)
{
	const char *d;
	memcpy(&d, (const char *)object + sizeof(void *), sizeof d);
	return d;
}

/* As much as can be read of what may be shorter: another block, or no memory, may follow. */
static size_t read_some(const char *from, char *to, size_t size)
{
	for (; size; size /= 2) {
		struct iovec there = { (void *)(uintptr_t)from, size }, here = { to, size };
		ssize_t n = syscall(SYS_process_vm_readv, syscall(SYS_getpid), &here, 1ul, &there, 1ul, 0ul);
		if (n == (ssize_t)size)
			return size;
	}
	return 0;
}

void weak_learn(const void *object)
{
	enum { MEMBERS = 256 }; /* more than QObjectPrivate has */
	char members[MEMBERS];
	if (__atomic_load_n(&looked, __ATOMIC_RELAXED)) /* at each delivery: a look costs less than an exchange */
		return;
	if (__atomic_exchange_n(&looked, true, __ATOMIC_RELAXED) || !qt.get_and_ref || !emit_has_recorder())
		return;
	struct block *block = qt.get_and_ref(object), *there;
	if (!block)
		return;
	size_t size = read_some(private_of(object), members, MEMBERS);
	for (size_t at = sizeof(void *); at + sizeof there <= size; at += sizeof there) {
		memcpy(&there, members + at, sizeof there);
		if (there == block) {
			__atomic_store_n(&place, at, __ATOMIC_RELEASE);
			break;
		}
	}
	__atomic_sub_fetch(&block->weak, 1, __ATOMIC_RELEASE); /* the object has one of its own */
}

void *on_get_and_ref(const void *object)
{
	struct block *block = qt.get_and_ref(object);
	if (block)
		emit_ref(&block->weak);
	return block;
}

void on_object_dying(void *object)
{
	size_t at = __atomic_load_n(&place, __ATOMIC_ACQUIRE);
	struct block *block = NULL;
	if (at && object)
		memcpy(&block, private_of(object) + at, sizeof block);
	if (block && emit_is_recording())
		environment_clears(object, &block->strong);
	if (block)
		emit_cleared(&block->strong, sizeof block->strong);
	qt.object_dying(object);
}
