/* live_references.c: what the frames of a handler refer to when it spins a loop.
 *
 * Three rules say what counts; each live reference names its own:
 *   stack   a QObject lives in the frame, and its parent on the heap: whoever frees
 *           that deletes the object, whose memory is nobody's to free.
 *   object  a frame of the program's own code has a reference to a QObject on the
 *           heap, and machine code that may use it later.
 *   memory  the same of other memory, which the program's own code allocated, and
 *           code that certainly reads the reference later.
 * References of Qt's and other frameworks' frames do not count: they always have
 * the window at hand. A QPointer is no reference, and a frame that keeps one to an
 * object is taken to ask it before it uses the object. A counted reference is none
 * either: while the frame has it, nobody frees the object (counts.h).
 *
 * The stack is read as it is: a word that the compiler no longer needs may still be
 * there, which is why the code is looked at (liveness.h). Nothing is written to.
 */
#define _GNU_SOURCE
#include "blocks.h"
#include "counts.h"
#include "liveness.h"
#include "modules.h"
#include "objects.h"
#include "python.h"
#include "live_references.h"
#include <sparserec/sparserec.h>
#include <sparserec/stock.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <sparserec/rawsys.h>

enum { MOST = 128 /* holds of a pause */ };

struct scan {
	struct sk_frame frames[SK_DEPTH];
	uint64_t pcs[SK_DEPTH]; /* of them */
	unsigned n;
	unsigned held;
	uintptr_t seen[MOST];
	char rule[MOST];
};

static struct scan scan; /* of the one thread that scans */

static uintptr_t word(uintptr_t a) { return *(const uintptr_t *)a; }

static bool is_new(uintptr_t start, char rule)
{
	for (unsigned i = 0; i < scan.held; i++)
		if (scan.seen[i] == start && scan.rule[i] == rule)
			return false;
	if (scan.held == MOST)
		return false;
	scan.seen[scan.held] = start;
	scan.rule[scan.held++] = rule;
	return true;
}

static void hex(char to[24], uintptr_t v)
{
	char *p = to, digits[16];
	int n = 0;

	do
		digits[n++] = "0123456789abcdef"[v & 15];
	while (v >>= 4);
	*p++ = '0';
	*p++ = 'x';
	while (n)
		*p++ = digits[--n];
	*p = 0;
}

/* class_of: the object that the rule is about. */
static void tell(const struct sk_block *b, const char *rule, uintptr_t class_of, unsigned frame)
{
	const struct sk_frame *f = &scan.frames[frame];
	const struct sk_module *m = sk_module_at(f->pc);
	char class_name[SK_NAME] = "", function[24] = "";
	struct sparse_attr attrs[3] = { { "rule", rule } };
	uint64_t pcs[SPARSE_GIVEN_DEPTH];
	uint32_t nattrs = 1, n;

	if (!__sparse_hold || !is_new(b->start, *rule))
		return;
	if (class_of)
		sk_class_name(class_of, class_name);
	if (class_name[0])
		attrs[nattrs++] = (struct sparse_attr){ "class", class_name };
	if (f->function && m) {
		hex(function, f->function - m->bias);
		attrs[nattrs++] = (struct sparse_attr){ "function", function };
	}
	for (unsigned i = 0; i < scan.n; i++)
		scan.pcs[i] = scan.frames[i].pc;
	n = sk_python_merge(scan.pcs, scan.n, frame, pcs, SPARSE_GIVEN_DEPTH);
	sk_hold(b->start);
	__sparse_hold((const void *)b->start, b->size, attrs, nattrs, pcs, n);
}

/* Rule stack: the nearest ancestor on the heap. */
static void on_stack(uintptr_t a, unsigned frame)
{
	struct sk_block b;
	uintptr_t p = a;

	for (int depth = 0; depth < 64 && (p = sk_parent(p)); depth++) {
		if (sk_find(p, &b) && b.live) {
			if (sk_is_qobject(p))
				tell(&b, "stack", a, frame);
			return;
		}
		if (p < scan.frames[0].lo || p - scan.frames[0].lo > (8u << 20))
			return; /* neither on the heap nor on this stack */
	}
}

/* The block that a QObject shares with its QPointers: 16 bytes, with a strong count
 * of -1. The object's private part refers to it. */
static bool is_shared(uintptr_t counts)
{
	struct sk_block b;

	return sk_find(counts, &b) && b.live && b.start == counts && b.size == 16 &&
	       *(const int32_t *)(counts + 4) == -1;
}

static uintptr_t shared_of(uintptr_t object)
{
	enum { FIRST = 40, LAST = 168 }; /* where it stands in the private parts of Qt 5 and 6 */
	uintptr_t d = word(object + 8);
	struct sk_block b;

	for (size_t at = FIRST; sk_find(d, &b) && at <= LAST && at + 8 <= b.size; at += 8)
		if (is_shared(word(d + at)))
			return word(d + at);
	return 0;
}

/* The frame keeps a QPointer to the object: in its words, or in registers. */
static bool has_weak(const struct sk_frame *f, uintptr_t object)
{
	uintptr_t counts = shared_of(object);

	for (uintptr_t a = (f->lo + 7) & ~(uintptr_t)7; counts && a + 8 <= f->hi; a += 8)
		if (word(a) == counts)
			return true;
	for (int i = 0; counts && i < SK_SAVED; i++)
		if (f->saved[i] == counts)
			return true;
	return false;
}

/* The frame has a count of what starts there, and code that gives it back. */
static bool has_count(const struct sk_frame *f, uintptr_t object)
{
	for (uintptr_t a = (f->lo + 7) & ~(uintptr_t)7; a + 8 <= f->hi; a += 8)
		if (sk_counts(word(a), object) && sk_word_later(f, a) != SK_NOT_USED)
			return true;
	for (int i = 0; i < SK_SAVED; i++)
		if (sk_counts(f->saved[i], object) && sk_register_later(f, i) != SK_NOT_USED)
			return true;
	return false;
}

static void consider(uintptr_t p, unsigned frame, enum sk_later (*later)(const struct sk_frame *, uintptr_t),
		     uintptr_t place)
{
	const struct sk_module *by;
	struct sk_block b;
	bool object;
	enum sk_later use;

	if (!sk_find(p, &b) || !b.live)
		return;
	object = b.size >= 16 && sk_is_qobject(b.start);
	if (!object && (!(by = sk_module_at(b.site)) || by->owner != SK_OWN))
		return;
	if (object && has_weak(&scan.frames[frame], b.start))
		return;
	if (has_count(&scan.frames[frame], b.start) || (p != b.start && has_count(&scan.frames[frame], p)))
		return;
	use = later(&scan.frames[frame], place);
	if (use == SK_USED || (object && use == SK_UNKNOWN))
		tell(&b, object ? "object" : "memory", object ? b.start : 0, frame);
}

static enum sk_later in_register(const struct sk_frame *f, uintptr_t which)
{
	return sk_register_later(f, (int)which);
}

/* A word of a frame that keeps a register for the caller is the caller's. */
static bool is_kept(const struct sk_frame *caller, uintptr_t at)
{
	for (int i = 0; i < SK_SAVED; i++)
		if (caller->saved_at[i] == at)
			return true;
	return false;
}

static void scan_frame(unsigned k, uintptr_t from)
{
	const struct sk_frame *f = &scan.frames[k];
	const struct sk_module *m = sk_module_at(f->pc);
	bool own = m && m->owner == SK_OWN;
	uintptr_t lo = f->lo > from ? f->lo : from;

	if (!m || m->owner == SK_OURS)
		return;
	for (uintptr_t a = (lo + 7) & ~(uintptr_t)7; a + 16 <= f->hi; a += 8)
		if (sk_is_qobject(a))
			on_stack(a, k);
	if (!own)
		return;
	for (uintptr_t a = (lo + 7) & ~(uintptr_t)7; a + 8 <= f->hi; a += 8)
		if (!(k + 1 < scan.n && is_kept(&scan.frames[k + 1], a)))
			consider(word(a), k, sk_word_later, a);
	for (int i = 0; i < SK_SAVED; i++)
		consider(f->saved[i], k, in_register, (uintptr_t)i);
}

static uint64_t now(void)
{
	struct timespec t;

	sys_clock(CLOCK_THREAD_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static int timings = -1;

void sk_pause_time(const char *file)
{
	timings = sys_open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* A line for each scan: "NS FRAMES HOLDS". */
static void tell_time(uint64_t ns)
{
	char line[96];
	int saved = errno, n = snprintf(line, sizeof line, "%llu %u %u\n", (unsigned long long)ns, scan.n, scan.held);

	if (n > 0 && sys_write(timings, line, (size_t)n) < 0)
		timings = -1;
	errno = saved;
}

static void scan_all(uintptr_t from, uintptr_t to)
{
	sk_modules_refresh();
	scan.held = 0;
	scan.n = sk_frames(scan.frames, SK_DEPTH, to);
	for (unsigned k = 0; k < scan.n; k++)
		if (scan.frames[k].hi > from)
			scan_frame(k, from);
}

void __sparse_stock_pause(uintptr_t from, uintptr_t to)
{
	uint64_t began;

	if (!__sparse_hold || !sparse_active || !sparse_active())
		return;
	began = timings < 0 ? 0 : now();
	scan_all(from, to);
	if (timings >= 0)
		tell_time(now() - began);
}
