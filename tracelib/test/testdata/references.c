/* Many references that one function holds while a loop spins. */
#include "sparserec/instrument.h"
#include "sparserec/sparserec.h"

enum { HELD = 48 };

static char cells[HELD][1024] __attribute__((aligned(16)));

/* Places that no pattern has. */
static void *counter(unsigned i)
{
	return cells[i] + (i * 2654435761u >> 26) * 16;
}

int main(void)
{
	uint32_t token = __sparse_func_entry(__builtin_return_address(0));
	uint64_t e = sparse_new_id(), v = sparse_new_id();
	unsigned i;

	sparse_enterloop();
	sparse_deq(e, NULL);
	for (i = 0; i < HELD; i++)
		__sparse_ref(counter(i));
	sparse_pause(e, v, NULL);
	sparse_resume(e, v);
	for (i = 0; i < HELD; i++)
		__sparse_unref(counter(i));
	sparse_end(e);
	__sparse_func_exit(token);
	return 0;
}
