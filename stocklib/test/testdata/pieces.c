/* pieces.c: a function that the compiler parts, because some of it is said to be seldom run. Each
 * call out of it says whether it returns to one of its pieces, and to its first one. */
#include "../../src/pieces.h"
#include "../../src/unwind.h"
#include <stdio.h>
#include <stdlib.h>

static struct sk_function parted;
static volatile int calls;

static void tell(const char *what, void *back)
{
	uintptr_t pc = (uintptr_t)back;

	printf("%s %d %d\n", what, sk_returns_to(&parted, pc), pc - parted.pieces[0].start < parted.pieces[0].end - parted.pieces[0].start);
}

__attribute__((noinline)) void often(void) { tell("often", __builtin_return_address(0)); }

__attribute__((noinline, cold)) void seldom(void) { tell("seldom", __builtin_return_address(0)); }

__attribute__((noinline, noreturn, cold)) void end(const char *what)
{
	tell(what, __builtin_return_address(0));
	exit(0);
}

__attribute__((noinline)) int beside(int n)
{
	often();
	return n + calls;
}

__attribute__((noinline)) int whole(int n)
{
	for (int i = 0; i < n; i++) {
		if (n > 4) {
			seldom();
			calls++;
		}
		often();
		calls += i;
	}
	return beside(calls); /* by a jump to its first instruction: a function of its own */
}

/* No way leads back from what is seldom run in it. */
__attribute__((noinline)) int ends(int n)
{
	if (n == 2)
		end("first");
	often();
	if (n == 3)
		end("last");
	return n + calls;
}

int main(int argc, char **argv)
{
	(void)argv;
	if (!sk_unwind_open())
		return 2;
	sk_find_pieces(&parted, argc == 1 ? (uintptr_t)whole : (uintptr_t)ends);
	printf("%u\n", parted.n);
	if (argc > 1)
		return ends(argc) == -1;
	whole(argc);
	whole(4 + argc);
	tell("main", __builtin_extract_return_addr(__builtin_return_address(0)));
	return 0;
}
