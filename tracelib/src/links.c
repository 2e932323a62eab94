/* links.c: the links that libstdc++'s lists and trees change behind calls.
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
