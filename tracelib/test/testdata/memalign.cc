// memalign.cc: a program with a __libc_memalign of its own, as AddressSanitizer's runtime
// has, whose memory glibc's free cannot take. Prints what wide objects come from.
#include <cstdio>
#include <cstdlib>

static bool asked;
static char arena[1 << 16] __attribute__((aligned(4096)));

extern "C" void *__libc_memalign(size_t, size_t)
{
	asked = true;
	return arena;
}

struct alignas(256) Wide {
	char bytes[256];
};

int main()
{
	for (int i = 0; i < 100; i++) {
		Wide *volatile wide = new Wide; // or a compiler may leave both out
		delete wide;
	}
	puts(asked ? "of the program" : "of glibc");
	return 0;
}
