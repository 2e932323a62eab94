/* links.c: the links that libstdc++'s lists and trees, and GLib's containers, change behind calls.
 *
 * What looks for an element stands in headers and is instrumented. What ties one in
 * or takes one out stands in the library, where nobody sees the writes: an element
 * that was erased would then seem to be found by whoever looks for it later.
 *
 * Rules: called before the library is, and looks only at what the library looks at.
 * Of a node that goes, the words that lead to it are reported, each of which the
 * library overwrites, and the tree's head, for who looks for it begins there; of one
 * that comes, those that lead to it afterwards. What a tree turns to stay balanced is
 * not reported.
 *
 * Those of libstdc++ and Qt 5 stand in headers, with all their links. Which of these
 * lead to an element hangs on what else is in its bucket, so of one that goes the head
 * is reported. So it is with a QList of Qt 5, whose elements Qt moves up.
 *
 * GLib's hash tables keep what leads to an element in memory of their own. There
 * the table itself stands for all of it: who looks something up reads its first
 * word, and what takes something out changes that. So it is with a GPtrArray, whose
 * first two words are where its elements are and how many; the program reads
 * those by itself.
 */
#include "../include/sparserec/instrument.h"
#include "flow.h"
#include "recorder.h"

struct list_node { struct list_node *next, *prev; };
struct tree_node { uint64_t colour; struct tree_node *parent, *left, *right; };

static void written(struct tree_node **word, uint64_t pc) { sr_write_link(word, pc); }

static void tree_tied(struct tree_node *to, struct tree_node *header, int left, uint64_t pc)
{
	written(left ? &to->left : &to->right, pc);
	if (to == header) { /* the first one */
		written(&header->parent, pc);
		written(left ? &header->right : &header->left, pc);
	} else if (left && header->left == to) {
		written(&header->left, pc);
	} else if (!left && header->right == to) {
		written(&header->right, pc);
	}
}

static void tree_erased(struct tree_node *n, struct tree_node *header, uint64_t pc)
{
	if (header->parent != n)
		written(n->parent->left == n ? &n->parent->left : &n->parent->right, pc);
	written(&header->parent, pc);
	written(&header->left, pc);
	written(&header->right, pc);
	if (n->left)
		written(&n->left->parent, pc);
	if (n->right)
		written(&n->right->parent, pc);
}

void __sparse_list_tied(void *before)
{
	struct list_node *n = before;

	sr_write_link(&n->prev->next, SR_CALLER);
	sr_write_link(&n->prev, SR_CALLER);
}

void __sparse_list_erased(void *node)
{
	struct list_node *n = node;

	sr_write_link(&n->prev->next, SR_CALLER);
	sr_write_link(&n->next->prev, SR_CALLER);
}

void __sparse_tree_tied(void *to, void *header, uint32_t left) { tree_tied(to, header, left != 0, SR_CALLER); }
void __sparse_tree_erased(void *node, void *header) { tree_erased(node, header, SR_CALLER); }

/* Qt 5: the colour is in the two low bits of the parent's address; the root is the head's left. */
struct qmap_node { uintptr_t parent; struct qmap_node *left, *right; };
struct qmap { int ref, size; struct qmap_node header; struct qmap_node *first; };

void __sparse_qmap_erased(void *map, void *node)
{
	struct qmap *m = map;
	struct qmap_node *n = node, *up = (struct qmap_node *)(n->parent & ~(uintptr_t)3);

	if (up && up != &m->header)
		sr_write_link(up->left == n ? &up->left : &up->right, SR_CALLER);
	sr_write_link(&m->header.left, SR_CALLER);
	sr_write_link(&m->first, SR_CALLER);
	if (n->left)
		sr_write_link(&n->left->parent, SR_CALLER);
	if (n->right)
		sr_write_link(&n->right->parent, SR_CALLER);
}

/* A hash table whose code stands in headers, or a QList of Qt 5: each search begins with that word. */
void __sparse_hash_erased(void *head) { sr_write_link(head, SR_CALLER); }

struct glist { void *data; struct glist *next, *prev; };

void __sparse_looked(void *container)
{
	if (container)
		sr_read_link(container, SR_CALLER);
}

void __sparse_taken(void *container, uint32_t count)
{
	void **word = container;

	if (!word || !count)
		return;
	sr_write_link(&word[0], SR_CALLER);
	sr_write_link(&word[1], SR_CALLER);
}

/* The first one's place is a variable of the program's, which is instrumented. */
void __sparse_glist_taken(void *list, void *data, uint32_t both_ways)
{
	struct glist *before = NULL, *n;

	for (n = list; n && n->data != data; n = n->next)
		before = n;
	if (n && before)
		sr_write_link(&before->next, SR_CALLER);
	if (n && both_ways && n->next)
		sr_write_link(&n->next->prev, SR_CALLER);
}

void __sparse_glist_unlinked(void *list, void *node, uint32_t both_ways)
{
	struct glist *n = node, *before = list;

	if (!n)
		return;
	if (both_ways)
		before = n->prev;
	else
		while (before && before->next != n)
			before = before->next;
	if (before)
		sr_write_link(&before->next, SR_CALLER);
	if (both_ways && n->next)
		sr_write_link(&n->next->prev, SR_CALLER);
}

struct gqueue { struct glist *first, *last; };

/* A queue's ends are its own words, which only the library writes. */
void __sparse_gqueue_taken(void *queue, void *of, uint32_t what)
{
	enum { of_data, of_node, the_first, the_last };
	struct gqueue *q = queue;
	struct glist *n = of;

	if (!q)
		return;
	if (what == the_first)
		n = q->first;
	else if (what == the_last)
		n = q->last;
	else if (what == of_data)
		for (n = q->first; n && n->data != of; n = n->next)
			;
	if (!n)
		return;
	sr_write_link(n->prev ? &n->prev->next : &q->first, SR_CALLER);
	sr_write_link(n->next ? &n->next->prev : &q->last, SR_CALLER);
}

/* That it is cancelled is a flag of a GCancellable, which each task that has it asks when it gives its answer. As the
 * task holds it, its memory outlives whoever cancels. */
void __sparse_cancelled(void *cancellable)
{
	if (cancellable)
		sr_write_held(cancellable, SR_CALLER);
}

__attribute__((weak)) unsigned long g_task_get_type(void);
__attribute__((weak)) int g_type_check_instance_is_a(void *instance, unsigned long type);
__attribute__((weak)) void *g_task_get_cancellable(void *task);

void __sparse_answered(void *result)
{
	void *cancellable;

	if (!result || !g_task_get_type || !g_type_check_instance_is_a || !g_task_get_cancellable ||
			!g_type_check_instance_is_a(result, g_task_get_type()))
		return;
	cancellable = g_task_get_cancellable(result);
	if (cancellable)
		sr_read_link(cancellable, SR_CALLER);
}
