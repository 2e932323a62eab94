// What the hooks on the containers of GLib, of Qt 5 and of libstdc++ report, and those on GCancellable: each handler calls one of them, and
// what it must report is printed before. The three functions of GLib stand for the library.
extern "C" {
#include "sparserec/instrument.h"
}
#include "sparserec/sparserec.h"
#include <cstdint>
#include <cstdio>

struct List { void *data; List *next, *prev; };
struct Queue { List *first, *last; unsigned length; };
struct Node { uintptr_t parent; Node *left, *right; };
struct Map { int ref, size; Node header, *first; };
struct Task { unsigned long type; void *cancellable; };

extern "C" {
unsigned long g_task_get_type() { return 7; }
int g_type_check_instance_is_a(void *instance, unsigned long type) { return static_cast<Task *>(instance)->type == type; }
void *g_task_get_cancellable(void *task) { return static_cast<Task *>(task)->cancellable; }
}

template <typename F> static void handler(F body)
{
	uint64_t e = sparse_new_id();
	sparse_info env = { SPARSE_ENV, 0, -1, 0, nullptr };

	sparse_deq(e, &env);
	body();
	sparse_end(e);
}

static void reads(void *p) { std::printf(" read %p link", p); }
static void writes(void *p) { std::printf(" write %p link", p); }

int main()
{
	void **table = new void *[4]{};
	std::printf("looked");
	reads(table);
	handler([&] { __sparse_looked(table); });
	std::printf("\ntaken");
	writes(&table[0]);
	writes(&table[1]);
	handler([&] { __sparse_taken(table, 2); });
	std::printf("\nnothing taken");
	handler([&] { __sparse_taken(table, 0); });

	List *l = new List[3];
	l[0] = { &l[0], &l[1], nullptr };
	l[1] = { &l[1], &l[2], &l[0] };
	l[2] = { &l[2], nullptr, &l[1] };
	std::printf("\nthe first of a list");
	writes(&l[1].prev);
	handler([&] { __sparse_glist_taken(l, &l[0], 1); });
	std::printf("\none between");
	writes(&l[0].next);
	writes(&l[2].prev);
	handler([&] { __sparse_glist_taken(l, &l[1], 1); });
	std::printf("\none of a GSList");
	writes(&l[0].next);
	handler([&] { __sparse_glist_taken(l, &l[1], 0); });
	std::printf("\nnone of the list");
	handler([&] { __sparse_glist_taken(l, table, 1); });

	std::printf("\nthe first node of a list");
	writes(&l[1].prev);
	handler([&] { __sparse_glist_unlinked(l, &l[0], 1); });
	std::printf("\na node between");
	writes(&l[0].next);
	writes(&l[2].prev);
	handler([&] { __sparse_glist_unlinked(l, &l[1], 1); });
	std::printf("\na node of a GSList");
	writes(&l[1].next);
	handler([&] { __sparse_glist_unlinked(l, &l[2], 0); });
	std::printf("\nno node of the GSList");
	handler([&] { __sparse_glist_unlinked(l, table, 0); });

	Queue &queue = *new Queue{ &l[0], &l[2], 3 };
	std::printf("\none of a queue");
	writes(&l[0].next);
	writes(&l[2].prev);
	handler([&] { __sparse_gqueue_taken(&queue, &l[1], 0); });
	std::printf("\na node of it");
	writes(&l[1].next);
	writes(&queue.last);
	handler([&] { __sparse_gqueue_taken(&queue, &l[2], 1); });
	std::printf("\nthe first of it");
	writes(&queue.first);
	writes(&l[1].prev);
	handler([&] { __sparse_gqueue_taken(&queue, nullptr, 2); });
	std::printf("\nthe last of it");
	writes(&l[1].next);
	writes(&queue.last);
	handler([&] { __sparse_gqueue_taken(&queue, nullptr, 3); });
	std::printf("\nnone of it");
	handler([&] { __sparse_gqueue_taken(&queue, table, 0); });

	Map *m = new Map{};
	Node *n = new Node[3]{};
	enum { black = 1 };
	m->header.left = &n[0];
	m->first = &n[1];
	n[0] = { reinterpret_cast<uintptr_t>(&m->header) | black, &n[1], &n[2] };
	n[1].parent = n[2].parent = reinterpret_cast<uintptr_t>(&n[0]) | black;
	std::printf("\nthe root of a QMap");
	writes(&m->header.left);
	writes(&m->first);
	writes(&n[1].parent);
	writes(&n[2].parent);
	handler([&] { __sparse_qmap_erased(m, &n[0]); });
	std::printf("\na leaf");
	writes(&n[0].right);
	writes(&m->header.left);
	writes(&m->first);
	handler([&] { __sparse_qmap_erased(m, &n[2]); });

	std::printf("\none of a hash table");
	writes(table);
	handler([&] { __sparse_hash_erased(table); });

	std::printf("\ncancelled write %p held", static_cast<void *>(table));
	handler([&] { __sparse_cancelled(table); });
	Task *task = new Task{ 7, table }, *alone = new Task{ 7, nullptr }, *other = new Task{ 8, table };
	std::printf("\nan answer");
	reads(table);
	handler([&] { __sparse_answered(task); });
	std::printf("\none that nobody can cancel");
	handler([&] { __sparse_answered(alone); });
	std::printf("\none that is no GTask");
	handler([&] { __sparse_answered(other); });
	std::puts("");
}
