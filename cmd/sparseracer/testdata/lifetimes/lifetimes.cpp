// Objects whose life is not their memory's, in three scenarios (the argument):
//   destroyed  lies in a static slot; a handler destroys it in place while
//              another may wait in a loop with a pointer to it
//   plain      counted, but the waiting handler has a bare pointer
//   counted    the waiting handler holds a reference over its loop
// In the recorded order nothing goes wrong.
#include "../eventloop.h"

#include <cstdio>
#include <cstring>
#include <new>

struct Page {
	int number = 1;
	virtual ~Page() { number = 0; }
};

struct Document : Page {
	int pages = 3;
	~Document() override { pages = 0; }
};

alignas(Document) static unsigned char slot[sizeof(Document)];
static Document *document;

__attribute__((noinline)) void waitWithPointer()
{
	Document *mine = document;
	waitForTimer();
	mine->pages++;
}

__attribute__((noinline)) void destroyInPlace()
{
	document->~Document();
}

struct Counted {
	std::atomic<int> references{1};
	int pages = 3;
};

class Handle {
public:
	explicit Handle(Counted *counted) : counted_(counted) { counted_->references.fetch_add(1); }
	~Handle()
	{
		if (counted_->references.fetch_sub(1) == 1)
			delete counted_;
	}
	Counted *operator->() const { return counted_; }

private:
	Counted *counted_;
};

static Counted *shared;

__attribute__((noinline)) void waitWithReference()
{
	Handle mine(shared);
	waitForTimer();
	mine->pages++;
}

__attribute__((noinline)) void waitWithoutReference()
{
	Counted *mine = shared;
	waitForTimer();
	mine->pages++;
}

__attribute__((noinline)) void dropReference()
{
	if (shared->references.fetch_sub(1) == 1)
		delete shared;
	shared = nullptr;
}

int main(int argc, char **argv)
{
	const char *scenario = argc > 1 ? argv[1] : "destroyed";
	void (*use)() = waitWithPointer, (*end)() = destroyInPlace;
	if (strcmp(scenario, "destroyed") == 0) {
		document = new (slot) Document;
	} else {
		shared = new Counted;
		use = strcmp(scenario, "counted") == 0 ? waitWithReference : waitWithoutReference;
		end = dropReference;
	}
	sparse_loop_kind(SPARSE_LOOP_EXACT);
	post(use);
	post([end] { post([end] { post([end] { post(end); }); }); });
	runLoop();
	printf("%d tasks\n", delivered.load());
}
