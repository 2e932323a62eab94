/* Handlers that take time, and many that take none. */
#include <sparserec/sparserec.h>
#include <time.h>

static void sleep_ms(long ms)
{
	struct timespec t = { 0, ms * 1000000 };
	nanosleep(&t, NULL);
}

int main(void)
{
	sparse_enterloop();
	sparse_deq(1, NULL);
	sleep_ms(60);
	sparse_end(1);
	sleep_ms(120);
	sparse_deq(2, NULL);
	sparse_pause(2, 7, NULL);
	sleep_ms(60);
	sparse_reset(7);
	sparse_resume(2, 7);
	sparse_end(2);
	for (unsigned long e = 3; e < 3003; e++) {
		sparse_deq(e, NULL);
		sparse_end(e);
	}
	sparse_exitloop();
	return 0;
}
