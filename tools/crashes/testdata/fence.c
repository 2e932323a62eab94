/* A heap for tools/crashes: each block has pages of its own, which cannot be touched once it
 * is freed. So a use of freed memory ends the program where it happens, as it does where the
 * memory was given back to the system. Addresses are not used again. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#define ARENA ((size_t)64 << 30) /* of addresses; pages are taken as they are asked for */
#define PAGE ((size_t)4096)
#define FRESH 0xa5 /* what new memory is filled with: no pointer */

struct head {
	size_t size, pages;
	char *start;
	size_t unused; /* keeps the block's alignment */
};

static char *next;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *block(size_t size, size_t align)
{
	if (align < sizeof(struct head))
		align = sizeof(struct head);
	size_t pages = (size + sizeof(struct head) + align + PAGE - 1) / PAGE;
	pthread_mutex_lock(&lock);
	if (!next)
		next = mmap(NULL, ARENA, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	char *start = next;
	next += pages * PAGE;
	int failed = mprotect(start, pages * PAGE, PROT_READ | PROT_WRITE);
	pthread_mutex_unlock(&lock);
	if (failed) {
		errno = ENOMEM;
		return NULL;
	}
	uintptr_t at = ((uintptr_t)start + pages * PAGE - size) & ~(uintptr_t)(align - 1);
	struct head *head = (struct head *)at - 1;
	*head = (struct head){ .size = size, .pages = pages, .start = start };
	return (void *)at;
}

void *malloc(size_t size)
{
	void *p = block(size, 0);
	return p ? memset(p, FRESH, size) : NULL;
}

void free(void *p)
{
	if (!p)
		return;
	struct head head = ((struct head *)p)[-1];
	madvise(head.start, head.pages * PAGE, MADV_DONTNEED);
	mprotect(head.start, head.pages * PAGE, PROT_NONE);
}

void *calloc(size_t n, size_t size) { return block(n * size, 0); }

size_t malloc_usable_size(void *p) { return p ? ((struct head *)p)[-1].size : 0; }

void *realloc(void *p, size_t size)
{
	size_t old = malloc_usable_size(p);
	void *q = malloc(size);
	if (p && q) {
		memcpy(q, p, old < size ? old : size);
		free(p);
	}
	return q;
}

int posix_memalign(void **out, size_t align, size_t size)
{
	*out = block(size, align);
	return *out ? 0 : ENOMEM;
}

void *aligned_alloc(size_t align, size_t size) { return block(size, align); }

void *memalign(size_t align, size_t size) { return block(size, align); }
