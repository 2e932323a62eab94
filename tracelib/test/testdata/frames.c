/* A handler waits in a loop with something on its stack, others use that, and it goes on.
 * Addresses of what functions have on the stack go to stdout: of the one that waits, of
 * one that was called after the loop, of a handler inside the loop. A later handler has
 * its own where the first one had. */
#include "sparserec/instrument.h"
#include "sparserec/sparserec.h"
#include <stdio.h>

static char *mine, *late, *theirs;

__attribute__((noinline)) static void inside(void)
{
	uint32_t token = __sparse_func_entry(__builtin_return_address(0));
	char here[64] __attribute__((aligned(16)));
	uint64_t e = sparse_new_id();

	sparse_deq(e, NULL);
	theirs = here;
	__sparse_write8(here);
	__sparse_write4(mine + 4);
	__sparse_scope_end(here, sizeof here, NULL);
	sparse_end(e);
	__sparse_func_exit(token);
}

/* Deep enough for functions that are called later to lie above the loop's beginning. */
__attribute__((noinline)) static void spin(uint64_t e)
{
	volatile char deep[1024];
	uint64_t v = sparse_new_id();

	deep[0] = 0;
	sparse_pause(e, v, NULL);
	inside();
	sparse_resume(e, v);
	deep[1] = deep[0];
}

__attribute__((noinline)) static void after(void)
{
	uint32_t token = __sparse_func_entry(__builtin_return_address(0));
	char here[64] __attribute__((aligned(16)));

	late = here;
	__sparse_scope_end(here, sizeof here, NULL);
	__sparse_write8(here);
	__sparse_func_exit(token);
}

__attribute__((noinline)) static void waits(void)
{
	uint32_t token = __sparse_func_entry(__builtin_return_address(0));
	char here[64] __attribute__((aligned(16)));
	uint64_t e = sparse_new_id();

	sparse_deq(e, NULL);
	mine = here;
	__sparse_write8(here); /* nobody else's yet */
	__sparse_scope_end(here + 32, 8, NULL);
	spin(e);
	after();
	__sparse_read8(here + 8);
	__sparse_destroyed(here, 16);
	__sparse_scope_end(here, 32, "Search");
	sparse_end(e);
	__sparse_func_exit(token);
}

__attribute__((noinline)) static void next(void)
{
	uint32_t token = __sparse_func_entry(__builtin_return_address(0));
	char here[64] __attribute__((aligned(16)));
	uint64_t e = sparse_new_id();

	sparse_deq(e, NULL);
	__sparse_write8(here);
	__sparse_scope_end(here, sizeof here, NULL);
	sparse_end(e);
	__sparse_func_exit(token);
}

int main(void)
{
	uint32_t token = __sparse_func_entry(__builtin_return_address(0));

	sparse_enterloop();
	waits();
	next();
	sparse_exitloop();
	printf("%p %p %p\n", (void *)mine, (void *)late, (void *)theirs);
	__sparse_func_exit(token);
	return 0;
}
