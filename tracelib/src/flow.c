/* flow.c: how data flows, in code that was compiled to tell it (-fsparse-flow).
 *
 * Off (record without --flow), such an access is one like all others, and the rest
 * is nothing. On, every access is recorded, with its site, and a store with a hash
 * of what it stores; the filter of first accesses and data flow exclude each other.
 * What comes one after the other in the code is a step, one record: what its words
 * mean stands in the table of its sites, and the reader takes it apart.
 *
 * Rules: a module's sites get their numbers when it registers them, before its own
 * constructors run; they are written to the trace, in their order and under the
 * lock, before a thread names one of them. A forked child writes them again. Past
 * MAX_TABLES a module's sites have the number 0: accesses without a site.
 */
#define _GNU_SOURCE
#include "ring.h"
#include "../include/sparserec/flow.h"
#include "../include/sparserec/instrument.h"
#include "budget.h"
#include "flow.h"
#include "locked.h"
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

enum { MAX_TABLES = 8192 };
enum { SITE = 32, LOCAL = 64 }; /* modes, as they are written */

struct table {
	const uint8_t *at;
	uint32_t first, count;
	const uint32_t *_Atomic index; /* of each site, from `at`; made when it is needed */
};

_Atomic bool sr_flow_on;
static struct sr_lock sites_lock;
static struct table tables[MAX_TABLES];
static uint32_t last_number;
struct sr_flow_tables sr_flow_tables;

void __sparse_flow_sites(const void *table, struct sparse_site *sites, uint32_t n)
{
	uint64_t held = sr_tls.held; /* a signal handler that comes in between records nothing */
	uint32_t i, at;

	sr_hold(SR_LIBC);
	sr_lock(&sites_lock);
	at = atomic_load(&sr_flow_tables.known);
	if (at < MAX_TABLES && last_number + n < 1u << 28) {
		tables[at].at = table;
		tables[at].first = last_number + 1;
		tables[at].count = n;
		for (i = 0; i < n; i++)
			sites[i].number = ++last_number;
		atomic_store_explicit(&sr_flow_tables.known, at + 1, memory_order_release);
	}
	sr_unlock(&sites_lock);
	sr_tls.held = held;
}

/* One site of a table; returns what comes behind it. */
static const uint8_t *write_site(struct sr_thread *t, const uint8_t *s, uint32_t number)
{
	size_t length = strlen((const char *)s), n;
	uint32_t name = length ? sr_string(t, (const char *)s, length) : 0;
	uint8_t *p;

	s += length + 1;
	n = (size_t)s[0] | (size_t)s[1] << 8;
	s += 2;
	if (sr_ring_on) {
		sr_ring_define(SR_site, (const uint64_t[]){ number, name }, 2, s, n);
	} else if (sr_reserve(t, n + 64)) {
		p = sr_put(sr_put(sr_put(sr_tag(t, SR_site), number), name), n);
		memcpy(p, s, n);
		sr_commit(t, p + n);
	}
	return s + n;
}

SR_NOINLINE void sr_flow_write_sites(struct sr_thread *t)
{
	SR_LOCKED(&sites_lock);
	uint32_t i, k;

	for (i = atomic_load(&sr_flow_tables.written); i < atomic_load(&sr_flow_tables.known); i++) {
		const uint8_t *at = tables[i].at;

		for (k = 0; k < tables[i].count; k++)
			at = write_site(t, at, tables[i].first + k);
		atomic_store_explicit(&sr_flow_tables.written, i + 1, memory_order_release);
	}
}

void sr_flow_reset(void)
{
	atomic_store(&sites_lock.word, 0);
	atomic_store(&sr_flow_tables.written, 0);
}

/* Where the bytes of a table's sites are; NULL without memory. */
static SR_NOINLINE const uint32_t *make_index(struct table *x)
{
	int saved = errno;
	uint32_t *index = mmap(NULL, x->count * sizeof *index, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), i;
	const uint32_t *none = NULL;
	const uint8_t *at = x->at;

	errno = saved; /* the program's own, whatever became of this */
	if (index == MAP_FAILED)
		return NULL;
	for (i = 0; i < x->count; i++) {
		at += strlen((const char *)at) + 1;
		index[i] = (uint32_t)(at + 2 - x->at);
		at += 2 + ((size_t)at[0] | (size_t)at[1] << 8);
	}
	if (!atomic_compare_exchange_strong(&x->index, &none, index)) {
		munmap(index, x->count * sizeof *index);
		return none;
	}
	return index;
}

const uint8_t *sr_flow_site(uint32_t number)
{
	uint32_t lo = 0, hi = atomic_load_explicit(&sr_flow_tables.known, memory_order_acquire), mid;
	const uint32_t *index;

	while (hi - lo > 1) {
		mid = lo + (hi - lo) / 2;
		if (tables[mid].first <= number)
			lo = mid;
		else
			hi = mid;
	}
	if (hi == 0 || number - tables[lo].first >= tables[lo].count)
		return NULL;
	index = atomic_load(&tables[lo].index);
	if (!index && !(index = make_index(&tables[lo])))
		return NULL;
	return tables[lo].at + index[number - tables[lo].first];
}

static uint8_t *put_site(struct sr_thread *t, uint8_t *p, uint32_t site)
{
	int64_t delta = (int64_t)site - t->last_site;

	t->last_site = site;
	return sr_put_signed(p, delta);
}

static void put(struct sr_thread *t, enum sr_code code, uint64_t a, uint64_t n, uint32_t site, uint32_t stack)
{
	unsigned mode = (site ? SITE : 0) | (a - t->stack_lo < t->stack_len ? LOCAL : 0);
	uint8_t *p;

	sr_catch_up(t);
	p = t->cur;
	*p++ = (uint8_t)(code | 6 << 5);
	p = sr_put(sr_put(sr_put_access(t, p, a, n, stack), n), mode);
	if (site)
		p = put_site(t, p, site);
	sr_commit(t, p);
	t->run.end = NULL;
}

static void record(enum sr_code code, const void *p, uint64_t n, uint32_t site, uint64_t pc)
{
	SR_INSIDE struct sr_thread *t = NULL;
	uint32_t stack;

	if (n == 0)
		return;
	if (!sr_flow()) {
		sr_plain_access(code == SR_write, p, n, pc);
		return;
	}
	t = sr_begin(code, 0);
	if (!t)
		return;
	sr_set_flag(SR_FLAG_INSTRUMENTED);
	sr_flow_define(t);
	stack = sr_stack(t, pc);
	if (sr_reserve(t, SR_MAX_RECORD))
		put(t, code, (uintptr_t)p, n, site, stack);
}

void __sparse_flow_store(const void *p, size_t n, const struct sparse_site *site)
{
	record(SR_write, p, n, site->number, SR_CALLER);
}

void __sparse_flow_copy(const void *to, const void *from, size_t n)
{
	uint64_t pc = SR_CALLER;
	SR_INSIDE struct sr_thread *t = NULL;
	uint8_t *p;

	record(SR_read, from, n, 0, pc);
	record(SR_write, to, n, 0, pc);
	t = n && sr_flow() ? sr_begin(SR_copy, 0) : NULL;
	if (!t)
		return;
	if (sr_reserve(t, SR_MAX_RECORD)) {
		p = sr_put_addr(t, sr_tag(t, SR_copy), (uintptr_t)to);
		p = sr_put_signed(p, (int64_t)((uintptr_t)from - (uintptr_t)to));
		sr_commit(t, sr_put(p, n));
	}
}

/* Not of what the recorder itself does. */
int sparse_flow_on(void) { return sr_flow() && !sr_tls.held; }

/* A number as text, in decimal. */
static size_t number(char to[24], uint64_t v)
{
	char digits[24];
	size_t n = 0, i;

	do
		digits[n++] = (char)('0' + v % 10);
	while (v /= 10);
	for (i = 0; i < n; i++)
		to[i] = digits[n - 1 - i];
	return n;
}

static uint64_t hash_bytes(const uint8_t *p, size_t n)
{
	uint64_t h = 0xcbf29ce484222325u;

	for (; n; n--)
		h = (h ^ *p++) * 0x100000001b3u;
	return h >> 32;
}

struct attribute { uint32_t key, text; };

/* One that finds no room is left out. */
static void attribute(struct sr_thread *t, struct attribute *list, uint32_t *n, const char *key, const char *value,
		      size_t length)
{
	struct attribute a = { sr_string(t, key, strlen(key)), sr_string(t, value, length) };

	if (a.key && a.text)
		list[(*n)++] = a;
}

/* Whatever takes the bytes reads them. */
void sparse_state(const struct sparse_state *s)
{
	SR_INSIDE struct sr_thread *t = NULL;
	struct attribute list[3];
	uint32_t i, n = 0, name, stack;
	size_t size = s->copied ? 0 : s->size;
	char text[24];
	uint8_t *p;

	if (!sr_flow())
		return;
	record(SR_read, s->bytes, size, 0, (uintptr_t)s->pc);
	t = sr_begin(SR_sink, 0);
	if (!t)
		return;
	name = sr_string(t, s->name, strlen(s->name));
	attribute(t, list, &n, "op", s->how, strlen(s->how));
	if (s->to)
		attribute(t, list, &n, "to", s->to, strlen(s->to));
	if (s->size)
		attribute(t, list, &n, "val", text, number(text, hash_bytes(s->bytes, s->size)));
	stack = sr_stack(t, (uintptr_t)s->pc);
	if (name && sr_reserve(t, SR_MAX_RECORD)) {
		p = sr_put(sr_tag(t, SR_sink), name);
		p = sr_put(sr_put_addr(t, p, size ? (uintptr_t)s->bytes : 0), size);
		p = sr_put(sr_put_stack(t, p, stack), n);
		for (i = 0; i < n; i++)
			p = sr_put(sr_put(p, list[i].key), 2 * (uint64_t)list[i].text);
		sr_commit(t, p);
	}
}
