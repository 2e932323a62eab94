/* guarded.c: a program under libsparsestock.so whose first argument says what goes wrong:
 * use, write, loop (freed by another handler than the free's), twice, stack, abort.
 */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct node { struct node *next; long words[5]; };

static __attribute__((noinline)) struct node *make(struct node *next)
{
	struct node *n = malloc(sizeof *n);

	n->next = next;
	return n;
}

int main(int argc, char **argv)
{
	struct node *volatile n = make(make(NULL));
	const char *how = argc > 1 ? argv[1] : "";
	void (*waits)(uintptr_t from, uintptr_t to);
	void (*frees)(bool now);
	char local[64];
	void *volatile frame = local;

	*(void **)&waits = dlsym(RTLD_DEFAULT, "__sparse_stock_waits");
	*(void **)&frees = dlsym(RTLD_DEFAULT, "__sparse_stock_frees");
	if (!waits || !frees)
		return 2;
	waits((uintptr_t)local - 64, (uintptr_t)local + 256);
	if (!strcmp(how, "stack"))
		free(frame);
	if (!strcmp(how, "abort"))
		abort();
	frees(strcmp(how, "loop") != 0);
	struct node *volatile again = n;
	free(n->next);
	free(n);
	if (!strcmp(how, "twice"))
		free(again);
	frees(false);
	waits(0, 0);
	if (!strcmp(how, "write"))
		n->words[1] = 1;
	return n->next->next != NULL;
}
