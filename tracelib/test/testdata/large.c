/* Large memory: of a block's own, whose accesses are not recorded, and of an earlier
 * block's, each byte of which is recorded once a block, however much it is.
 *
 * Marks are accesses by hand, to the bytes of `mark`. */
#include "sparserec/instrument.h"
#include "sparserec/sparserec.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SET = 32 << 20, LARGE = 70 << 10, MANY = 300, KEPT = 256 };
static char mark[8];

static void own(void)
{
	uint64_t e = sparse_new_id(), v = sparse_new_id();
	char *volatile p, *volatile q, *volatile r, *volatile many[MANY];

	sparse_enterloop();
	sparse_deq(e, NULL);
	p = malloc(1 << 20);
	__sparse_write8(p + 8);
	__sparse_write8(p + 100000);
	__sparse_write_range(p, 1 << 20);
	__sparse_read_range(p + 500, 1000);
	free(p);
	sparse_read(mark, 1);       /* nothing up to here */
	__sparse_write8(p + 8);     /* a use after free */
	sparse_read(mark, 2);       /* one */
	q = malloc(200 << 10);      /* a pool */
	sparse_alloc(q + 4096, 64);
	__sparse_write8(q + 4096);
	sparse_read(mark, 3);       /* none */
	sparse_free(q + 4096);
	__sparse_write8(q + 4096);
	sparse_read(mark, 4);       /* one */
	r = malloc(LARGE);
	r = realloc(r, 3 * LARGE);
	__sparse_write8(r + 2 * LARGE);
	sparse_read(mark, 5);       /* none */
	sparse_pause(e, v, NULL);
	__sparse_write8(r + 2 * LARGE);
	sparse_resume(e, v);
	__sparse_write8(r + 2 * LARGE);
	sparse_read(mark, 6);       /* two: each in a block that has not allocated it */
	for (int i = 0; i < MANY; i++)
		many[i] = malloc(LARGE);
	for (int i = 0; i < MANY; i++)
		__sparse_write8(many[i] + i * 8);
	sparse_read(mark, 7);       /* those that are too many to remember */
	for (int i = 0; i < MANY; i++)
		free(many[i]);
	sparse_end(e);
}

static void pass(char *set)
{
	for (int i = 0; i < SET; i += 8)
		__sparse_read8(set + i);
}

static void earlier(const char *how)
{
	uint64_t e = sparse_new_id(), f = sparse_new_id();
	char *set = mmap(NULL, SET, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int status = 0;

	sparse_enterloop();
	sparse_deq(e, NULL);
	pass(set);
	pass(set);
	sparse_read(mark, 1);       /* all of it, and what was forgotten while the table grew */
	pass(set);
	sparse_read(mark, 2);       /* nothing */
	sparse_end(e);
	sparse_deq(f, NULL);
	pass(set);
	pass(set);
	sparse_read(mark, 3);       /* all of it, once */
	sparse_end(f);
	if (!strcmp(how, "fork") && fork() == 0) {
		pass(set);
		_exit(7);
	}
	if (!strcmp(how, "fork") && (wait(&status) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 7))
		printf("the child: %x\n", status);
	if (!strncmp(how, "limit", 5))
		printf("%s\n", malloc(400 << 20) ? "room is left" : "no room is left");
}

int main(int argc, char **argv)
{
	struct rlimit space = { 800000000, 800000000 };

	printf("%p\n", (void *)mark);
	fflush(stdout);
	if (!strcmp(argv[1], "limits itself"))
		setrlimit(RLIMIT_AS, &space);
	if (!strcmp(argv[1], "own"))
		own();
	else
		earlier(argv[argc - 1]);
	return 0;
}
