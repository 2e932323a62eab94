// Four threads name one type after the other, each at the same time as the others:
// whichever is first defines the text, and the others refer to it.
extern "C" {
#include "sparserec/instrument.h"
}
#include <atomic>
#include <cstdio>
#include <new>
#include <thread>
#include <vector>

enum { THREADS = 4, TYPES = 2000 };
static char names[TYPES][8];
static std::atomic<int> arrived;

static void run()
{
	for (int i = 0; i < TYPES; i++) {
		arrived++;
		while (arrived < THREADS * (i + 1))
			std::this_thread::yield();
		__sparse_of_type(names[i]);
		::operator delete(::operator new(7001));
	}
}

int main()
{
	std::vector<std::thread> threads;
	for (int i = 0; i < TYPES; i++)
		snprintf(names[i], sizeof names[i], "T%d", i);
	for (int i = 0; i < THREADS; i++)
		threads.emplace_back(run);
	for (auto &t : threads)
		t.join();
}
