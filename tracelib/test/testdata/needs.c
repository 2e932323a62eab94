/* A library says that what runs needs an object; with an argument after code that reports its accesses has run. It prints the object. */
#include "sparserec/instrument.h"
#include "sparserec/sparserec.h"
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	char *object = malloc(32), *other = malloc(32);
	uint64_t event = sparse_new_id();
	(void)argv;
	sparse_enterloop();
	sparse_enq(event, NULL);
	sparse_deq(event, NULL);
	if (argc > 1)
		__sparse_write1(other);
	sparse_needs(object);
	sparse_end(event);
	sparse_exitloop();
	printf("%lu\n", (unsigned long)object);
	return 0;
}
