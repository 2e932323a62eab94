/* Heaps that begin at round addresses, one for each size of block, are gone over by turns, as
 * AddressSanitizer's are. Prints how many of the words the filter knows at the end. */
#include <sparserec/view.h>
#include <cstdint>
#include <cstdio>
#include <sys/mman.h>

enum { REGIONS = 6, WORDS = 512, PASSES = 200 };

int main()
{
	volatile uint64_t *region[REGIONS];
	uint64_t sum = 0, known = 0;

	for (int i = 0; i < REGIONS; i++) {
		void *at = (void *)(0x200000000000 + ((uint64_t)i << 36));

		region[i] = (uint64_t *)mmap(at, WORDS * 8, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
		if (region[i] != at)
			return 1;
	}
	for (int pass = 0; pass < PASSES; pass++)
		for (int word = 0; word < WORDS; word++)
			for (int i = 0; i < REGIONS; i++)
				sum += region[i][word];
	for (int word = 0; word < WORDS; word++)
		for (int i = 0; i < REGIONS; i++)
			known += !(sparse_unknown(&__sparse_view, (uintptr_t)&region[i][word] >> 3) & ~0xff00ull);
	std::printf("%d of %d\n", (int)(known + sum), REGIONS * WORDS);
}
