/* noop.c: every hook of instrumented code and of event loops, doing nothing.
 * A program run with this in place of the recorder shows what instrumented code
 * costs by itself; the heap is not touched. Compiled with -DCOUNT it has no filter
 * and says in the file that SPARSE_COUNT names how many accesses there were. */
#include "../include/sparserec/instrument.h"
#include "../include/sparserec/sparserec.h"
#include "../include/sparserec/view.h"

#ifdef COUNT
#include <stdio.h>
#include <stdlib.h>

static uint64_t seen;

static void see(uint64_t n) { __atomic_add_fetch(&seen, n, __ATOMIC_RELAXED); }

__attribute__((destructor)) static void say(void)
{
	const char *path = getenv("SPARSE_COUNT");
	FILE *to = path ? fopen(path, "w") : NULL;

	if (to && (fprintf(to, "%llu\n", (unsigned long long)seen) < 0) + fclose(to) != 0)
		perror(path);
}
#else
static void see(uint64_t n) { (void)n; }
#endif

#define ACCESS(name) void name(const void *p) { (void)p; see(1); }
#define RANGE(name) void name(const void *p, size_t n) { (void)p, (void)n; see(1); }
#define ID(name) void name(uint64_t id) { (void)id; }

#define SIZED(n) \
	ACCESS(__sparse_read##n) ACCESS(__sparse_unaligned_read##n) \
	ACCESS(__sparse_write##n) ACCESS(__sparse_unaligned_write##n) \
	ACCESS(__sparse_update##n) ACCESS(__sparse_unaligned_update##n)
SIZED(1) SIZED(2) SIZED(4) SIZED(8) SIZED(16)
ACCESS(__sparse_use)
#define COMMUTE(n) void __sparse_commute##n(const void *p, uint32_t how) { (void)p, (void)how; see(2); }
COMMUTE(1) COMMUTE(2) COMMUTE(4) COMMUTE(8)
void __sparse_value(const void *p, size_t n, uint64_t value) { (void)p, (void)n, (void)value; }
void __sparse_flow_sites(const void *table, struct sparse_site *sites, uint32_t n) { (void)table, (void)sites, (void)n; }
void __sparse_flow_step0(const struct sparse_site *site) { (void)site; }
void __sparse_flow_step1(const struct sparse_site *site, uint64_t a) { (void)site, (void)a; }
void __sparse_flow_step2(const struct sparse_site *site, uint64_t a, uint64_t b) { (void)site, (void)a, (void)b; }
void __sparse_flow_step3(const struct sparse_site *site, uint64_t a, uint64_t b, uint64_t c) { (void)site, (void)a, (void)b, (void)c; }
void __sparse_flow_step4(const struct sparse_site *site, uint64_t a, uint64_t b, uint64_t c, uint64_t d) { (void)site, (void)a, (void)b, (void)c, (void)d; }
void __sparse_flow_step5(const struct sparse_site *site, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e)
{
	(void)site, (void)a, (void)b, (void)c, (void)d, (void)e;
}
void __sparse_flow_step8(const struct sparse_site *site, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f, uint64_t g, uint64_t h)
{
	(void)site, (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h;
}
void __sparse_flow_store(const void *p, size_t n, const struct sparse_site *site) { (void)p, (void)n, (void)site; }
void __sparse_flow_copy(const void *to, const void *from, size_t n) { (void)to, (void)from, (void)n; }
SPARSE_EXPORT __thread const char *__sparse_type;
void __sparse_of_type(const char *type) { __sparse_type = type; }
SPARSE_EXPORT __thread uintptr_t __sparse_waits_from = UINTPTR_MAX;
void __sparse_scope_end(const void *variable, size_t n, const char *type) { (void)variable, (void)n, (void)type; }
ACCESS(__sparse_ref) ACCESS(__sparse_unref)
void __sparse_list_tied(void *p) { (void)p; }
void __sparse_list_erased(void *p) { (void)p; }
void __sparse_tree_tied(void *p, void *h, uint32_t left) { (void)p, (void)h, (void)left; }
void __sparse_tree_erased(void *p, void *h) { (void)p, (void)h; }
void __sparse_qmap_erased(void *m, void *p) { (void)m, (void)p; }
void __sparse_cancelled(void *p) { (void)p; }
void __sparse_answered(void *p) { (void)p; }
void __sparse_hash_erased(void *p) { (void)p; }
void __sparse_looked(void *p) { (void)p; }
void __sparse_taken(void *p, uint32_t n) { (void)p, (void)n; }
void __sparse_glist_taken(void *p, void *d, uint32_t n) { (void)p, (void)d, (void)n; }
void __sparse_glist_unlinked(void *p, void *d, uint32_t n) { (void)p, (void)d, (void)n; }
void __sparse_gqueue_taken(void *p, void *d, uint32_t n) { (void)p, (void)d, (void)n; }
void __sparse_handed(const void *p) { (void)p; }
void __sparse_vptr_write(const void *p, const void *table) { (void)p, (void)table; }

/* The filter and the shadow stack work, and nothing comes of them. They are the
 * first thread's; others share them, which only makes them ask more often. */
static uint64_t cells[SPARSE_CELLS];
static struct sparse_frame frames[4096];
SPARSE_EXPORT __thread struct sparse_view __sparse_view = {
	.cells = cells, .mask = SPARSE_CELLS - 1, .epoch = 1u << SPARSE_EPOCH_SHIFT, .frames = (char *)frames, .limit = sizeof frames,
};

static void know(uint64_t granule, uint64_t bytes)
{
	uint64_t key = granule << SPARSE_GRANULE_SHIFT ^ __sparse_view.epoch;
	uint64_t *cell = &cells[granule & (SPARSE_CELLS - 1)], x = *cell ^ key;

	*cell = key | ((x >> 16 ? 0xffff : x) & ~bytes);
}

/* slow_x86_64.S looks at these: a recording, which is not SR_OFF, is going on. */
__attribute__((visibility("hidden"))) int sr_state = 1;
__attribute__((visibility("hidden"))) uint64_t sr_idle_cells[SPARSE_CELLS];

void sr_touch(const void *p, uint32_t what, uint64_t pc, uint64_t caller)
{
#ifdef COUNT
	(void)p, (void)pc, (void)caller, (void)know;
	see(!!(what & (SPARSE_READ | SPARSE_COMMUTES)) + !!(what & (SPARSE_WRITE | SPARSE_COMMUTES)));
#else
	uint64_t a = (uintptr_t)p, bytes = ((1ull << (what & SPARSE_SIZE)) - 1) << (a & 7), both;

	(void)pc, (void)caller;
	for (a >>= 3; bytes; bytes >>= 8, a++) {
		both = bytes & 0xff;
		know(a, (what & (SPARSE_READ | SPARSE_COMMUTES) ? both : 0) | (what & (SPARSE_WRITE | SPARSE_COMMUTES) ? both << 8 : 0));
	}
#endif
}

void sr_push(const void *caller, const void *inside) { (void)caller, (void)inside; }
void sr_scope_end(const void *variable, size_t n, const char *type, uint64_t pc) { (void)variable, (void)n, (void)type, (void)pc; }

RANGE(__sparse_read_range) RANGE(__sparse_write_range)
void __sparse_atomic_load(const void *p, size_t n, uint64_t was) { (void)p, (void)n, (void)was; see(1); }
void __sparse_atomic_store(const void *p, size_t n, uint64_t was) { (void)p, (void)n, (void)was; see(1); }
void __sparse_atomic_change(const void *p, size_t n, uint64_t was) { (void)p, (void)n, (void)was; see(1); }
void __sparse_atomic_relaxed(const void *p, size_t n, uint64_t was) { (void)p, (void)n, (void)was; see(1); }
void __sparse_atomic_count(const void *p, size_t n, uint64_t was) { (void)p, (void)n, (void)was; see(1); }
RANGE(__sparse_destroyed) RANGE(__sparse_atomic_read) RANGE(__sparse_atomic_write) RANGE(__sparse_atomic_rmw)

uint32_t __sparse_func_entry(const void *return_address) { (void)return_address; return 0; }
void __sparse_func_exit(uint32_t token) { (void)token; }
void __sparse_func_unwind(uint32_t token) { (void)token; }
void __sparse_func_calls(uint32_t token) { (void)token; }

int sparse_active(void) { return 0; }
uint64_t sparse_new_id(void) { static uint64_t last; return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED); }
void sparse_loop_kind(enum sparse_loop kind) { (void)kind; }
void sparse_enterloop(void) { }
void sparse_exitloop(void) { }
ID(sparse_drop) ID(sparse_end) ID(sparse_reset) ID(sparse_fork) ID(sparse_join)
void sparse_enq(uint64_t event, const struct sparse_info *info) { (void)event, (void)info; }
void sparse_deq(uint64_t event, const struct sparse_info *info) { (void)event, (void)info; }
void sparse_pause(uint64_t event, uint64_t guard, const struct sparse_info *info) { (void)event, (void)guard, (void)info; }
void sparse_resume(uint64_t event, uint64_t guard) { (void)event, (void)guard; }
RANGE(sparse_read) RANGE(sparse_write) RANGE(sparse_write_held) RANGE(sparse_alloc)
ACCESS(sparse_free) ACCESS(sparse_needs)
void sparse_commuting(const char *what) { (void)what; }
void sparse_sink(const char *name, const void *p, size_t n) { (void)name, (void)p, (void)n; }
