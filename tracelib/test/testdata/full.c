/* Several threads, each with events that write, allocate and free; a child does
 * the same. argv: threads, events a thread, child or not. */
#include "sparserec/sparserec.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int events;

static void *work(void *arg)
{
	for (int n = 0; n < events; n++) {
		uint64_t e = sparse_new_id();
		char *p;

		sparse_enq(e, NULL);
		sparse_deq(e, NULL);
		for (int i = 0; i < 200; i++)
			sparse_write((char *)arg + i, 1);
		p = malloc(100);
		p = realloc(p, 1 + (size_t)n);
		free(p);
		sparse_end(e);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	int threads = argc > 1 ? atoi(argv[1]) : 1, i, status = 0;
	static char memory[64][256];
	pthread_t t[64];

	events = argc > 2 ? atoi(argv[2]) : 100;
	if (argc > 3 && fork() == 0)
		return work(memory) != NULL;
	for (i = 0; i < threads; i++)
		pthread_create(&t[i], NULL, work, memory[i]);
	for (i = 0; i < threads; i++)
		pthread_join(t[i], NULL);
	work(memory);
	if (argc > 3)
		wait(&status);
	return status != 0;
}
