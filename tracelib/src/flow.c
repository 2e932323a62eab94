/* flow.c: how data flows, in code that was compiled to tell it (-fsparse-flow).
 *
 * Off (record without --flow), such an access is one like all others, and the rest
 * is nothing. On, every access is recorded, with its site, and a store with a hash
 * of what it stores; the filter of first accesses and data flow exclude each other.
 *
 * Rules: a module's sites get their numbers when it registers them, before its own
 * constructors run; they are written to the trace, in their order and under the
 * lock, before a thread names one of them. A forked child writes them anew. Past
 * MAX_TABLES a module's sites have the number 0: accesses without a site.
 */
#define _GNU_SOURCE
#include "../include/sparserec/flow.h"
#include "../include/sparserec/instrument.h"
#include "budget.h"
#include "flow.h"
#include "lock.h"
#include <stdarg.h>
#include <string.h>

enum { MAX_TABLES = 8192, MAX_OBJECTS = 8 };
enum { VALUE = 4, SITE = 32, LOCAL = 64 }; /* modes, as they are written */

struct table { const uint8_t *at; uint32_t first, count; };

_Atomic bool sr_flow_on;
static struct sr_lock sites_lock;
static struct table tables[MAX_TABLES];
static _Atomic uint32_t known;   /* tables */
static _Atomic uint32_t written; /* of them, in this process's trace */
static uint32_t last_number;

void __sparse_flow_sites(const void *table, uint32_t *numbers, uint32_t n)
{
	int guard = sr_tls.guard; /* a signal handler that comes in between records nothing */
	uint32_t i, at;

	sr_tls.guard = SR_LIBC;
	sr_lock(&sites_lock);
	at = atomic_load(&known);
	if (at < MAX_TABLES && last_number + n < 1u << 28) {
		tables[at] = (struct table){ table, last_number + 1, n };
		for (i = 0; i < n; i++)
			numbers[i] = ++last_number;
		atomic_store_explicit(&known, at + 1, memory_order_release);
	}
	sr_unlock(&sites_lock);
	sr_tls.guard = guard;
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
	if (sr_reserve(t, n + 64)) {
		p = sr_put(sr_put(sr_put(sr_tag(t, SR_site), number), name), n);
		memcpy(p, s, n);
		sr_commit(t, p + n);
	}
	return s + n;
}

static SR_NOINLINE void write_sites(struct sr_thread *t)
{
	uint32_t i, k;

	sr_lock(&sites_lock);
	for (i = atomic_load(&written); i < atomic_load(&known); i++) {
		const uint8_t *at = tables[i].at;

		for (k = 0; k < tables[i].count; k++)
			at = write_site(t, at, tables[i].first + k);
		atomic_store_explicit(&written, i + 1, memory_order_release);
	}
	sr_unlock(&sites_lock);
}

static inline void define_sites(struct sr_thread *t)
{
	if (SR_UNLIKELY(atomic_load_explicit(&written, memory_order_acquire) !=
			atomic_load_explicit(&known, memory_order_relaxed)))
		write_sites(t);
}

void sr_flow_reset(void)
{
	atomic_store(&sites_lock.word, 0);
	atomic_store(&written, 0);
}

static uint8_t *put_site(struct sr_thread *t, uint8_t *p, uint32_t site)
{
	int64_t delta = (int64_t)site - t->last_site;

	t->last_site = site;
	return sr_put_signed(p, delta);
}

static uint32_t hash_of(uint64_t value)
{
	return (uint32_t)((value ^ value >> 29) * 0x9e3779b97f4a7c15u >> 32);
}

static void put(struct sr_thread *t, enum sr_code code, uint64_t a, uint64_t n, uint32_t site,
		const uint64_t *value, uint32_t stack)
{
	unsigned mode = (site ? SITE : 0) | (value ? VALUE : 0) | (a - t->stack_lo < t->stack_len ? LOCAL : 0);
	uint8_t *p;

	sr_catch_up(t);
	p = t->cur;
	*p++ = (uint8_t)(code | 6 << 5);
	p = sr_put(sr_put(sr_put_access(t, p, a, n, stack), n), mode);
	if (value)
		p = sr_put(p, hash_of(*value));
	if (site)
		p = put_site(t, p, site);
	sr_commit(t, p);
	t->run.end = NULL;
}

static void record(enum sr_code code, const void *p, uint64_t n, const uint32_t *site, const uint64_t *value,
		   uint64_t pc)
{
	struct sr_thread *t;
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
	define_sites(t);
	stack = sr_stack(t, pc);
	if (sr_reserve(t, SR_MAX_RECORD))
		put(t, code, (uintptr_t)p, n, site ? *site : 0, value, stack);
	sr_leave(t);
}

void __sparse_flow_read(const void *p, size_t n, const uint32_t *site)
{
	record(SR_read, p, n, site, NULL, SR_CALLER);
}

void __sparse_flow_store(const void *p, size_t n, const uint32_t *site)
{
	record(SR_write, p, n, site, NULL, SR_CALLER);
}

void __sparse_flow_write(const void *p, size_t n, const uint32_t *site, uint64_t value)
{
	record(SR_write, p, n, site, &value, SR_CALLER);
}

void __sparse_flow_copy(const void *to, const void *from, size_t n)
{
	uint64_t pc = SR_CALLER;
	struct sr_thread *t;
	uint8_t *p;

	record(SR_read, from, n, NULL, NULL, pc);
	record(SR_write, to, n, NULL, NULL, pc);
	t = n && sr_flow() ? sr_begin(SR_copy, 0) : NULL;
	if (!t)
		return;
	if (sr_reserve(t, SR_MAX_RECORD)) {
		p = sr_put_addr(t, sr_tag(t, SR_copy), (uintptr_t)to);
		p = sr_put_signed(p, (int64_t)((uintptr_t)from - (uintptr_t)to));
		sr_commit(t, sr_put(p, n));
	}
	sr_leave(t);
}

struct object { uint64_t at, size; };

static void pass(const uint32_t *site, const struct object *objects, uint32_t n)
{
	struct sr_thread *t = *site ? sr_begin(SR_flow, 0) : NULL;
	uint32_t i;
	uint8_t *p;

	if (!t)
		return;
	define_sites(t);
	if (sr_reserve(t, SR_MAX_RECORD)) {
		p = sr_put(put_site(t, sr_tag(t, SR_flow), *site), n);
		for (i = 0; i < n; i++)
			p = sr_put(sr_put_addr(t, p, objects[i].at), objects[i].size);
		sr_commit(t, p);
	}
	sr_leave(t);
}

void __sparse_flow_call(const uint32_t *site, uint32_t n, ...)
{
	struct object objects[MAX_OBJECTS];
	va_list args;
	uint32_t i;

	if (!sr_flow())
		return;
	n = n < MAX_OBJECTS ? n : MAX_OBJECTS;
	va_start(args, n);
	for (i = 0; i < n; i++) {
		objects[i].at = (uintptr_t)va_arg(args, const void *);
		objects[i].size = va_arg(args, uint64_t);
	}
	va_end(args);
	pass(site, objects, n);
}

void __sparse_flow(const uint32_t *site)
{
	if (sr_flow())
		pass(site, NULL, 0);
}

/* Not of what the recorder itself does. */
int sparse_flow_on(void) { return sr_flow() && !sr_tls.guard; }

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
	struct sr_thread *t;
	struct attribute list[3];
	uint32_t i, n = 0, name, stack;
	size_t size = s->copied ? 0 : s->size;
	char text[24];
	uint8_t *p;

	if (!sr_flow())
		return;
	record(SR_read, s->bytes, size, NULL, NULL, (uintptr_t)s->pc);
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
	sr_leave(t);
}
