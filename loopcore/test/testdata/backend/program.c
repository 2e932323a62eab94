/* program.c: a call that spins a nested loop, in which another one may free what it uses. */
#include "tick.h"

#include <stdio.h>
#include <stdlib.h>

static int *document;

static void close_document(void *nothing)
{
	(void)nothing;
	free(document);
}

static void answer(void *nothing)
{
	(void)nothing;
	tick_stop();
}

static void ask(void *nothing)
{
	(void)nothing;
	tick_after(10, answer, NULL);
	tick_run();
	printf("%d\n", *document);
}

int main(void)
{
	document = calloc(1, sizeof(*document));
	tick_after(1, ask, NULL);
	tick_after(40, close_document, NULL);
	tick_after(60, answer, NULL);
	tick_run();
	return 0;
}
