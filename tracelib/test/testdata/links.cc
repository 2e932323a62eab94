// The links that libstdc++ changes: the hooks are called as the compiler places them, and what they report is held
// against what leads to a node before it is taken out, and after it was tied in.
extern "C" {
#include "sparserec/instrument.h"
}
#include "sparserec/sparserec.h"
#include <cstdint>
#include <cstdio>
#include <functional>
#include <list>
#include <set>

using Node = std::_Rb_tree_node_base;
using Link = std::__detail::_List_node_base;
using Set = std::set<int>;

static void handler(const std::function<void()> &body)
{
	uint64_t e = sparse_new_id();
	sparse_info env = { SPARSE_ENV, 0, -1, 0, nullptr };

	sparse_deq(e, &env);
	body();
	sparse_end(e);
}

static Node *head(Set &s) { return const_cast<Node *>(s.end()._M_node); }
static Node *node(Set &s, int key) { return const_cast<Node *>(s.find(key)._M_node); }

// The words of living nodes that hold x, those of x itself left out.
static void leading(Set &s, Node *x)
{
	auto look = [x](Node *n) {
		for (Node **word : { &n->_M_parent, &n->_M_left, &n->_M_right })
			if (*word == x)
				std::printf(" %p", static_cast<void *>(word));
	};
	look(head(s));
	for (auto i = s.begin(); i != s.end(); ++i)
		if (i._M_node != x)
			look(const_cast<Node *>(i._M_node));
	std::puts("");
}

int main()
{
	std::list<int> &list = *new std::list<int>{ 1, 2, 3 };
	auto second = std::next(list.begin());
	Link *x = const_cast<Link *>(static_cast<const Link *>(second._M_node));
	Set *tree = new Set;
	for (int key : { 40, 20, 60, 10, 30, 50, 70, 5 })
		tree->insert(key);

	std::printf("list %p %p\n", static_cast<void *>(&x->_M_prev->_M_next), static_cast<void *>(&x->_M_next->_M_prev));
	handler([&] { __sparse_list_erased(x); list.erase(second); });
	Link *end = const_cast<Link *>(static_cast<const Link *>(list.end()._M_node));
	std::printf("list %p %p\n", static_cast<void *>(&end->_M_prev->_M_next), static_cast<void *>(&end->_M_prev));
	handler([&] { __sparse_list_tied(end); });
	list.push_back(4);
	for (int key : { 40, 5, 70, 20, 30 }) { // with two children, the first, the last, the root again, a leaf
		Node *n = node(*tree, key), *h = head(*tree);
		std::printf("erased %p %p %p", static_cast<void *>(&h->_M_parent), static_cast<void *>(&h->_M_left), static_cast<void *>(&h->_M_right));
		leading(*tree, n);
		handler([&] { __sparse_tree_erased(n, h); });
		tree->erase(key);
	}
	Node *h = head(*tree);
	Node *last = h->_M_right; // a leaf: what comes behind it turns nothing
	if (!last->_M_left && !last->_M_right) {
		handler([&] { __sparse_tree_tied(last, h, 0); });
		Node *n = const_cast<Node *>(tree->insert(99).first._M_node);
		std::printf("tied");
		leading(*tree, n);
	}
	Set &one = *new Set;
	Node *e = head(one);
	handler([&] { __sparse_tree_tied(e, e, 1); });
	one.insert(1);
	std::printf("tied");
	leading(one, node(one, 1));
}
