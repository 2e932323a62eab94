/* Fifty children, by fork and (every fifth) by a raw system call, which no
 * fork handler sees; each allocates. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void work(int n, size_t size)
{
	while (n--) {
		void *volatile p = malloc(size);
		free(p);
	}
}

int main(void)
{
	int status, bad = 0;

	work(10, 100);
	for (int i = 0; i < 50; i++) {
		pid_t child = i % 5 == 4 ? (pid_t)syscall(SYS_fork) : fork();
		if (child == 0) {
			work(2000, i % 5 == 4 ? 101 : 100);
			exit(0);
		}
		work(10, 100);
	}
	/* Both fill block after block, at the same time. */
	if (syscall(SYS_fork) == 0) {
		work(40000, 102);
		_exit(0);
	}
	work(40000, 100);
	while (wait(&status) > 0)
		bad += status != 0;
	printf("%d bad\n", bad);
	return bad != 0;
}
