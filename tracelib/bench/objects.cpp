// objects.cpp: what it costs to tell of objects: their types, vtable pointers,
// ends and references. Prints nanoseconds of processor time for one round of each,
// the best of 25 times 20,000 rounds. Not in `make bench`; docs/performance.md has
// the figures.
#include <atomic>
#include <cstdio>
#include <ctime>
#include <new>

#define ALONE __attribute__((noinline))

struct Node {
	int value = 1;
	ALONE Node() {}
	ALONE virtual ~Node();
};
Node::~Node() { value = 0; }

struct Shared {
	std::atomic<int> references{1};
	int value = 1;
};

static Shared shared;
alignas(Node) static unsigned char slot[sizeof(Node)];

static void keep(void *p) { asm volatile("" ::"r"(p) : "memory"); }

ALONE static void number()
{
	int *p = new int;
	keep(p);
	delete p;
}

ALONE static void object() { delete new Node; }

ALONE static void inPlace()
{
	Node *p = new (slot) Node;
	keep(p);
	p->~Node();
}

ALONE static void reference()
{
	shared.references.fetch_add(1);
	keep(&shared);
	if (shared.references.fetch_sub(1) == 1)
		shared.value = 0;
}

static double now()
{
	timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

static double best(void (*round)())
{
	const int rounds = 20000;
	double least = 1e18;
	for (int again = 0; again < 25; again++) {
		double from = now();
		for (int i = 0; i < rounds; i++)
			round();
		double each = (now() - from) / rounds;
		least = each < least ? each : least;
	}
	return least;
}

int main()
{
	std::printf("number %.1f  object %.1f  in place %.1f  reference %.1f\n", best(number), best(object), best(inPlace), best(reference));
}
