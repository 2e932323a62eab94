/* A signal every 100 us on an alternate stack, whose handler calls hooks too,
 * while the program records all the time. Prints the handler's runs. */
#include "sparserec/instrument.h"
#include "sparserec/sparserec.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

static char alternate[64 << 10], cells[8 << 12], seen[64];
static volatile int runs;

static void handler(int sig)
{
	uint32_t token = __sparse_func_entry(__builtin_return_address(0));

	(void)sig;
	sparse_write(seen, 1);
	__sparse_read4(seen + 8);
	runs++;
	__sparse_func_exit(token);
}

int main(void)
{
	stack_t stack = { .ss_sp = alternate, .ss_size = sizeof alternate };
	struct sigaction action = { .sa_handler = handler, .sa_flags = SA_ONSTACK | SA_RESTART };
	struct itimerval often = { { 0, 100 }, { 0, 100 } }, never = { { 0, 0 }, { 0, 0 } };

	sigaltstack(&stack, NULL);
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	for (int round = 0; runs < 300; round++) {
		for (int i = 0; i < 1 << 12; i++)
			sparse_read(cells + 8 * i, 1);
		void *volatile p = malloc(40);
		p = realloc(p, 4000);
		free(p);
	}
	setitimer(ITIMER_REAL, &never, NULL);
	printf("%d\n", runs);
	return 0;
}
