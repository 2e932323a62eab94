/* hits.c: three handlers whose turn makes no difference: each counts, sets a flag and
 * puts a name into a set, which the program tells. Built with LOOKED, the second one
 * looks at the number in between: what it makes of it depends on its turn. */
#define SPARSEREC_WEAK
#include <sparserec/sparserec.h>
#include <stdio.h>
#include <string.h>

enum { SEEN = 4 };
static struct { int hits; unsigned flags; const char *first; char names[64]; } page;

static void commuting(const char *what)
{
	if (sparse_active)
		sparse_commuting(what);
}

/* Sorted, each once: whoever comes first, it looks the same afterwards. */
static void insert(char name)
{
	char *p = page.names;

	while (*p && *p < name)
		p++;
	if (*p == name)
		return;
	memmove(p + 1, p, strlen(p) + 1);
	*p = name;
}

static void visit(char name)
{
	page.hits++;
	page.flags |= SEEN;
	commuting("visited");
	insert(name);
	commuting(NULL);
}

static void home(void) { visit('h'); }

static void mail(void)
{
	visit('m');
#ifdef LOOKED
	page.first = page.hits == 1 ? "mail" : "another";
#endif
}

static void news(void) { visit('n'); }
static void leave(void) { }

int main(void)
{
	void (*const run[])(void) = { home, mail, news, leave };
	uint64_t event[4] = { 0 };

	for (int i = 0; i < 4 && sparse_active; i++) {
		event[i] = sparse_new_id();
		sparse_enq(event[i], &(struct sparse_info){ .kind = SPARSE_ENV, .level = -1 });
	}
	if (sparse_active)
		sparse_enterloop();
	for (int i = 0; i < 4; i++) {
		if (sparse_active)
			sparse_deq(event[i], NULL);
		run[i]();
		if (sparse_active)
			sparse_end(event[i]);
	}
	if (sparse_active)
		sparse_exitloop();
	return printf("%d hits by %s\n", page.hits, page.names) < 0;
}
