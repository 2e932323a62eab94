/* events.c: what an event loop reports (sparserec.h).
 *
 * Each function: enter, intern what it refers to, make room, write one record,
 * leave. Event and guard 0 mean "none" and record nothing (but see pause); an
 * attribute whose key is no name of the trace language is left out, for readers
 * would refuse the trace. Where a handler's block begins or ends, the filter's epoch advances;
 * where one begins, the module map is looked at too.
 */
#include "../include/sparserec/sparserec.h"
#include "../include/sparserec/stock.h"
#include <sparserec/text_hash.h>
#include <sparserec/told.h>
#include "budget.h"
#include "clock.h"
#include "filter.h"
#include "ring.h"
#include <stdio.h>

/* A value that ends in a number, such as a label's "… #83", is written as a text
 * and that number: else each would be a text of its own. */
struct value { uint64_t text, number; }; /* text: id * 2, + 1 with a number */
struct attrs {
	uint32_t n, key[SPARSE_MAX_ATTRS];
	struct value value[SPARSE_MAX_ATTRS];
	uint32_t owns; /* own texts among them, but for the label's */
};

static const struct sparse_info nothing = { SPARSE_ENV, 0, -1, 0, NULL };

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static bool is_name(const char *s)
{
	const char *p = s;

	while (is_letter(*p) || (*p && strchr("_.:-$@", *p)))
		p++;
	return p > s && !*p;
}

/* The length of what stands before the number at the end, n without one. A number
 * is at most 18 digits, no 0 before others, and no part of a word. */
static size_t stem_of(const char *s, size_t n, uint64_t *number)
{
	uint64_t tens = 1, sum = 0;
	size_t at = n;

	for (; at > 0 && s[at - 1] >= '0' && s[at - 1] <= '9' && n - at < 18; at--, tens *= 10)
		sum += tens * (uint64_t)(s[at - 1] - '0');
	if (at == n || (at > 0 && is_letter(s[at - 1])) || (s[at] == '0' && n - at > 1))
		return n;
	*number = sum;
	return at;
}

/* Values that are an event's, a source's of events or an object's: hardly one is met again after a while,
 * so none has a place in the table of all texts. */
static bool is_own(const char *key)
{
	static const char *const keys[] = { "label", "timer", "source", "stops", "ends", "needs", "at", "gone", "child", "parent", "clears" };

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (strcmp(key, keys[i]) == 0)
			return true;
	return false;
}

/* Found by its hash alone, which is what a label is known by everywhere. The hash is there before its id is,
 * for a signal handler may jump out in between. */
static uint32_t own_text(struct sr_thread *t, uint64_t hash, const char *s, size_t n)
{
	struct sr_known *known = &t->own_texts[hash % SR_KNOWN];
	uint32_t id = known->id;

	if (id && known->hash == hash)
		return id;
	id = sr_string_own(t, s, n);
	known->id = 0;
	atomic_signal_fence(memory_order_seq_cst);
	known->hash = hash;
	atomic_signal_fence(memory_order_seq_cst);
	known->id = id;
	return id;
}

/* False: no room for its text. */
static bool intern_value(struct sr_thread *t, const char *s, bool own, struct value *v)
{
	size_t n = strlen(s), stem;

	if (n > SR_MAX_TEXT)
		n = SR_MAX_TEXT;
	stem = stem_of(s, n, &v->number);
	v->text = !stem ? 0 : 2 * (uint64_t)(own ? own_text(t, sparse_text_hash(s, stem), s, stem) : sr_string(t, s, stem));
	if (stem && !v->text)
		return false;
	v->text |= stem < n;
	return v->text != 0;
}

/* Without a place: no name, or no room. Keys are mostly literals, so each is looked for where it
 * was last time; its text must still be the same. */
static const struct sr_key *key_of(struct sr_thread *t, const char *key)
{
	struct sr_key *k = &t->keys[((uintptr_t)key >> 2) % SR_KEYS];
	size_t n = strlen(key);

	if (k->at != key || !sr_string_is(k->place, key, n)) {
		k->at = key;
		k->place = is_name(key) ? sr_string_place(t, key, n) : 0;
		k->own = is_own(key);
	}
	return k;
}

static uint32_t number_of_attrs(const struct sparse_info *info)
{
	return !info->attrs ? 0 : info->nattrs < SPARSE_MAX_ATTRS ? info->nattrs : SPARSE_MAX_ATTRS;
}

/* In a ring: before the first of an operation's texts is looked up. */
static void room_for_own(struct sr_thread *t, const struct sparse_info *info)
{
	uint32_t i, n = number_of_attrs(info);
	size_t size = 0;

	for (i = 0; i < n; i++)
		if (info->attrs[i].key && info->attrs[i].value && key_of(t, info->attrs[i].key)->own)
			size += sr_own_size(strlen(info->attrs[i].value));
	sr_ring_own_room(t, size);
}

static void intern_attrs(struct sr_thread *t, const struct sparse_info *info, struct attrs *to)
{
	uint32_t i, n = number_of_attrs(info);

	to->n = to->owns = 0;
	if (sr_ring_on)
		room_for_own(t, info);
	for (i = 0; i < n; i++) {
		const struct sparse_attr *a = &info->attrs[i];
		const struct sr_key *key;

		if (!a->key || !a->value)
			continue;
		key = key_of(t, a->key);
		to->key[to->n] = sr_string_id(key->place);
		if (!to->key[to->n] || !intern_value(t, a->value, key->own, &to->value[to->n]))
			continue;
		to->owns += key->own && strcmp(a->key, "label") != 0;
		to->n++;
	}
}

static uint8_t *put_attr(uint8_t *p, uint32_t key, const struct value *v)
{
	p = sr_put(sr_put(p, key), v->text);
	return v->text & 1 ? sr_put(p, v->number) : p;
}

static uint8_t *put_attrs(uint8_t *p, const struct attrs *a)
{
	uint32_t i;

	p = sr_put(p, a->n);
	for (i = 0; i < a->n; i++)
		p = put_attr(p, a->key[i], &a->value[i]);
	return p;
}

static uint8_t *put_kind(uint8_t *p, const struct sparse_info *info)
{
	bool valid = info->kind >= SPARSE_POSTED && info->kind <= SPARSE_ENV;

	return sr_put(p, valid ? (uint64_t)info->kind : SPARSE_ENV);
}

/* Level + 1 must itself be a level: readers keep it in 32 bits, signed. */
static uint8_t *put_level(uint8_t *p, int32_t level)
{
	return sr_put(p, level < 0 ? 0 : level == INT32_MAX ? INT32_MAX : (uint64_t)level + 1);
}

/* A handler or loop has begun, or is over: a ring says it again. */
static void opens(struct sr_thread *t, enum sr_code code, uint64_t event, uint64_t guard,
		  const struct sparse_info *info, const struct attrs *attrs)
{
	uint8_t bytes[SR_MAX_RECORD], kind[10] = { 0 };
	size_t n = 0;

	if (!sr_ring_on)
		return;
	if (attrs)
		n = (size_t)(put_attrs(bytes, attrs) - bytes);
	if (info)
		put_kind(kind, info);
	sr_open_push(t, code, event, guard, kind[0], attrs ? bytes : NULL, n);
}

static void closes(struct sr_thread *t, enum sr_code code, uint64_t event, uint64_t guard)
{
	if (sr_ring_on)
		sr_open_pop(t, code, event, guard);
}

/* The time in ms. Modules are looked at by the first delivery of each. */
static uint64_t modules_at(struct sr_thread *t)
{
	uint64_t ms = sr_clock_ms();

	if (ms != t->modules_ms) {
		t->modules_ms = ms;
		sr_modules_check(t);
	}
	return ms;
}

/* When a handler or loop begins or ends is said last, where it is another millisecond than the
 * thread said before. */
static void commit_moment(struct sr_thread *t, uint8_t *tag, uint8_t *p, uint64_t ms)
{
	if (ms == t->said_ms) {
		*tag |= SR_NO_MOMENT;
	} else {
		t->said_ms = ms;
		p = sr_put(p, ms);
	}
	sr_commit(t, p);
}

/* Records with one id, or none, and perhaps a stack: "qs", "qe", "qes", "qgs". */
static void simple(struct sr_thread *t, enum sr_code code, const uint64_t *id, uint64_t pc)
{
	uint32_t stack = pc ? sr_stack(t, pc) : 0;
	uint8_t *p;

	if (!sr_reserve(t, SR_MAX_RECORD))
		return;
	p = sr_tag(t, code);
	if (id)
		p = sr_put(p, *id);
	if (pc)
		p = sr_put_stack(t, p, stack);
	sr_commit(t, p);
}

static void one(enum sr_code code, const uint64_t *id, uint64_t pc)
{
	SR_INSIDE struct sr_thread *t = *id ? sr_begin(code, 0) : NULL;

	if (!t)
		return;
	simple(t, code, id, pc);
}

/* After the record that begins or ends a block. */
static void next_block(struct sr_thread *t)
{
	t->commuting = 0;
	sr_filter_next_block(t);
}

/* Before the record that ends a block without a pause. */
static void block_ends(struct sr_thread *t)
{
	struct sr_lifetimes *l = &t->lifetimes;

	if (SR_UNLIKELY(l->nended))
		sr_ends_write(t);
	if (SR_UNLIKELY(l->nheld || l->nwaiting))
		sr_refs_forget(t);
	else
		l->block++; /* nothing else is to be done */
}

static SR_NOINLINE int enters(void)
{
	SR_INSIDE struct sr_thread *t = sr_enter();

	return t != NULL;
}

static void loop_edge(enum sr_code code, uint64_t pc)
{
	SR_INSIDE struct sr_thread *t = sr_begin(code, 0);

	if (!t)
		return;
	block_ends(t);
	sr_set_flag(SR_FLAG_LOOP);
	simple(t, code, NULL, pc);
	sr_loops_reset(t);
	sr_open_none(t);
	if (code == SR_enterloop) {
		sr_default_loop_begins(t, SR_FRAME);
		opens(t, code, 0, 0, 0, NULL);
	}
	next_block(t);
}

/* Asked several times for each event: who has a state, and is not inside, need not enter. */
int sparse_active(void)
{
	struct sr_thread *here = sr_tls.t;

	if (SR_UNLIKELY(!here || sr_tls.held))
		return enters();
	return here->live && atomic_load_explicit(&sr_state, memory_order_relaxed) != SR_OFF;
}

int sparse_quiet(int on)
{
	if (on && sr_guard() != SR_FREE)
		return 0;
	sr_hold(on ? SR_QUIET : SR_FREE);
	return on != 0;
}

uint64_t sparse_new_id(void)
{
	static _Atomic uint64_t last;

	return atomic_fetch_add_explicit(&last, 1, memory_order_relaxed) + 1;
}

void sparse_loop_kind(enum sparse_loop kind)
{
	SR_INSIDE struct sr_thread *t = sr_enter();

	if (!t)
		return;
	if (kind > SPARSE_LOOP_UNKNOWN && kind <= SPARSE_LOOP_EITHER)
		atomic_store(&sr_header->loop, kind);
}

void sparse_enterloop(void) { loop_edge(SR_enterloop, SR_CALLER); }
void sparse_exitloop(void) { loop_edge(SR_exitloop, SR_CALLER); }
void sparse_drop(uint64_t event) { one(SR_drop, &event, SR_CALLER); }
void sparse_reset(uint64_t guard) { one(SR_reset, &guard, SR_CALLER); }
void sparse_fork(uint64_t event) { one(SR_fork, &event, SR_CALLER); }
void sparse_join(uint64_t event) { one(SR_join, &event, SR_CALLER); }

static uint8_t *put_enq(struct sr_thread *t, uint64_t event, const struct sparse_info *info, uint32_t stack)
{
	uint8_t *p = put_kind(sr_put(sr_tag(t, SR_enq), event), info);

	p = put_level(sr_put_signed(p, info->prio), info->level);
	return sr_put_stack(t, p, stack);
}

static void enq(uint64_t event, const struct sparse_info *info, uint64_t pc)
{
	SR_INSIDE struct sr_thread *t = event ? sr_begin(SR_enq, 0) : NULL;
	struct attrs attrs;
	uint32_t stack;

	if (!t)
		return;
	info = info ? info : &(const struct sparse_info){ SPARSE_POSTED, 0, -1, 0, NULL };
	intern_attrs(t, info, &attrs);
	stack = sr_stack(t, pc);
	if (sr_reserve(t, SR_MAX_RECORD))
		sr_commit(t, put_attrs(put_enq(t, event, info, stack), &attrs));
}

void sparse_enq(uint64_t event, const struct sparse_info *info) { enq(event, info, SR_CALLER); }

/* What the bytes of an attribute take at most: a key, a text, a number. */
enum { MAX_ATTR = 5 + 10 + 10 };

/* All but the label. */
static void keep_told(struct sr_thread *t, struct sparse_told *told, uint64_t of, const struct sparse_info *info,
		      const struct attrs *a)
{
	uint32_t label = sr_string(t, "label", 5), i, n = 0;
	uint8_t *p = told->bytes;

	if (!label || a->n != info->nattrs)
		return; /* a text found no room */
	if (sr_ring_on && a->owns)
		return; /* the ring drops them */
	told->recording = 0;
	atomic_signal_fence(memory_order_seq_cst);
	told->head = 0;
	for (i = 0; i < a->n; i++) {
		if (told->bytes + SPARSE_TOLD - p < MAX_ATTR)
			return;
		if (a->key[i] == label) {
			told->head = (uint16_t)(p - told->bytes);
			continue;
		}
		p = put_attr(p, a->key[i], &a->value[i]);
		n++;
	}
	if (told->head > SPARSE_TOLD_HEAD)
		return;
	told->n = n;
	told->label = label;
	told->size = (uint16_t)(p - told->bytes);
	told->of = of;
	atomic_signal_fence(memory_order_seq_cst);
	told->recording = sr_strings_recording();
}

/* The copies are longer than what counts, of a length that needs no call: a record has the room. */
static uint8_t *put_told(uint8_t *p, const struct sparse_told *told, uint32_t stem, uint32_t number)
{
	_Static_assert(SPARSE_TOLD + SPARSE_TOLD_HEAD + MAX_ATTR < SR_MAX_RECORD / 2, "and the rest of the record");
	p = sr_put(p, told->n + (stem != 0));
	__builtin_memcpy(p, told->bytes, SPARSE_TOLD_HEAD);
	p += told->head;
	if (stem)
		p = put_attr(p, told->label, &(struct value){ 2 * (uint64_t)stem + 1, number });
	__builtin_memcpy(p, told->bytes + told->head, SPARSE_TOLD);
	return p + told->size - told->head;
}

int __sparse_enq_told(uint64_t event, const struct sparse_info *info, struct sparse_told *told, uint64_t of,
		      const struct sparse_label *label)
{
	SR_INSIDE struct sr_thread *t = event ? sr_begin(SR_enq, 0) : NULL;
	struct attrs attrs;
	uint32_t stack, stem;
	bool knows;
	uint8_t *p;

	if (!t)
		return 1;
	attrs.n = attrs.owns = 0;
	knows = told->recording == sr_strings_recording() && told->of == of;
	if (SR_UNLIKELY(!knows)) {
		if (!info->attrs)
			return 0;
		intern_attrs(t, info, &attrs);
		keep_told(t, told, of, info, &attrs);
	}
	if (sr_ring_on && knows && label->text)
		sr_ring_own_room(t, sr_own_size(label->stem));
	stem = knows && label->text ? own_text(t, label->hash, label->text, label->stem) : 0;
	stack = sr_stack(t, SR_CALLER);
	if (sr_reserve(t, SR_MAX_RECORD)) {
		p = put_enq(t, event, info, stack);
		sr_commit(t, knows ? put_told(p, told, stem, label->number) : put_attrs(p, &attrs));
	}
	return 1;
}

void sr_note_start(uint64_t event, uint32_t number, const void *given, uint64_t pc)
{
	char digits[12], object[20];
	const struct sparse_attr attrs[] = { { "starts", digits }, { "object", object } };

	snprintf(digits, sizeof digits, "%u", number);
	snprintf(object, sizeof object, "0x%llx", (unsigned long long)(uintptr_t)given);
	enq(event, &(const struct sparse_info){ SPARSE_ENV, 0, -1, given ? 2 : 1, attrs }, pc);
}

void sr_note_drop(uint64_t event, uint64_t pc) { one(SR_drop, &event, pc); }

void sparse_deq(uint64_t event, const struct sparse_info *info)
{
	SR_INSIDE struct sr_thread *t = event ? sr_begin(SR_deq, 0) : NULL;
	struct attrs attrs;
	uint8_t *tag, *p;
	uint64_t ms;

	if (!t)
		return;
	attrs.n = attrs.owns = 0;
	block_ends(t);
	ms = modules_at(t);
	sr_set_flag(SR_FLAG_LOOP);
	if (info)
		intern_attrs(t, info, &attrs);
	else
		info = &nothing;
	if (sr_reserve(t, SR_MAX_RECORD)) {
		tag = t->cur;
		p = put_kind(sr_put(sr_tag(t, SR_deq), event), info);
		commit_moment(t, tag, put_attrs(p, &attrs), ms);
	}
	opens(t, SR_deq, event, 0, info, &attrs);
	next_block(t);
}

void sparse_end(uint64_t event)
{
	SR_INSIDE struct sr_thread *t = event ? sr_begin(SR_end, 0) : NULL;
	uint8_t *tag;

	if (!t)
		return;
	block_ends(t);
	if (sr_reserve(t, SR_MAX_RECORD)) {
		tag = t->cur;
		commit_moment(t, tag, sr_put(sr_tag(t, SR_end), event), sr_clock_ms());
	}
	closes(t, SR_deq, event, 0);
	sr_frames_gone(t, SR_FRAME);
	next_block(t);
}

void sparse_pause(uint64_t event, uint64_t guard, const struct sparse_info *info)
{
	SR_INSIDE struct sr_thread *t = guard ? sr_begin(SR_pause, 0) : NULL;
	struct attrs attrs;
	uint32_t stack;
	uint8_t *tag, *p;

	if (!t)
		return;
	sr_ends_write(t);
	sr_refs_hold(t);
	sr_set_flag(SR_FLAG_LOOP);
	if (!event)
		sr_set_flag(SR_FLAG_MAIN_SPINS);
	intern_attrs(t, info ? info : &nothing, &attrs);
	stack = sr_stack(t, SR_CALLER);
	if (sr_reserve(t, SR_MAX_RECORD)) {
		tag = t->cur;
		p = sr_put(sr_put(sr_tag(t, SR_pause), event), guard);
		commit_moment(t, tag, put_attrs(sr_put_stack(t, p, stack), &attrs), sr_clock_ms());
	}
	opens(t, SR_pause, event, guard, NULL, &attrs);
	sr_stack_waits(t);
	sr_loop_begins(t, SR_FRAME);
	next_block(t);
}

void __sparse_hold(const void *p, size_t n, const struct sparse_attr *list, uint32_t nattrs,
		   const uint64_t *pcs, uint32_t npcs)
{
	SR_INSIDE struct sr_thread *t = p ? sr_begin(SR_hold, 0) : NULL;
	struct sparse_info info = { .nattrs = nattrs, .attrs = list };
	struct attrs attrs;
	uint32_t stack;
	uint8_t *to;

	if (!t)
		return;
	intern_attrs(t, &info, &attrs);
	stack = sr_given_stack(t, pcs, npcs);
	if (sr_reserve(t, SR_MAX_RECORD)) {
		to = sr_put_heap_addr(t, sr_put_stack(t, sr_tag(t, SR_hold), stack), (uintptr_t)p);
		sr_commit(t, put_attrs(sr_put(to, n), &attrs));
	}
}

void sparse_resume(uint64_t event, uint64_t guard)
{
	SR_INSIDE struct sr_thread *t = guard ? sr_begin(SR_resume, 0) : NULL;
	uint8_t *tag;
	uint64_t ms;

	if (!t)
		return;
	block_ends(t);
	ms = modules_at(t);
	if (sr_reserve(t, SR_MAX_RECORD)) {
		tag = t->cur;
		commit_moment(t, tag, sr_put(sr_put(sr_tag(t, SR_resume), event), guard), ms);
	}
	closes(t, SR_pause, event, guard);
	next_block(t);
}

void sparse_alloc(const void *p, size_t n) { sr_note_alloc(p, n, SR_CALLER); }
void sparse_free(const void *p) { sr_note_free(p, SR_CALLER); }

void sparse_sink(const char *name, const void *p, size_t n)
{
	SR_INSIDE struct sr_thread *t = sr_begin(SR_sink, 0);
	uint32_t stack, text;
	uint8_t *to;

	if (!t)
		return;
	name = name ? name : "";
	text = sr_string(t, name, strlen(name));
	stack = sr_stack(t, SR_CALLER);
	if (text && sr_reserve(t, SR_MAX_RECORD)) {
		to = sr_put(sr_tag(t, SR_sink), text);
		to = sr_put_addr(t, to, (uintptr_t)p);
		to = sr_put_stack(t, sr_put(to, n), stack);
		sr_commit(t, sr_put(to, 0)); /* attributes */
	}
}
