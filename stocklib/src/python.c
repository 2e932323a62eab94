/* python.c: see python.h.
 *
 * Rules: nothing here allocates, takes a lock, or keeps an object alive. A thread's frames
 * are changed by that thread alone, which is here meanwhile. What is called of the interpreter
 * needs no GIL: a thread's own state by its key, a line by a code's table, a text's characters.
 * At its end the interpreter takes the states of other threads away; so another thread than
 * the first is looked at only while it has the GIL, and none once the end has begun.
 * A frame whose object is no code, or has the name of no file, is the interpreter's own.
 */
#define _GNU_SOURCE
#include "python.h"
#include "pieces.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <sparserec/rawsys.h>
#include <sparserec/stock.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

enum {
	KNOWN = 1 << 12, /* places whose line is kept */
	LOOKED_AT = 16,  /* places of the table of functions, for one */
	FUNCTION_BITS = 13,
	PLACE_BITS = FUNCTION_BITS + SPARSE_SCRIPT_BITS,
	MOST_FRAMES = 1 << 12,
	EACH = -1, /* entry: C enters each frame. Less: a frame of the interpreter's own lies before it */
};
#define UNNAMED ((1ull << PLACE_BITS) - 1) /* of a place: there were too many functions, or lines */
_Static_assert(SPARSE_SCRIPT_FUNCTIONS == 1 << FUNCTION_BITS, "a function's number has its bits");

/* Offsets in bytes, in the order of the option. From a thread's state to its newest frame, by way
 * of another pointer unless `inner` is -1. From a frame to its code, to its caller, to where it is:
 * a pointer, which is `first` behind the code at the function's beginning, or a number, in units of
 * `scale` bytes. From a code to its file and name, from an object to its type. */
static struct {
	long state, inner, code, previous, place, first, scale, entry, file, name, type;
} at;

static struct {
	void *(*state)(void);
	int (*lives)(void), (*has_lock)(void);
	int (*line)(void *, int);
	uint32_t (*character)(void *, ssize_t);
	ssize_t (*length)(void *);
	uintptr_t code_type;
	struct sk_function run; /* the loop over a function's instructions */
} python;

bool __sparse_scripts;

static _Atomic uint64_t functions[SPARSE_SCRIPT_FUNCTIONS]; /* what each is told by, 0 = free */
static _Atomic uintptr_t codes[SPARSE_SCRIPT_FUNCTIONS];
static _Atomic uint64_t known[KNOWN];

static uintptr_t word(uintptr_t a) { return *(const uintptr_t *)a; }

static bool symbol(const char *name, void *to)
{
	void *f = dlsym(RTLD_DEFAULT, name);

	memcpy(to, &f, sizeof f);
	return f != NULL;
}

static bool same_interpreter(unsigned long device, unsigned long inode)
{
	int d = sys_open("/proc/self/exe", O_RDONLY | O_CLOEXEC, 0);
	struct stat s;
	bool same = d >= 0 && sys_fstat(d, &s) == 0 && s.st_dev == device && s.st_ino == inode;

	if (d >= 0)
		sys_close(d);
	return same;
}

void sk_python_open(const char *found)
{
	unsigned long device, inode;
	uintptr_t run;

	if (sscanf(found, "%lu,%lu,%ld,%ld,%ld,%ld,%ld,%ld,%ld,%ld,%ld,%ld,%ld", &device, &inode, &at.state, &at.inner,
		   &at.code, &at.previous, &at.place, &at.first, &at.scale, &at.entry, &at.file, &at.name, &at.type) != 13 ||
	    !same_interpreter(device, inode))
		return;
	if (!symbol("PyGILState_GetThisThreadState", &python.state) || !symbol("Py_IsInitialized", &python.lives) ||
	    !symbol("PyGILState_Check", &python.has_lock) || !symbol("PyCode_Addr2Line", &python.line) ||
	    !symbol("PyUnicode_ReadChar", &python.character) || !symbol("PyUnicode_GetLength", &python.length) ||
	    !symbol("PyCode_Type", &python.code_type) || !symbol("_PyEval_EvalFrameDefault", &run))
		return;
	sk_find_pieces(&python.run, run);
	__sparse_scripts = true;
}

static uint64_t mix(uint64_t h, uint64_t v)
{
	h = (h ^ v) * 0x9e3779b97f4a7c15u;
	return h ^ h >> 29;
}

/* The number of a function, SPARSE_SCRIPT_FUNCTIONS if there are too many to tell. */
static unsigned number_of(uint64_t key, uintptr_t code)
{
	for (unsigned i = 0; i < LOOKED_AT; i++) {
		unsigned k = (unsigned)((key >> 32) + i) % SPARSE_SCRIPT_FUNCTIONS;
		uint64_t seen = atomic_load(&functions[k]);

		if (seen == key || (!seen && (atomic_compare_exchange_strong(&functions[k], &seen, key) || seen == key))) {
			atomic_store(&codes[k], code); /* a code that went, and came again, has a new address */
			return k;
		}
	}
	return SPARSE_SCRIPT_FUNCTIONS;
}

/* Bytes from the code's first instruction. */
static int place_in(uintptr_t frame, uintptr_t code)
{
	if (at.scale)
		return *(const int32_t *)(frame + (uintptr_t)at.place) * (int)at.scale;
	return (int)(word(frame + (uintptr_t)at.place) - code - (uintptr_t)at.first);
}

/* The address that stands for the place, 0: it is not named. */
static uint64_t address_of(uintptr_t frame, uintptr_t code)
{
	int place = place_in(frame, code);
	uint64_t key = mix(mix(mix(code, word(code + (uintptr_t)at.file)), word(code + (uintptr_t)at.name)), 1) | 1;
	uint64_t at_place = mix(key, (uint64_t)(uint32_t)place), tag = at_place >> PLACE_BITS, seen;
	_Atomic uint64_t *kept = &known[at_place % KNOWN];
	unsigned function;
	int line;

	seen = atomic_load_explicit(kept, memory_order_relaxed);
	if (!seen || seen >> PLACE_BITS != tag) {
		function = number_of(key, code);
		line = function < SPARSE_SCRIPT_FUNCTIONS ? python.line((void *)code, place) : -1;
		seen = line < 0 || line >= 1 << SPARSE_SCRIPT_BITS ? UNNAMED : (uint64_t)function << SPARSE_SCRIPT_BITS | (uint64_t)line;
		seen |= tag << PLACE_BITS;
		atomic_store_explicit(kept, seen, memory_order_relaxed);
	}
	if ((seen & UNNAMED) == UNNAMED)
		return 0;
	/* Places are addresses that a call returns to. */
	return SPARSE_SCRIPTS + (seen & UNNAMED) + 1;
}

/* The code that a frame runs, 0: it is the interpreter's own. */
static uintptr_t code_of(uintptr_t frame)
{
	uintptr_t code = word(frame + (uintptr_t)at.code) & ~(uintptr_t)7;

	if (!code || word(code + (uintptr_t)at.type) != python.code_type ||
	    word(code + (uintptr_t)at.file) == word(code + (uintptr_t)at.name))
		return 0;
	return code;
}

/* The thread that the process began with, in which the interpreter ends. */
static bool is_first(void)
{
	static __thread signed char first;

	if (!first)
		first = syscall(SYS_gettid) == syscall(SYS_getpid) ? 1 : -1;
	return first > 0;
}

static bool is_steady(void) { return python.lives() && (is_first() || python.has_lock()); }

static uintptr_t newest(void)
{
	uintptr_t state = __sparse_scripts && is_steady() ? (uintptr_t)python.state() : 0, frame;

	if (!state)
		return 0;
	frame = word(state + (uintptr_t)at.state);
	return frame && at.inner >= 0 ? word(frame + (uintptr_t)at.inner) : frame;
}

static uintptr_t before(uintptr_t frame) { return word(frame + (uintptr_t)at.previous); }

uint32_t __sparse_script_frames(uint64_t *pcs, uint32_t max)
{
	uint32_t n = 0, steps = 0;

	for (uintptr_t f = newest(), code; f && n < max && steps++ < MOST_FRAMES; f = before(f))
		if ((code = code_of(f)) && (pcs[n] = address_of(f, code)))
			n++;
	return n;
}

/* C, not a Python function, called this frame's. */
static bool is_entered(uintptr_t frame)
{
	uintptr_t caller;

	if (at.entry >= 0)
		return *(const uint8_t *)(frame + (uintptr_t)at.entry) != 0;
	caller = before(frame);
	return at.entry == EACH || !caller || !code_of(caller);
}

unsigned sk_python_merge(const uint64_t *pcs, unsigned n, unsigned from, uint64_t *merged, unsigned max)
{
	uintptr_t frame = newest(), code;
	unsigned kept = 0;
	bool entered;

	for (unsigned i = 0; i < n && kept < max; i++) {
		if (!frame || !sk_returns_to(&python.run, pcs[i])) {
			if (i >= from)
				merged[kept++] = pcs[i];
			continue;
		}
		for (entered = false; frame && !entered; frame = before(frame))
			if ((code = code_of(frame))) {
				entered = is_entered(frame);
				if (i >= from && kept < max && (merged[kept] = address_of(frame, code)))
					kept++;
			}
	}
	return kept;
}

static size_t put_character(char *to, uint32_t c)
{
	size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	static const uint8_t first[] = { 0, 0, 0xc0, 0xe0, 0xf0 };

	for (size_t i = n; --i; c >>= 6)
		to[i] = (char)(0x80 | (c & 63));
	to[0] = (char)(first[n] | c);
	return n;
}

/* A text of the interpreter's in UTF-8, cut to the room there is; gives its end. */
static char *put_text(uintptr_t text, char *to, const char *end)
{
	ssize_t n = python.length((void *)text);

	for (ssize_t i = 0; i < n && to + 4 < end; i++)
		to += put_character(to, python.character((void *)text, i));
	*to = 0;
	return to;
}

bool __sparse_script_function(uint64_t pc, uint64_t *start, char *name, size_t max)
{
	uint64_t number = (pc - SPARSE_SCRIPTS) >> SPARSE_SCRIPT_BITS;
	uintptr_t code = number < SPARSE_SCRIPT_FUNCTIONS ? atomic_load(&codes[number]) : 0;
	static const char prefix[] = "python:";
	char *to = name + sizeof prefix - 1;

	if (!code)
		return false;
	*start = SPARSE_SCRIPTS + (number << SPARSE_SCRIPT_BITS);
	memcpy(name, prefix, sizeof prefix);
	to = put_text(word(code + (uintptr_t)at.name), to, name + max / 4);
	*to++ = ':';
	put_text(word(code + (uintptr_t)at.file), to, name + max);
	return true;
}
