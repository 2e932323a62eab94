/* Every operation once; the addresses go to stdout for the test to expect. */
#include "sparserec/instrument.h"
#include "sparserec/sparserec.h"
#include <stdio.h>

static char cell[4096];

int main(void)
{
	struct sparse_attr attrs[] = { { "label", "clicked" }, { "object", "0x10: \"ok\"" } };
	struct sparse_info posted = { SPARSE_POSTED, -3, -1, 2, attrs };
	struct sparse_info deferred = { SPARSE_DEFERRED, 0, 7, 0, NULL };
	struct sparse_info timer = { SPARSE_TIMER, 0, -1, 0, NULL };
	uint64_t e = sparse_new_id(), f = sparse_new_id(), g = sparse_new_id(), d = sparse_new_id();
	uint64_t v = sparse_new_id(), w = sparse_new_id();
	uint32_t token;

	printf("%p\n", (void *)cell);
	fflush(stdout);
	sparse_loop_kind(SPARSE_LOOP_EXACT);
	sparse_pause(0, w, NULL);
	sparse_deq(e, &timer);
	sparse_enq(f, &posted);
	sparse_enq(d, &deferred);
	sparse_drop(d);
	sparse_pause(e, v, &posted);
	sparse_deq(f, NULL);
	sparse_reset(v);
	sparse_reset(w);
	sparse_end(f);
	sparse_resume(e, v);
	sparse_end(e);
	sparse_resume(0, w);
	sparse_enterloop();
	sparse_fork(g);
	sparse_alloc(cell, 4096); /* before the block that uses it: else that is nobody's business */
	sparse_deq(g, NULL);
	token = __sparse_func_entry(__builtin_return_address(0));
	__sparse_read1(cell);
	__sparse_read2(cell + 16);
	__sparse_read4(cell + 32);
	__sparse_read8(cell + 48);
	__sparse_read16(cell + 64);
	__sparse_write1(cell);
	__sparse_write2(cell + 16);
	__sparse_write4(cell + 32);
	__sparse_write8(cell + 48);
	__sparse_write16(cell + 64);
	__sparse_read_range(cell + 128, 33);
	__sparse_read_range(cell + 256, 0);
	__sparse_write_range(cell + 128, 77);
	__sparse_atomic_read(cell + 512, 4);
	__sparse_atomic_write(cell + 520, 8);
	__sparse_atomic_rmw(cell + 528, 2);
	__sparse_atomic_load(cell + 544, 4, 7);
	__sparse_atomic_load(cell + 544, 4, 8);
	__sparse_atomic_change(cell + 544, 4, 9);
	__sparse_atomic_load(cell + 544, 4, 10);
	__sparse_atomic_store(cell + 560, 8, (uint64_t)-1);
	__sparse_atomic_relaxed(cell + 576, 4, 1);
	__sparse_atomic_count(cell + 592, 4, 2);
	__sparse_use(cell + 1024);
	sparse_read(cell + 5, 3);
	sparse_write(cell + 6, 5000000000);
	sparse_sink("settings/window", cell + 8, 12);
	sparse_free(cell);
	__sparse_func_exit(token);
	sparse_end(g);
	sparse_exitloop();
	sparse_join(g);
	return 0;
}
