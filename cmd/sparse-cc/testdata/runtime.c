/* A recorder that only counts: every function of instrument.h, and a line on
 * standard error when the program ends. With RUNTIME_PLACES set it prints where
 * each access was reported from instead, as offsets into the program.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "sparserec/instrument.h"
#include "sparserec/view.h"

static long reads, writes, uses, atomics, entries, unbalanced;
static int places;

__attribute__((constructor)) static void start(void) { places = getenv("RUNTIME_PLACES") != NULL; }

static void seen(const char *what, const void *from)
{
	Dl_info info;
	if (places && dladdr(from, &info))
		fprintf(stderr, "%s %#lx\n", what, (unsigned long)((const char *)from - (const char *)info.dli_fbase) - 1);
}

#define SEEN(counter, what) (counter++, seen(what, __builtin_return_address(0)))
#define UPDATE() (SEEN(reads, "read"), SEEN(writes, "write"))
#define ACCESS(n) \
	void __sparse_read##n(const void *p) { (void)p; SEEN(reads, "read"); } \
	void __sparse_write##n(const void *p) { (void)p; SEEN(writes, "write"); } \
	void __sparse_update##n(const void *p) { (void)p; UPDATE(); } \
	void __sparse_unaligned_read##n(const void *p) { (void)p; SEEN(reads, "read"); } \
	void __sparse_unaligned_write##n(const void *p) { (void)p; SEEN(writes, "write"); } \
	void __sparse_unaligned_update##n(const void *p) { (void)p; UPDATE(); }
ACCESS(1) ACCESS(2) ACCESS(4) ACCESS(8) ACCESS(16)

/* All of an update: counted as the accesses that it is. */
#define COMMUTE(n) \
	void __sparse_commute##n(const void *p, uint32_t how) \
	{ \
		(void)p; \
		if (how & SPARSE_HOW_ATOMIC) \
			SEEN(atomics, "atomic"); \
		else \
			UPDATE(); \
	}
COMMUTE(1) COMMUTE(2) COMMUTE(4) COMMUTE(8)

void __sparse_read_range(const void *p, size_t n) { (void)p, (void)n; SEEN(reads, "read"); }
void __sparse_write_range(const void *p, size_t n) { (void)p, (void)n; SEEN(writes, "write"); }
void __sparse_atomic_read(const void *p, size_t n) { (void)p, (void)n; SEEN(atomics, "atomic"); }
void __sparse_atomic_write(const void *p, size_t n) { (void)p, (void)n; SEEN(atomics, "atomic"); }
void __sparse_atomic_rmw(const void *p, size_t n) { (void)p, (void)n; SEEN(atomics, "atomic"); }
void __sparse_atomic_load(const void *p, size_t n, uint64_t was) { (void)p, (void)n, (void)was; SEEN(atomics, "atomic"); }
void __sparse_atomic_store(const void *p, size_t n, uint64_t was) { (void)p, (void)n, (void)was; SEEN(atomics, "atomic"); }
void __sparse_atomic_change(const void *p, size_t n, uint64_t was) { (void)p, (void)n, (void)was; SEEN(atomics, "atomic"); }
void __sparse_atomic_relaxed(const void *p, size_t n, uint64_t was) { (void)p, (void)n, (void)was; SEEN(atomics, "atomic"); }
void __sparse_atomic_count(const void *p, size_t n, uint64_t was) { (void)p, (void)n, (void)was; SEEN(atomics, "atomic"); }
void __sparse_ref(const void *counter) { (void)counter; }
void __sparse_unref(const void *counter) { (void)counter; }
void __sparse_scope_end(const void *variable, size_t n, const char *type) { (void)variable, (void)n, (void)type; }
void __sparse_destroyed(const void *object, size_t n) { (void)object, (void)n; }
void __sparse_list_tied(void *p) { (void)p; }
void __sparse_list_erased(void *p) { (void)p; }
void __sparse_tree_tied(void *p, void *h, uint32_t left) { (void)p, (void)h, (void)left; }
void __sparse_tree_erased(void *p, void *h) { (void)p, (void)h; }
void __sparse_qmap_erased(void *m, void *p) { (void)m, (void)p; }
void __sparse_cancelled(void *p) { (void)p; }
void __sparse_answered(void *p) { (void)p; }
void __sparse_hash_erased(void *p) { (void)p; }
void __sparse_looked(void *p) { (void)p; }
void __sparse_taken(void *p, unsigned n) { (void)p, (void)n; }
void __sparse_glist_taken(void *p, void *d, unsigned n) { (void)p, (void)d, (void)n; }
void __sparse_glist_unlinked(void *p, void *d, unsigned n) { (void)p, (void)d, (void)n; }
void __sparse_gqueue_taken(void *p, void *d, unsigned n) { (void)p, (void)d, (void)n; }
void __sparse_handed(const void *p) { (void)p; SEEN(uses, "use"); }
void __sparse_vptr_write(const void *p, const void *table) { (void)p, (void)table; SEEN(writes, "write"); }
void __sparse_value(const void *p, size_t n, uint64_t value) { (void)p, (void)n, (void)value; SEEN(writes, "write"); }
void __sparse_use(const void *p) { (void)p; SEEN(uses, "use"); }

/* Fast paths ask a filter that knows nothing, and come here (slow_x86_64.S) each time.
 * The depth is theirs, in the view; its limit is 0, so entries come here too. */
static const uint64_t no_cells[SPARSE_CELLS];
SPARSE_EXPORT __thread struct sparse_view __sparse_view = { .cells = no_cells };
SPARSE_EXPORT __thread uintptr_t __sparse_waits_from = UINTPTR_MAX;
SPARSE_EXPORT __thread const char *__sparse_type;
void __sparse_of_type(const char *type) { __sparse_type = type; }
enum { FRAME = sizeof(struct sparse_frame) };

/* slow_x86_64.S looks at these: a recording, which is not SR_OFF, is going on. */
__attribute__((visibility("hidden"))) int sr_state = 1;
__attribute__((visibility("hidden"))) uint64_t sr_idle_cells[SPARSE_CELLS];

void sr_touch(const void *p, uint32_t what, const void *pc, const void *caller)
{
	(void)p, (void)caller;
	if (what & SPARSE_USE) {
		uses++, seen("use", pc);
		return;
	}
	if (what & (uint32_t)SPARSE_HOW_ATOMIC << SPARSE_HOW_SHIFT) {
		atomics++, seen("atomic", pc);
		return;
	}
	if (what & SPARSE_COMMUTES)
		what |= SPARSE_READ | SPARSE_WRITE;
	if (what & SPARSE_READ)
		reads++, seen("read", pc);
	if (what & SPARSE_WRITE)
		writes++, seen("write", pc);
}

void sr_push(const void *caller, const void *inside) { (void)caller, (void)inside, entries++; }
void sr_scope_end(const void *variable, size_t n, const char *type, uint64_t pc) { (void)variable, (void)n, (void)type, (void)pc; }

uint32_t __sparse_func_entry(const void *from)
{
	(void)from;
	entries++;
	__sparse_view.depth += FRAME;
	return __sparse_view.depth - FRAME;
}

void __sparse_func_exit(uint32_t token)
{
	unbalanced += token >= __sparse_view.depth;
	__sparse_view.depth = token;
}

void __sparse_func_calls(uint32_t token) { (void)token; }

void __sparse_func_unwind(uint32_t token)
{
	unbalanced += token + FRAME > __sparse_view.depth;
	__sparse_view.depth = token + FRAME;
}

__attribute__((destructor)) static void end(void)
{
	if (!places)
		fprintf(stderr, "reads=%ld writes=%ld uses=%ld atomics=%ld entries=%ld depth=%ld unbalanced=%ld\n",
			reads, writes, uses, atomics, entries, (long)__sparse_view.depth / FRAME, unbalanced);
}
