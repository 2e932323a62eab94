/* longjmp over instrumented frames, musttail, variadic calls, byval structs,
 * computed goto and inline assembly. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf back;
static int *cells;

struct big { long n[6]; };

static int down(int n)
{
	cells[n]++;
	if (n == 0)
		longjmp(back, 1);
	return down(n - 1) + cells[n];
}

static int odd(int n);
static int even(int n)
{
	cells[1]++;
	if (n == 0)
		return 1;
	__attribute__((musttail)) return odd(n - 1);
}
static int odd(int n)
{
	if (n == 0)
		return 0;
	__attribute__((musttail)) return even(n - 1);
}

static long total(int n, ...)
{
	va_list ap;
	long sum = 0;
	va_start(ap, n);
	while (n--)
		sum += va_arg(ap, long);
	va_end(ap);
	return sum;
}

static long first(struct big b) { b.n[1] = 3; return b.n[0] + b.n[1]; }

static int jump(int which)
{
	static void *const targets[] = {&&zero, &&one};
	goto *targets[which];
zero:
	return cells[0];
one:
	__asm__ volatile("" ::: "memory");
	return cells[1];
}

int main(void)
{
	struct big b = {{5}};
	cells = calloc(8, sizeof *cells);
	for (volatile int i = 0; i < 3; i++)
		if (setjmp(back) == 0)
			down(5);
	memmove(cells + 4, cells, 3 * sizeof *cells);
	printf("%d %d %ld %ld %d %d %d\n", cells[0], even(10), total(3, 1L, 2L, 3L), first(b), jump(0), jump(1), cells[4]);
	free(cells);
	return 0;
}
