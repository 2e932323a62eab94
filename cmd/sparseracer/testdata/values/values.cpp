// Two handlers that leave the same number in one place, and others in another; the
// places' addresses go to standard output.
#include "../eventloop.h"

#include <cstdio>

int same;
double other;

int main()
{
	std::printf("%p %p\n", static_cast<void *>(&same), static_cast<void *>(&other));
	post([] {
		same = 1;
		other = 0.5;
		post([] {
			same = 3;
			std::atomic_signal_fence(std::memory_order_seq_cst);
			same = 1;
			other = 0.25;
		});
	});
	runLoop();
}
