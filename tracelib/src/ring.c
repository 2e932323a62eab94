/* ring.c: the last stretch of a recording, in slots of a shared mapping that are filled
 * one after the other and used again, those finished longest ago first.
 *
 * Rules:
 *   - A thread writes to its slot as it does to a place of the file (block.c). What is full
 *     stays where it is: nothing is copied. Once all slots are there a file is not asked for more.
 *   - Slots lie side by side as far as their places in the file do: each mapping counts against
 *     what the program may have of them. Several are mapped at a time, for a mapping costs more
 *     than its few pages; the last ones may never be used.
 *   - Definitions go to blocks of their own, which are not dropped: each thread's stacks, and
 *     what is defined for all. Those of a thread that has ended go after its operations. Past
 *     SR_MOST_DEFINITIONS a definition is left out, and counted.
 *   - A thread's own texts, of which new ones never end, have units that go after the slot in
 *     which they were used last: once a unit is full, no later operation refers to it. Only what
 *     is open then does, so that gets its texts defined for all.
 *   - Slots are dropped in the order in which they were finished. So from the moment at which
 *     the last dropped one was finished all is there: the header's `cut`, which is written
 *     before the slot is emptied. What is there of before may have gaps, and is not read.
 *   - Each slot says first which loops and handlers are open in its thread, for what began
 *     them may have been dropped.
 */
#define _GNU_SOURCE
#include "encode.h"
#include "locked.h"
#include "ring.h"
#include <sparserec/rawsys.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum {
	SHARED = UINT32_MAX, /* the thread of definitions for all */
	MAGIC = 0x4b425253,
	OPEN = 1,
	DEFINITIONS = 3,
	MOST_UNITS = SR_MOST_DEFINITIONS / SR_UNIT,
	QUEUE = SR_MOST_SLOTS + MOST_UNITS,
	OPENING = 160, /* bytes of what is said of a handler or loop, at most */
	OWN_UNITS = 1 << 30, /* the number of a thread's first unit of own texts */
	AT_ONCE = 8, /* slots that are mapped at a time */
};
_Static_assert(SR_OPEN * OPENING + SR_MAX_RECORD < SR_SLOT / 2, "what is open leaves room in a slot");
_Static_assert(OPENING >= SR_OPEN_ATTRS + 6 * 10, "an opening");
_Static_assert(SR_MAX_TEXT + SR_MAX_RECORD < SR_UNIT, "a text fits into a unit");

/* A slot that is finished, or a unit of definitions that goes after those. */
struct finished {
	struct sr_block *block;
	uint64_t seq, ns;
	bool unit;
};

bool sr_ring_on;

static struct sr_lock ring_lock;
static uint32_t slots, most_slots;     /* there so far; at most */
static struct sr_block *fresh;         /* slots that were mapped and not yet used, */
static uint32_t fresh_slots;           /* so many */
static void *room_for_slots;           /* addresses side by side, NULL: not asked for yet */
static uint32_t units;
static struct finished queue[QUEUE];   /* in the order in which they were finished */
static uint32_t head, waiting, units_waiting;
static struct sr_block *empty_slot[SR_MOST_SLOTS]; /* dropped for a unit */
static uint32_t empty_slots;
static struct sr_block *spare[MOST_UNITS];
static uint32_t spares;
static struct sr_lock shared_lock;
static struct sr_pen shared;

void sr_ring_begin(uint64_t size)
{
	uint64_t n = size / SR_SLOT;

	sr_ring_on = size != 0;
	atomic_store(&ring_lock.word, 0);
	atomic_store(&shared_lock.word, 0);
	most_slots = n > SR_MOST_SLOTS ? SR_MOST_SLOTS : (uint32_t)n;
	slots = fresh_slots = units = head = waiting = units_waiting = empty_slots = spares = 0;
	shared = (struct sr_pen){ 0 };
}

static uint64_t now_ns(void)
{
	struct timespec now;

	sys_clock(CLOCK_REALTIME, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void put_off(struct finished f)
{
	queue[(head + waiting++) % QUEUE] = f;
	units_waiting += f.unit;
}

/* An open block without content says nothing, whatever its other fields are. */
static void empty(struct sr_block *b)
{
	atomic_store_explicit(&b->committed, 0, memory_order_release);
}

static void drop(const struct finished *f)
{
	struct sr_header *h = sr_header;

	atomic_store_explicit(&h->cut_ns, f->ns, memory_order_relaxed);
	atomic_store_explicit(&h->cut, f->seq, memory_order_release);
	atomic_fetch_add_explicit(&h->dropped_blocks, 1, memory_order_relaxed);
	atomic_fetch_add_explicit(&h->dropped_bytes, atomic_load(&f->block->committed), memory_order_relaxed);
	empty(f->block);
}

/* What was finished longest ago, emptied: a slot, or NULL for a unit, which is spare again. */
static struct sr_block *drop_oldest(void)
{
	struct finished f = queue[head];

	head = (head + 1) % QUEUE;
	waiting--;
	if (!f.unit) {
		drop(&f);
		return f.block;
	}
	units_waiting--;
	empty(f.block);
	spare[spares++] = f.block;
	return NULL;
}

/* The slot that was finished longest ago. */
static struct sr_block *oldest(void)
{
	struct sr_block *b = empty_slots ? empty_slot[--empty_slots] : NULL;

	while (!b && waiting)
		b = drop_oldest();
	return b;
}

static struct sr_block *new_place(size_t n, uint32_t code)
{
	uint64_t at = sr_space_claim(n, code);

	return at ? sr_space_map(at, n) : NULL;
}

static void *slot_behind(void *first, uint32_t n) { return (char *)first + (size_t)n * SR_SLOT; }

/* A mapping beside the one before is one with it. Where there is no room it stays where it is. */
static struct sr_block *beside(struct sr_block *b, uint32_t n)
{
	void *moved;

	if (!room_for_slots)
		room_for_slots = mmap(NULL, (size_t)most_slots * SR_SLOT, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (room_for_slots == MAP_FAILED)
		return b;
	moved = mremap(b, (size_t)n * SR_SLOT, (size_t)n * SR_SLOT, MREMAP_MAYMOVE | MREMAP_FIXED, slot_behind(room_for_slots, slots));
	return moved == MAP_FAILED ? b : moved;
}

static bool map_slots(uint32_t n, uint32_t code)
{
	struct sr_block *b = new_place((size_t)n * SR_SLOT, code);

	if (!b)
		return false;
	fresh = beside(b, n);
	fresh_slots = n;
	slots += n;
	return true;
}

static struct sr_block *slot(uint32_t code)
{
	uint32_t more = most_slots - slots < AT_ONCE ? most_slots - slots : AT_ONCE;
	struct sr_block *b;

	if (!fresh_slots && (!more || (!map_slots(more, code) && !map_slots(1, code))))
		return oldest();
	b = fresh;
	fresh = slot_behind(fresh, 1);
	fresh_slots--;
	return b;
}

void sr_ring_abandon(void)
{
	void *room = room_for_slots;
	uint32_t n = most_slots;
	bool on = sr_ring_on;

	sr_ring_begin(0); /* nothing more is had, and nothing of the parent's dropped */
	room_for_slots = NULL;
	if (sr_tls.inside)
		sr_ring_on = on;
	else if (room && room != MAP_FAILED)
		munmap(room, (size_t)n * SR_SLOT);
}

static void finish(struct sr_thread *t)
{
	if (t->block)
		put_off((struct finished){ t->block, atomic_load(&sr_order.next), now_ns(), false });
	t->block = NULL;
}

/* The last `n` of units, each of which has the one before as its base. */
static void put_off_units(struct sr_block *b, uint32_t n)
{
	for (; b && n > 0; n--) {
		struct sr_block *before = (struct sr_block *)(uintptr_t)b->base;

		put_off((struct finished){ b, 0, 0, true });
		b = before;
	}
}

struct sr_block *sr_ring_turn(struct sr_thread *t)
{
	SR_LOCKED(&ring_lock);
	struct sr_block *b;

	finish(t);
	if (t->retired)
		put_off_units((struct sr_block *)(uintptr_t)t->own_pen.block->base, t->retired);
	t->retired = 0;
	b = slot(t->doing);
	if (b)
		b->size = SR_SLOT;
	return b;
}

void sr_ring_leave(struct sr_thread *t)
{
	SR_LOCKED(&ring_lock);

	finish(t);
	put_off_units(t->own_pen.block, t->retired + 1);
	put_off_units(t->pen.block, MOST_UNITS);
	t->pen = (struct sr_pen){ .number = t->pen.number };
	t->own_pen = (struct sr_pen){ 0 };
	t->retired = 0;
}

/* Where no more are to be had, operations go before their time, until a unit is left. */
static struct sr_block *unit(void)
{
	SR_LOCKED(&ring_lock);
	struct sr_block *b;

	if (!spares && units < MOST_UNITS && (b = new_place(SR_UNIT, SR_string))) {
		units++;
		return b;
	}
	while (!spares && units_waiting)
		if ((b = drop_oldest()))
			empty_slot[empty_slots++] = b;
	return spares ? spare[--spares] : NULL;
}

/* Definitions need no place in the order of all: who reads them reads them first. The base
 * is the unit before, for sr_ring_leave. */
static bool next_unit(struct sr_pen *pen, uint32_t thread)
{
	struct sr_block *b = unit();

	if (!b)
		return false;
	b->size = SR_UNIT;
	b->thread = thread;
	b->number = pen->number++;
	b->base = (uintptr_t)pen->block;
	b->crc = b->codec = 0;
	atomic_store_explicit(&b->state, DEFINITIONS, memory_order_relaxed);
	atomic_store_explicit(&b->magic, MAGIC, memory_order_release);
	pen->block = b;
	pen->cur = b->payload;
	pen->end = (uint8_t *)b + SR_UNIT;
	pen->last_pc = 0;
	return true;
}

static bool has(const struct sr_pen *pen, size_t need) { return pen->end - pen->cur >= (ptrdiff_t)need; }

static bool room(struct sr_pen *pen, uint32_t thread, size_t need)
{
	if (has(pen, need) || (need < SR_UNIT - sizeof *pen->block && next_unit(pen, thread)))
		return true;
	atomic_fetch_add_explicit(&sr_header->undefined, 1, memory_order_relaxed);
	return false;
}

static void commit(struct sr_pen *pen, uint8_t *p)
{
	pen->cur = p;
	atomic_store_explicit(&pen->block->committed, (uint32_t)(p - pen->block->payload), memory_order_release);
}

bool sr_pen_room(struct sr_thread *t, size_t need)
{
	int saved = errno;
	bool is = room(&t->pen, t->number, need);

	errno = saved;
	return is;
}

void sr_pen_commit(struct sr_thread *t, uint8_t *p) { commit(&t->pen, p); }

static uint8_t *put_text(uint8_t *p, uint32_t id, const void *text, size_t n)
{
	*p++ = SR_string;
	*p++ = 0; /* no place in the order of all */
	p = sr_put(sr_put(p, id), n);
	memcpy(p, text, n);
	return p + n;
}

static uint64_t number_at(const uint8_t **p)
{
	uint64_t v = 0;

	for (unsigned shift = 0;; shift += 7) {
		uint8_t b = *(*p)++;

		v |= (uint64_t)(b & 127) << shift;
		if (b < 128)
			return v;
	}
}

/* The text of that number in the thread's unit of own texts; NULL: it is another's. */
static const uint8_t *text_in(const struct sr_pen *pen, uint64_t id, size_t *n)
{
	for (const uint8_t *p = pen->block->payload; p < pen->cur; p += *n) {
		uint64_t number;

		p += 2;
		number = number_at(&p);
		*n = number_at(&p);
		if (number == id)
			return p;
	}
	return NULL;
}

/* Own texts among the attributes of what is open become texts for all: its unit will be dropped. */
static void keep_attrs(struct sr_thread *t, struct sr_open *o)
{
	uint8_t kept[SR_MAX_RECORD], *q = kept;
	const uint8_t *p = o->attrs;
	uint64_t n = number_at(&p);
	bool whole = true;

	for (q = sr_put(q, n); n > 0; n--) {
		uint64_t key = number_at(&p), value = number_at(&p);
		size_t size;
		const uint8_t *text = text_in(&t->own_pen, value / 2, &size);

		if (text) {
			uint32_t id = sr_string(t, (const char *)text, size);

			whole &= id != 0;
			value = 2 * (uint64_t)id + value % 2;
		}
		q = sr_put(sr_put(q, key), value);
		if (value & 1)
			q = sr_put(q, number_at(&p));
	}
	whole &= (size_t)(q - kept) <= SR_OPEN_ATTRS;
	o->size = whole ? (uint32_t)(q - kept) : 1;
	kept[0] = whole ? kept[0] : 0; /* without a label: better than without the handler */
	memcpy(o->attrs, kept, o->size);
}

/* A unit is full: no operation to come refers to its texts. */
static void retire_unit(struct sr_thread *t)
{
	for (uint32_t i = 0; i < t->opened; i++)
		keep_attrs(t, &t->open[i]);
	t->own_pen.end = t->own_pen.cur;
	memset(t->own_texts, 0, sizeof t->own_texts);
}

void sr_ring_own_room(struct sr_thread *t, size_t size)
{
	if (has(&t->own_pen, size) || size >= SR_UNIT - sizeof *t->own_pen.block)
		return;
	SR_UNINTERRUPTED;
	int saved = errno;

	bool first = !t->own_pen.block;

	if (first)
		t->own_pen.number = OWN_UNITS;
	else if (t->own_pen.end > t->own_pen.cur) /* else it has been, and there was no other */
		retire_unit(t);
	if (next_unit(&t->own_pen, t->number) && !first)
		t->retired++;
	errno = saved;
}

bool sr_ring_own(struct sr_thread *t, uint32_t id, const void *text, size_t n)
{
	if (!has(&t->own_pen, sr_own_size(n)))
		return false;
	commit(&t->own_pen, put_text(t->own_pen.cur, id, text, n));
	return true;
}

bool sr_ring_define(enum sr_code code, const uint64_t *numbers, uint32_t n, const void *bytes, size_t size)
{
	SR_LOCKED(&shared_lock);
	int saved = errno;
	uint8_t *p;

	if (!room(&shared, SHARED, size + 10 * (size_t)(n + 3))) {
		errno = saved;
		return false;
	}
	errno = saved;
	p = shared.cur;
	*p++ = (uint8_t)code;
	*p++ = 0; /* no place in the order of all */
	for (uint32_t i = 0; i < n; i++)
		p = sr_put(p, numbers[i]);
	if (bytes) {
		p = sr_put(p, size);
		memcpy(p, bytes, size);
		p += size;
	}
	commit(&shared, p);
	return true;
}

void sr_open_push(struct sr_thread *t, enum sr_code code, uint64_t event, uint64_t guard, uint64_t kind,
		  const uint8_t *attrs, size_t size)
{
	static const uint8_t none[1];
	struct sr_open *o = &t->open[t->opened];

	if (t->opened == SR_OPEN) {
		t->unsaid++;
		return;
	}
	if (!attrs || size > SR_OPEN_ATTRS) {
		attrs = none; /* without a label: better than without the handler */
		size = 1;
	}
	o->code = code;
	o->event = event;
	o->guard = guard;
	o->kind = kind;
	o->size = (uint32_t)size;
	memcpy(o->attrs, attrs, size);
	atomic_signal_fence(memory_order_seq_cst);
	t->opened++;
}

/* With what is still open inside: its end was lost, or a jump left it. */
void sr_open_pop(struct sr_thread *t, enum sr_code code, uint64_t event, uint64_t guard)
{
	if (t->unsaid) {
		t->unsaid--;
		return;
	}
	for (uint32_t i = t->opened; i-- > 0;)
		if (t->open[i].code == code && t->open[i].event == event && t->open[i].guard == guard) {
			t->opened = i;
			return;
		}
}

void sr_open_none(struct sr_thread *t) { t->opened = t->unsaid = 0; }

static uint8_t *opening(uint8_t *p, const struct sr_open *o)
{
	*p++ = (uint8_t)(o->code | (o->code == SR_enterloop ? 0 : SR_NO_MOMENT));
	*p++ = 0; /* where the block begins */
	if (o->code == SR_enterloop)
		return sr_put(p, 0);
	p = sr_put(p, o->event);
	if (o->code == SR_deq)
		p = sr_put(p, o->kind);
	else
		p = sr_put(sr_put(p, o->guard), 0); /* no stack: the differences of what follows begin at 0 */
	memcpy(p, o->attrs, o->size);
	return p + o->size;
}

/* The length of it stands where a sealed block has its checksum. */
void sr_ring_open(struct sr_thread *t)
{
	uint8_t *p = t->cur;

	t->block->crc = t->block->codec = 0;
	for (uint32_t i = 0; i < t->opened; i++)
		p = opening(p, &t->open[i]);
	if (p == t->cur)
		return;
	t->block->crc = (uint32_t)(p - t->block->payload);
	sr_commit(t, p);
}
