/* strings.c: texts, numbered from 1, defined in the trace by the thread that met
 * them first, and kept in a table. Each thread remembers those that it met
 * last, and finds them without the lock: a text stays where it is once written.
 *
 * Rules: the definition takes its sequence number under the lock, so whoever
 * gets the id afterwards uses it later in the order of all threads. Memory is
 * bounded: past MAX_STRINGS or MAX_BYTES a text gets id 0 and is counted.
 */
#define _GNU_SOURCE
#include "encode.h"
#include "locked.h"
#include <sparserec/text_hash.h>
#include "ring.h"
#include <string.h>
#include <sys/mman.h>

enum { MAX_STRINGS = 1 << 20, SLOTS = 2 * MAX_STRINGS };
static const size_t MAX_BYTES = 64u << 20;

struct text { uint64_t hash; size_t at; uint32_t size, id; };

static struct sr_lock strings_lock;
static uint32_t *slots;      /* place in texts, 0 = empty */
static struct text *texts;   /* from 1 */
static char *bytes;
static size_t used_bytes;
static uint32_t last;        /* place in texts */
static _Atomic uint32_t last_id;
static _Atomic uint64_t cut;
static uint64_t recordings = 1; /* this process's and those of its parents' that it was forked in */

static void *reserve(size_t n)
{
	void *p = mmap(NULL, n, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

static bool ready(void)
{
	if (!slots)
		slots = reserve(SLOTS * sizeof *slots);
	if (!texts)
		texts = reserve((MAX_STRINGS + 1) * sizeof *texts);
	if (!bytes)
		bytes = reserve(MAX_BYTES);
	return slots && texts && bytes;
}

static bool same(uint32_t place, const char *s, size_t n)
{
	return texts[place].size == n && memcmp(bytes + texts[place].at, s, n) == 0;
}

static uint32_t next_id(void) { return atomic_fetch_add_explicit(&last_id, 1, memory_order_relaxed) + 1; }

static bool write_string(struct sr_thread *t, uint32_t id, const char *s, size_t n)
{
	uint8_t *p;

	if (sr_ring_on)
		return sr_ring_define(SR_string, (const uint64_t[]){ id }, 1, s, n);
	if (!sr_reserve(t, n + 40))
		return false;
	p = sr_put(sr_tag(t, SR_string), id);
	p = sr_put(p, n);
	memcpy(p, s, n);
	sr_commit(t, p + n);
	return true;
}

bool sr_string_is(uint32_t place, const char *s, size_t n)
{
	return place && same(place, s, n);
}

uint32_t sr_string_id(uint32_t place) { return place ? texts[place].id : 0; }

static uint32_t find_or_add(struct sr_thread *t, uint64_t hash, const char *s, size_t n)
{
	uint32_t i, id;

	for (i = hash % SLOTS; slots[i]; i = (i + 1) % SLOTS)
		if (texts[slots[i]].hash == hash && same(slots[i], s, n))
			return slots[i];
	if (last == MAX_STRINGS || used_bytes + n > MAX_BYTES || !write_string(t, id = next_id(), s, n)) {
		atomic_fetch_add(&cut, 1);
		return 0;
	}
	slots[i] = ++last;
	texts[last] = (struct text){ hash, used_bytes, (uint32_t)n, id };
	memcpy(bytes + used_bytes, s, n);
	used_bytes += n;
	return last;
}

/* The place of a text that the thread does not remember; 0: no room. */
static SR_NOINLINE uint32_t look_up(struct sr_thread *t, uint64_t hash, const char *s, size_t n)
{
	SR_LOCKED(&strings_lock);

	if (ready())
		return find_or_add(t, hash, s, n);
	atomic_fetch_add(&cut, 1);
	return 0;
}

uint32_t sr_string_place(struct sr_thread *t, const char *s, size_t n)
{
	struct sr_known *known;
	uint32_t place;
	uint64_t hash;

	if (n > SR_MAX_TEXT)
		n = SR_MAX_TEXT;
	hash = sparse_text_hash(s, n);
	known = &t->known[hash % SR_KNOWN];
	if (known->id && known->hash == hash && same(known->id, s, n))
		return known->id;
	place = look_up(t, hash, s, n);
	*known = (struct sr_known){ hash, place };
	return place;
}

uint32_t sr_string(struct sr_thread *t, const char *s, size_t n)
{
	return sr_string_id(sr_string_place(t, s, n));
}

/* For texts that no other thread comes to use, nor this one after a while: they take no
 * place in the table and no lock. The same text may get another id later. */
uint32_t sr_string_own(struct sr_thread *t, const char *s, size_t n)
{
	uint32_t id;

	if (n > SR_MAX_TEXT)
		n = SR_MAX_TEXT;
	id = next_id();
	if (sr_ring_on)
		return sr_ring_own(t, id, s, n) ? id : sr_string(t, s, n);
	if (write_string(t, id, s, n))
		return id;
	atomic_fetch_add(&cut, 1);
	return 0;
}

uint64_t sr_strings_recording(void) { return recordings; }

uint64_t sr_strings_cut(void)
{
	return atomic_load(&cut);
}

void sr_strings_reset(void)
{
	recordings++;
	atomic_store(&strings_lock.word, 0);
	if (slots)
		munmap(slots, SLOTS * sizeof *slots);
	slots = NULL;
	last = 0;
	atomic_store(&last_id, 0);
	used_bytes = 0;
}
