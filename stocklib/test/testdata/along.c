/* along.c: frees a node in the "handler of the free", or before it ("early"), or in
 * another one of those that run meanwhile ("other"), and then follows what it pointed
 * to, as steering would have it. */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { struct node *next; long words[5]; };

static void (*waits)(uintptr_t from, uintptr_t to);
static void (*frees)(bool now);

static __attribute__((noinline)) struct node *make(struct node *next)
{
	struct node *n = malloc(sizeof *n);

	n->next = next;
	return n;
}

static __attribute__((noinline)) void drop(struct node *n) { free(n->next); free(n); }

int main(int argc, char **argv)
{
	struct node *n = make(make(NULL)), *volatile kept = n;
	const char *how = argc > 1 ? argv[1] : "";

	*(void **)&waits = dlsym(RTLD_DEFAULT, "__sparse_stock_waits");
	*(void **)&frees = dlsym(RTLD_DEFAULT, "__sparse_stock_frees");
	if (!waits || !frees)
		return 2;
	waits((uintptr_t)&n - 64, (uintptr_t)&n + 64);
	frees(strcmp(how, "other") != 0);
	drop(n);
	frees(false);
	waits(0, 0);
	for (int i = 0; i < 100; i++) /* in use again, were it not kept */
		make(make(NULL));
	printf("%p\n", (void *)kept->next->next);
	return 0;
}
