/* Accesses that report data flow, by hand: sites in a table, and a child
 * that goes on. Prints the address of the cell. */
#include <sparserec/flow.h>
#include <sparserec/instrument.h>
#include <sparserec/sparserec.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* function f; a step: 4 bytes read, and 4 written 8 behind, made of what was read: value
 * {read}, no address, no control; a step: a call of put with 16 bytes at the first word and
 * unknown ones at the second, and the way back; a fill */
static const unsigned char table[] =
	"f\0" "\6\0" "\0\0" "\0\0\0\0"
	"\0" "\12\0" "\1\2\1\4\0\0" "\0\0\0\0"
	"\0" "\13\0" "\2\0\4\0\20\1" "\1\2\0\0\0"
	"put\0" "\20\0" "\3\2\2\2\20\0\0\0\1\0" "\0\0\0\1\1\4"
	"\0" "\7\0" "\4\0" "\1\2\0\0\0"
	"\0" "\12\0" "\2\0\0\0\0\0" "\0\0\0\0";
static struct sparse_site sites[6] = { [1] = { 0, 1 | 1 << 8 | 2 << 16 | 2 << 24 }, [3] = { 0, 2 | 2 << 24 } };

static void told(char *cell)
{
	char own[8];

	__sparse_flow_step2(&sites[1], (uintptr_t)cell, 5);
	__sparse_flow_step2(&sites[1], (uintptr_t)cell, 5); /* no first one: each is recorded */
	__sparse_flow_store(own, 8, &sites[5]);
	__sparse_flow_copy(cell + 16, cell, 8);
	__sparse_flow_step2(&sites[3], (uintptr_t)cell, (uintptr_t)cell + 32);
	sparse_state(&(struct sparse_state){ .name = "file:a", .how = "commit", .to = "file:b", .bytes = cell, .size = 4, .pc = (void *)told });
}

int main(void)
{
	uint64_t handler = sparse_new_id();
	char *cell = calloc(1, 64);

	__sparse_flow_sites(table, sites, 6);
	sparse_deq(handler, &(struct sparse_info){ SPARSE_ENV, 0, -1, 0, NULL });
	printf("%p\n", (void *)cell);
	fflush(stdout);
	told(cell);
	sparse_end(handler);
	if (fork() == 0) {
		told(cell);
		exit(0);
	}
	wait(NULL);
	return 0;
}
