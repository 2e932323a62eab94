/* blocks.c: see blocks.h. Small blocks come out of runs that are cut into blocks of
 * one size, by way of a store that each thread has for itself; large ones are runs.
 *
 * The word of a block: bit 63 live, bit 62 held (of one that is not live: taken), 48
 * to 61 how many bytes less were asked for, 0 to 47 the site.
 */
#define _GNU_SOURCE
#include "blocks.h"
#include "classes.h"
#include "runs.h"
#include <sparserec/say.h>
#include <sparserec/lock.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
#include <string.h>

void *__libc_malloc(size_t n);
void *__libc_calloc(size_t count, size_t each);
void *__libc_memalign(size_t align, size_t n);
void *__libc_realloc(void *p, size_t n);
void __libc_free(void *p);

#define LIVE ((uint64_t)1 << 63)
#define HELD ((uint64_t)1 << 62)
#define SK_SLOW __attribute__((noinline, cold))
enum { SLACK_SHIFT = 48, SLACK = (1 << 14) - 1, STORE = 32 };
#define SITE (((uint64_t)1 << SLACK_SHIFT) - 1)

/* What a thread has at hand, of each class. */
struct shelf { uint32_t n; uintptr_t block[STORE]; };
struct store { struct shelf of[SK_CLASSES]; };

/* What all share, of each class: freed blocks, and a run with unused ones. */
struct pool {
	struct sr_lock lock;
	uintptr_t *block;
	size_t n, room;
	struct sk_run *run;
};

static struct pool pools[SK_CLASSES];
static __thread struct store *mine __attribute__((tls_model("initial-exec")));
static __thread bool gone __attribute__((tls_model("initial-exec")));
static pthread_key_t at_exit;
static _Atomic int key_state; /* 0 none, 1 being made, 2 usable */
struct sparse_ear sk_ear;
static struct sr_lock stores_lock;
static struct store *spare_stores; /* linked through their first word */

static void take_locks(void)
{
	for (int c = 0; c < SK_CLASSES; c++)
		sr_lock(&pools[c].lock);
	sr_lock(&stores_lock);
	sk_runs_lock();
}

static void give_locks(void)
{
	sk_runs_unlock();
	sr_unlock(&stores_lock);
	for (int c = SK_CLASSES - 1; c >= 0; c--)
		sr_unlock(&pools[c].lock);
}

/* Room for n more in a pool's list; a list that was outgrown is left behind. */
static bool grow(struct pool *p, size_t n)
{
	size_t room = p->room ? p->room : 1024;
	uintptr_t *bigger;

	while (room < p->n + n)
		room *= 2;
	if (room == p->room)
		return true;
	if (!(bigger = sk_pages(room * sizeof *bigger)))
		return false;
	if (p->n)
		memcpy(bigger, p->block, p->n * sizeof *bigger);
	p->block = bigger;
	p->room = room;
	return true;
}

static void give_back(unsigned c, uintptr_t *block, size_t n)
{
	struct pool *p = &pools[c];

	sr_lock(&p->lock);
	if (grow(p, n)) { /* else they are lost, for there is no memory left */
		memcpy(p->block + p->n, block, n * sizeof *block);
		p->n += n;
	}
	sr_unlock(&p->lock);
}

static void thread_ends(void *state)
{
	struct store *s = state;

	mine = NULL;
	gone = true;
	for (unsigned c = 0; c < SK_CLASSES; c++)
		if (s->of[c].n)
			give_back(c, s->of[c].block, s->of[c].n);
	sr_lock(&stores_lock);
	*(struct store **)(void *)s = spare_stores;
	spare_stores = s;
	sr_unlock(&stores_lock);
}

static bool key_ready(void)
{
	int none = 0;

	if (atomic_compare_exchange_strong(&key_state, &none, 1)) {
		pthread_atfork(take_locks, give_locks, give_locks);
		atomic_store(&key_state, pthread_key_create(&at_exit, thread_ends) == 0 ? 2 : 0);
	}
	return atomic_load(&key_state) == 2;
}

/* This thread's; NULL while there is none. Setting it first: what is called here
 * may itself allocate. */
static struct store *new_store(void)
{
	struct store *s;

	if (gone)
		return NULL;
	sr_lock(&stores_lock);
	if ((s = spare_stores))
		spare_stores = *(struct store **)(void *)s;
	sr_unlock(&stores_lock);
	if (s)
		memset(s, 0, sizeof *s);
	else if (!(s = sk_pages(sizeof *s)))
		return NULL;
	mine = s;
	if (key_ready())
		pthread_setspecific(at_exit, s);
	return s;
}

static size_t units_of(size_t size) { return size <= 8192 ? 1 : 4; }

/* A run cut into blocks of this class. */
static struct sk_run *cut_run(unsigned c)
{
	size_t size = sk_class_size(c), units = units_of(size), count = units * SK_UNIT / size;
	struct sk_run *r = sk_run_get(units);

	if (!r)
		return NULL;
	if (!(r->words = sk_pages(count * sizeof *r->words))) {
		sk_run_put(r);
		return NULL;
	}
	r->size = (uint32_t)size;
	r->class = c;
	r->count = (uint32_t)count;
	r->inverse = (((uint64_t)1 << 40) + size - 1) / size;
	r->unused = 0;
	sk_run_show(r);
	return r;
}

static bool fill(struct shelf *s, unsigned c)
{
	struct pool *p = &pools[c];

	sr_lock(&p->lock);
	while (s->n < STORE / 2 && p->n)
		s->block[s->n++] = p->block[--p->n];
	while (s->n < STORE / 2) {
		if ((!p->run || p->run->unused == p->run->count) && !(p->run = cut_run(c)))
			break;
		s->block[s->n++] = p->run->start + (uintptr_t)p->run->size * p->run->unused++;
	}
	sr_unlock(&p->lock);
	return s->n != 0;
}

static inline uint32_t index_in(const struct sk_run *r, uintptr_t a)
{
	return (uint32_t)((a - r->start) * r->inverse >> 40);
}

/* A block of a shelf that is not empty. */
static inline void *take(struct shelf *s, size_t n, uint64_t site)
{
	uintptr_t a = s->block[--s->n];
	struct sk_run *r = sk_run_of(a);

	atomic_store_explicit(&r->words[index_in(r, a)],
			      LIVE | (uint64_t)(r->size - n) << SLACK_SHIFT | (site & SITE),
			      memory_order_release);
	return (void *)a;
}

/* Threads that have no store, because they are new or nearly gone. */
static SK_SLOW void *take_without_store(unsigned c, size_t n, uint64_t site)
{
	struct shelf one;
	void *p;

	one.n = 0;
	if (!fill(&one, c))
		return NULL;
	p = take(&one, n, site);
	if (one.n)
		give_back(c, one.block, one.n);
	return p;
}

static SK_SLOW void *take_filled(unsigned c, size_t n, uint64_t site)
{
	struct store *s = mine ? mine : new_store();

	if (!s)
		return take_without_store(c, n, site);
	return s->of[c].n || fill(&s->of[c], c) ? take(&s->of[c], n, site) : NULL;
}

static inline void *get_small(unsigned c, size_t n, uint64_t site)
{
	struct store *s = mine;

	if (__builtin_expect(s && s->of[c].n, 1))
		return take(&s->of[c], n, site);
	return take_filled(c, n, site);
}

static void *get_large(size_t align, size_t n, uint64_t site, bool *zero)
{
	size_t more = align > SK_UNIT ? align : 0, units;
	struct sk_run *r;

	if (n > SIZE_MAX - more - SK_UNIT)
		return NULL;
	units = (n + more + SK_UNIT - 1) >> SK_UNIT_BITS;
	if (!(r = sk_run_get(units ? units : 1)))
		return NULL;
	*zero = r->fresh;
	r->fresh = false;
	r->size = 0;
	r->first = more ? (r->start + align - 1) & ~(align - 1) : r->start;
	r->large = n;
	atomic_store(&r->word, LIVE | (site & SITE));
	sk_run_show(r);
	return (void *)r->first;
}

static void *none(size_t align, size_t n)
{
	return align ? __libc_memalign(align, n) : __libc_malloc(n);
}

static SK_SLOW void *get(size_t align, size_t n, uint64_t site)
{
	size_t room = n;
	bool zero;
	void *p;

	if (align > 16) {
		room = n > align ? n : align;
		if (room <= SK_SMALL_MAX && (room & (room - 1)))
			room = (size_t)1 << (64 - __builtin_clzl(room - 1));
	}
	if (room <= SK_SMALL_MAX && room - n < SLACK / 2)
		p = get_small(sk_class_of(room), n, site);
	else
		p = get_large(align, n, site, &zero);
	return p ? p : none(align, n);
}

void *sk_get(size_t align, size_t n, uint64_t site)
{
	struct store *s = mine;
	unsigned c;

	if (__builtin_expect(align <= 16 && n <= SK_SMALL_MAX && s, 1) && s->of[c = sk_class_of(n)].n)
		return take(&s->of[c], n, site);
	return get(align, n, site);
}

void *sk_get_zeroed(size_t n, uint64_t site)
{
	bool zero = false;
	void *p = n <= SK_SMALL_MAX ? get_small(sk_class_of(n), n, site) : get_large(0, n, site, &zero);

	if (!p)
		return __libc_calloc(1, n);
	return p && !zero ? memset(p, 0, n) : p;
}

/* The run and the word of an address, NULL if it is in no block; start: the
 * block's. */
static _Atomic uint64_t *word_of(uintptr_t a, struct sk_run **run, uintptr_t *start)
{
	struct sk_run *r = *run = sk_run_of(a);
	uint32_t i;

	if (!r || !r->used)
		return NULL;
	if (!r->size) {
		*start = r->first;
		return &r->word;
	}
	i = index_in(r, a);
	*start = r->start + (uintptr_t)i * r->size;
	return i < r->count && r->words ? &r->words[i] : NULL;
}

static size_t asked(const struct sk_run *r, uint64_t word)
{
	return r->size ? r->size - (word >> SLACK_SHIFT & SLACK) : r->large;
}

bool sk_find(uintptr_t a, struct sk_block *b)
{
	_Atomic uint64_t *at;
	struct sk_run *r;
	uint64_t word;

	if (!(at = word_of(a, &r, &b->start)))
		return false;
	word = atomic_load_explicit(at, memory_order_acquire);
	b->size = asked(r, word);
	b->site = word & SITE;
	b->live = word & LIVE;
	b->held = b->live && word & HELD;
	b->taken = !b->live && word & HELD;
	return a - b->start < (b->size ? b->size : 1);
}

static atomic_bool any_held; /* some block was, once: until then no free need ask */

void sk_hold(uintptr_t start)
{
	struct sk_run *r;
	uintptr_t s;
	_Atomic uint64_t *at = word_of(start, &r, &s);

	if (at && s == start && atomic_load(at) & LIVE) {
		atomic_store_explicit(&any_held, true, memory_order_relaxed);
		atomic_fetch_or(at, HELD);
	}
}

bool sk_is_held(const void *p)
{
	struct sk_run *r;
	uintptr_t s;
	_Atomic uint64_t *at = atomic_load_explicit(&any_held, memory_order_relaxed) ? word_of((uintptr_t)p, &r, &s) : NULL;

	return at && (atomic_load_explicit(at, memory_order_relaxed) & (LIVE | HELD)) == (LIVE | HELD);
}

_Atomic bool sk_taking;
static bool filling;
static size_t taken;
static pthread_t taker;

void sk_take(bool on, bool fill)
{
	taker = pthread_self();
	filling = fill;
	atomic_store(&sk_taking, on);
}

/* Nobody frees a block twice by way of this: it is not live any more. */
static bool is_taken(struct sk_run *r, _Atomic uint64_t *at, uintptr_t a, uint64_t word)
{
	enum { MOST_BYTES = 256 << 20, FILL = 0xfe };
	size_t room = r->size ? r->size : r->units * SK_UNIT;

	if (!pthread_equal(taker, pthread_self()) || taken + room > MOST_BYTES)
		return false;
	taken += room;
	if (filling)
		memset((void *)a, FILL, asked(r, word));
	atomic_store_explicit(at, (word & ~LIVE) | HELD, memory_order_release);
	return true;
}

static void put_small(struct sk_run *r, uintptr_t a)
{
	unsigned c = r->class;
	struct store *s = mine ? mine : new_store();
	struct shelf *h;

	if (!s) {
		give_back(c, &a, 1);
		return;
	}
	h = &s->of[c];
	if (h->n == STORE) {
		give_back(c, h->block, STORE / 2); /* the oldest */
		memmove(h->block, h->block + STORE / 2, (STORE / 2) * sizeof *h->block);
		h->n = STORE / 2;
	}
	h->block[h->n++] = a;
}

/* What glibc does where it finds out: the program's message and the program's end. */
static SK_SLOW void end_as_glibc(const char *why)
{
	char text[64];
	int n = snprintf(text, sizeof text, "%s\n", why);
	sigset_t abort;

	sparse_say(&sk_ear, text, (size_t)n);
	sigemptyset(&abort);
	sigaddset(&abort, SIGABRT);
	pthread_sigmask(SIG_UNBLOCK, &abort, NULL);
	syscall(SYS_tgkill, sys_pid(), gettid(), SIGABRT);
}

bool sk_put_quick(void *p)
{
	uintptr_t a = (uintptr_t)p;
	struct sk_run *r = sk_run_of(a);
	struct store *s = mine;
	_Atomic uint64_t *at;
	struct shelf *h;
	uint64_t word;
	uint32_t i;

	if (!r || !r->size || !r->used || !s || atomic_load_explicit(&sk_taking, memory_order_relaxed) ||
	    (h = &s->of[r->class])->n == STORE)
		return false;
	i = index_in(r, a);
	if (i >= r->count || r->start + (uintptr_t)i * r->size != a)
		return false;
	at = &r->words[i];
	word = atomic_load_explicit(at, memory_order_relaxed);
	if (!(word & LIVE))
		return false;
	atomic_store_explicit(at, word & ~(LIVE | HELD), memory_order_release);
	h->block[h->n++] = a;
	return true;
}

void sk_put(void *p)
{
	uintptr_t a = (uintptr_t)p, start;
	_Atomic uint64_t *at;
	struct sk_run *r;
	uint64_t word;

	if (!p)
		return;
	if (!sk_run_of(a)) {
		__libc_free(p);
		return;
	}
	at = word_of(a, &r, &start);
	if (!at || start != a) {
		end_as_glibc("free(): invalid pointer");
		return;
	}
	word = atomic_load_explicit(at, memory_order_relaxed);
	if (!(word & LIVE)) {
		if (!(word & HELD)) /* else it is taken, and steering tells */
			end_as_glibc("free(): double free detected");
		return;
	}
	if (atomic_load_explicit(&sk_taking, memory_order_acquire) && is_taken(r, at, a, word))
		return;
	atomic_store_explicit(at, word & ~(LIVE | HELD), memory_order_release);
	if (r->size)
		put_small(r, a);
	else
		sk_run_put(r);
}

static size_t room_of(const struct sk_run *r) { return r->size ? r->size : r->start + r->units * SK_UNIT - r->first; }

size_t sk_usable(const void *p)
{
	uintptr_t start;
	struct sk_run *r;
	_Atomic uint64_t *at = word_of((uintptr_t)p, &r, &start);

	if (!at || start != (uintptr_t)p || !(atomic_load(at) & LIVE))
		return 0;
	return room_of(r);
}

/* In place, if the block has the room and would not be mostly empty. */
static bool stays(struct sk_run *r, _Atomic uint64_t *at, size_t n, uint64_t site)
{
	size_t room = room_of(r);

	if (n > room || n < room / 2 || (r->size && room - n > SLACK))
		return false;
	if (r->size)
		atomic_store(at, LIVE | (atomic_load(at) & HELD) | (uint64_t)(room - n) << SLACK_SHIFT | (site & SITE));
	else
		r->large = n;
	return true;
}

void *sk_resize(void *p, size_t n, uint64_t site)
{
	uintptr_t start;
	_Atomic uint64_t *at;
	struct sk_run *r;
	size_t old;
	void *to;

	if (!p)
		return sk_get(0, n, site);
	if (!sk_run_of((uintptr_t)p))
		return __libc_realloc(p, n);
	at = word_of((uintptr_t)p, &r, &start);
	if (!at || start != (uintptr_t)p || !(atomic_load(at) & LIVE))
		return NULL;
	if (n == 0) {
		sk_put(p);
		return NULL;
	}
	if (stays(r, at, n, site))
		return p;
	old = room_of(r); /* not what was asked for: who asks what is usable uses all of it, as SQLite does */
	if ((to = sk_get(0, n, site))) {
		memcpy(to, p, old < n ? old : n);
		sk_put(p);
	}
	return to;
}
