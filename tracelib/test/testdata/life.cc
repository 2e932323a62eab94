// Allocations before main, after it, and in thread-local teardown, each of a
// size of its own that the test looks for.
#include "sparserec/sparserec.h" // must compile as C++, too
#include <cstdlib>
#include <thread>

struct Early {
	void *p = std::malloc(1001);
	~Early() { std::free(std::malloc(1002)); std::free(p); }
} early;

// A compiler may leave out what is allocated and only freed again.
struct Local { char *volatile p; ~Local() { delete[] p; p = new char[1003]; delete[] p; } };
static thread_local Local local;

extern "C" __attribute__((constructor(101))) void first() { std::free(std::malloc(1004)); }
extern "C" __attribute__((destructor(101))) void last() { std::free(std::malloc(1005)); }

int main()
{
	std::atexit([] { std::free(std::malloc(1006)); });
	std::thread([] { local.p = new char[1007]; }).join();
	// A detached thread goes on allocating while the program ends.
	std::thread([] { for (;;) { void *volatile p = std::malloc(24); std::free(p); } }).detach();
	std::this_thread::sleep_for(std::chrono::milliseconds(5));
}
