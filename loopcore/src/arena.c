/* arena.c: pages by raw system calls, and chained hash tables in them. */
#include "shared_lock.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { BUCKETS = 1 << 14 };

struct slot {
	uint64_t key; /* 0 = not in use */
	uint32_t next;
	uint32_t pad;
	unsigned char record[];
};

void *arena_pages(size_t bytes)
{
	long p = syscall(SYS_mmap, NULL, bytes, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	return p == -1 ? NULL : (void *)p;
}

void arena_free(void *pages, size_t bytes)
{
	syscall(SYS_munmap, pages, bytes);
}

static size_t slot_size(const struct table *t)
{
	return sizeof(struct slot) + t->record;
}

static struct slot *slot_at(const struct table *t, uint32_t number)
{
	return (struct slot *)(t->slots + slot_size(t) * (number - 1));
}

static uint32_t *bucket_of(const struct table *t, uint64_t key)
{
	return &t->heads[(key * 0x9e3779b97f4a7c15u) >> 50];
}

bool table_init(struct table *t, size_t record, uint32_t capacity)
{
	memset(t, 0, sizeof(*t));
	t->record = (record + 7) & ~(size_t)7;
	t->capacity = capacity;
	t->heads = arena_pages(BUCKETS * sizeof(*t->heads));
	t->slots = arena_pages(slot_size(t) * capacity);
	shared_lock_init(&t->lock);
	return t->heads && t->slots;
}

/* The link that points at the key's slot, or the last link of its bucket. */
static uint32_t *find(const struct table *t, uint64_t key)
{
	uint32_t *link = bucket_of(t, key);
	while (*link && slot_at(t, *link)->key != key)
		link = &slot_at(t, *link)->next;
	return link;
}

static uint32_t new_slot(struct table *t)
{
	uint32_t n = t->unused;
	if (n)
		t->unused = slot_at(t, n)->next;
	else if (t->used < t->capacity)
		n = ++t->used;
	return n;
}

static void unlink_slot(struct table *t, uint32_t *link)
{
	uint32_t n = *link;
	struct slot *s = slot_at(t, n);
	__atomic_store_n(link, s->next, __ATOMIC_RELAXED);
	s->key = 0;
	s->next = t->unused;
	t->unused = n;
}

bool table_put(struct table *t, uint64_t key, const void *record)
{
	if (!shared_lock(&t->lock))
		return false;
	uint32_t *link = find(t, key);
	uint32_t n = *link;
	if (!n && (n = new_slot(t))) {
		struct slot *s = slot_at(t, n);
		s->key = key;
		s->next = 0;
		__atomic_store_n(link, n, __ATOMIC_RELEASE);
	}
	if (n)
		memcpy(slot_at(t, n)->record, record, t->record);
	shared_unlock(&t->lock);
	return n != 0;
}

bool table_update(struct table *t, uint64_t key, bool (*change)(void *record, bool found, void *arg), void *arg)
{
	if (!shared_lock(&t->lock))
		return false;
	uint32_t *link = find(t, key);
	uint32_t there = *link, n = there ? there : new_slot(t);
	if (n) {
		struct slot *s = slot_at(t, n);
		if (!there) {
			memset(s->record, 0, t->record);
			s->key = key;
			s->next = 0;
			__atomic_store_n(link, n, __ATOMIC_RELEASE);
		}
		if (!change(s->record, there != 0, arg))
			unlink_slot(t, link);
	}
	shared_unlock(&t->lock);
	return n != 0;
}

static bool fetch(struct table *t, uint64_t key, void *record, bool remove)
{
	if (!t->heads || !__atomic_load_n(bucket_of(t, key), __ATOMIC_ACQUIRE) || !shared_lock(&t->lock))
		return false;
	uint32_t *link = find(t, key);
	bool found = *link != 0;
	if (found && record)
		memcpy(record, slot_at(t, *link)->record, t->record);
	if (found && remove)
		unlink_slot(t, link);
	shared_unlock(&t->lock);
	return found;
}

bool table_get(struct table *t, uint64_t key, void *record)
{
	return fetch(t, key, record, false);
}

bool table_take(struct table *t, uint64_t key, void *record)
{
	return fetch(t, key, record, true);
}

bool table_take_if(struct table *t, bool (*match)(const void *, const void *), const void *arg,
		   void *record)
{
	bool found = false;
	if (!shared_lock(&t->lock))
		return false;
	for (uint32_t n = 1; n <= t->used && !found; n++) {
		struct slot *s = slot_at(t, n);
		if (!s->key || !match(s->record, arg))
			continue;
		found = true;
		memcpy(record, s->record, t->record);
		unlink_slot(t, find(t, s->key));
	}
	shared_unlock(&t->lock);
	return found;
}

void table_look(struct table *t, void (*look)(const void *record, void *arg), void *arg)
{
	if (!shared_lock(&t->lock))
		return;
	for (uint32_t n = 1; n <= t->used; n++)
		if (slot_at(t, n)->key)
			look(slot_at(t, n)->record, arg);
	shared_unlock(&t->lock);
}
