/* machine.c: what depends on the machine: system calls by `syscall`, which the recorder
 * stands in front of, with all their arguments and errors; threads. Ends with 0 if all is
 * as libc has it.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static int shared;

static void *writes(void *p)
{
	int *own = malloc(sizeof(*own));
	*own = *(int *)p + 1;
	shared = *own;
	free(own);
	return NULL;
}

int main(void)
{
	pthread_t thread;
	char *page;

	if (syscall(SYS_getpid) != getpid())
		return 1;
	if (syscall(SYS_close, -1) != -1 || errno != EBADF)
		return 2;
	/* Six arguments. */
	page = (char *)syscall(SYS_mmap, NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0L);
	if (page == MAP_FAILED)
		return 3;
	strcpy(page, "text");
	if (syscall(SYS_seccomp, 77u, 0u, NULL) != -1) /* none of that number */
		return 4;
	if (pthread_create(&thread, NULL, writes, &shared) != 0 || pthread_join(thread, NULL) != 0)
		return 5;
	return shared == 1 ? 0 : 6;
}
