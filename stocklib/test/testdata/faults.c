/* faults.c: a program that survives its faults by a handler of its own (argument
 * "handles"), or does not. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static sigjmp_buf back;
static int *volatile nowhere = (int *)8;

static void handler(int signal)
{
	(void)signal;
	siglongjmp(back, 1);
}

static int touch(void)
{
	if (sigsetjmp(back, 1))
		return 1;
	return *nowhere;
}

int main(int argc, char **argv)
{
	int survived = 0;

	if (argc > 1 && strcmp(argv[1], "handles") == 0)
		signal(SIGSEGV, handler);
	for (int i = 0; i < 3; i++)
		survived += touch();
	printf("survived %d\n", survived);
	return 0;
}
