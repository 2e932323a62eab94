/* Accesses that tell data flow, told by hand: two sites in a table, and a child
 * that goes on. Prints the address of the cell. */
#include <sparserec/flow.h>
#include <sparserec/instrument.h>
#include <sparserec/sparserec.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* function f; a read; a write of what that read: value {read}, no address, no control */
static const unsigned char table[] =
	"f\0" "\5\0" "\0\0\0\0\0"
	"\0" "\5\0" "\1\0\0\0\0"
	"\0" "\6\0" "\2\1\2\0\0\0"
	"put\0" "\7\0" "\3\0\0\0\1\1\4";
static uint32_t numbers[4];

static void told(char *cell)
{
	char own[8];

	__sparse_flow_read(cell, 4, &numbers[1]);
	__sparse_flow_read(cell, 4, &numbers[1]); /* no first one: each is recorded */
	__sparse_flow_write(cell + 8, 4, &numbers[2], 5);
	__sparse_flow_store(own, 8, &numbers[2]);
	__sparse_flow_copy(cell + 16, cell, 8);
	__sparse_flow_call(&numbers[3], 2, (void *)cell, (size_t)16, (void *)(cell + 32), (size_t)0);
	__sparse_flow(&numbers[3]);
	sparse_state(&(struct sparse_state){ .name = "file:a", .how = "commit", .to = "file:b", .bytes = cell, .size = 4, .pc = (void *)told });
}

int main(void)
{
	uint64_t handler = sparse_new_id();
	char *cell = calloc(1, 64);

	__sparse_flow_sites(table, numbers, 4);
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
