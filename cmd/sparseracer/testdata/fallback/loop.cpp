// A program with an event loop of its own, reported to the recorder through
// sparserec.h. One handler waits in a nested loop; while it waits, another one
// closes the document. It is closed last here, so that nothing crashes.
#include "../eventloop.h"

#include <cstdio>
#include <cstring>
#include <stdexcept>

struct Document {
	int pages = 3;
	char title[32];
	virtual ~Document() { pages = 0; }
	virtual int count() const { return pages; }
};

static Document *document;

__attribute__((noinline)) void askUser()
{
	Document *mine = document;
	waitForTimer();
	mine->pages++;
}

__attribute__((noinline)) void closeDocument()
{
	delete document;
	document = nullptr;
}

__attribute__((noinline)) void recover()
{
	try {
		char copy[32];
		memcpy(copy, document->title, sizeof copy);
		throw std::runtime_error(copy);
	} catch (const std::exception &) {
	}
}

int main()
{
	document = new Document;
	strcpy(document->title, "untitled");
	sparse_loop_kind(SPARSE_LOOP_EXACT);
	post(recover);
	post(askUser);
	post([] { post([] { post(closeDocument); }); });
	runLoop();
	printf("%d tasks\n", delivered.load());
}
