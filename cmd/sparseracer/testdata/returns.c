/* returns: uses a variable of a function that has returned; with OWN_ASM that function holds assembly of its own. */
#include <stdio.h>

static int *volatile kept;

__attribute__((noinline)) static void keep(int *p) { kept = p; }

__attribute__((noinline)) static void makes(int n)
{
	int numbers[8] = { n, n, n, n, n, n, n, n };

#ifdef OWN_ASM
	__asm__ volatile("nop" ::: "memory");
#endif
	keep(numbers);
}

int main(int argc, char **argv)
{
	(void)argv;
	makes(argc);
	printf("%d\n", kept[3]);
	return 0;
}
