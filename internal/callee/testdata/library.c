/* Functions that look at what they are handed a pointer to, that leave it, and of which
 * nobody knows: the name says which. */
#include <stddef.h>
#include <string.h>

struct item { int n; struct item *parent; void (*paint)(struct item *); };
struct list { struct item **at; size_t size; struct item *current; void (*changed)(struct list *, struct item *); };

extern void outside(void);
int looks_other(struct item *p);

int looks_plain(struct item *p) { return p->n; }
void looks_write(int n, struct item *p) { p->n = n; }
int looks_after_null(struct list *l, struct item *p) { return p ? p->n : (int)l->size; }
int looks_up(struct item *top, struct item *p)
{
	while (p) {
		if (p == top)
			return 1;
		p = p->parent;
	}
	return 0;
}
int looks_by_call(int n, struct item *p) { outside(); return looks_other(p) + n; }
int looks_in_memcpy(char *to, struct item *p) { memcpy(to, p, 8); return to[0]; }
__attribute__((noplt, weak)) void __sparse_use(void *);
int unknown_behind_hook(struct item *p) { __sparse_use(p); return looks_other(p); }
void looks_after_calls(struct list *l, struct item *p, int a, int b)
{
	int kept[40];
	for (int i = 0; i < 40; i++) {
		outside();
		kept[i] = a + b * i;
	}
	l->size = (size_t)kept[a & 31];
	outside();
	p->n = a;
}
void looks_virtual(struct item *p) { p->paint(p); }

int leaves_index(struct list *l, struct item *p)
{
	for (size_t i = 0; i < l->size; i++)
		if (l->at[i] == p)
			return (int)i;
	return -1;
}
void leaves_removal(struct list *l, struct item *p)
{
	for (size_t i = 0; i < l->size; i++)
		if (l->at[i] == p) {
			l->at[i] = NULL;
			p->n = 0; /* it is there, and lives */
			return;
		}
}
void leaves_kept(struct list *l, struct item *p) { outside(); l->current = p; }
int leaves_null(struct item *p) { return p == NULL; }
int leaves_by_call(int n, struct list *l, struct item *p) { outside(); return leaves_index(l, p) + n; }

void unknown_virtual(struct list *l, struct item *p) { l->changed(l, p); }
