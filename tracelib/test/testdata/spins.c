/* Handlers that load an atomic variable again and again. The hooks are called as the compiler places them; that
 * somebody else wrote meanwhile is done here. */
#include <sparserec/instrument.h>
#include <sparserec/sparserec.h>
#include <stdint.h>
#include <stdio.h>

static uint32_t shared, counter;

static void load(const uint32_t *p, int times)
{
	while (times--)
		__sparse_atomic_load(p, sizeof *p, *p);
}

static void own_store(uint32_t *p, uint32_t value)
{
	__sparse_atomic_store(p, sizeof *p, *p);
	*p = value;
}

int main(void)
{
	uint32_t local = 0;

	printf("%p %p %p\n", (void *)&shared, (void *)&local, (void *)&counter);
	sparse_enterloop();

	sparse_deq(1, NULL); /* finds 0, then 1 */
	load(&shared, 1000);
	shared = 1;
	load(&shared, 1000);
	sparse_end(1);

	sparse_deq(2, NULL); /* the same on its stack */
	load(&local, 1000);
	local = 1;
	load(&local, 1000);
	sparse_end(2);

	sparse_deq(3, NULL); /* finds 1; and 1 again, where it had stored 5; then 6 */
	load(&shared, 1000);
	own_store(&shared, 5);
	shared = 1;
	load(&shared, 1000);
	shared = 6;
	load(&shared, 1000);
	sparse_end(3);

	sparse_deq(4, NULL);
	for (counter = 0; counter < 100000; counter++)
		load(&counter, 2);
	sparse_end(4);

	sparse_exitloop();
	return 0;
}
