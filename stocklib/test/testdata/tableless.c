/* tableless.c: frames of a program that has no table of unwind information, as Free Pascal's
 * have none: how many are found, and how many files libunwind opens for it. */
#include "../../src/modules.h"
#include "../../src/unwind.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { DEEP = 20 };

static int opened;

/* In the place of libc's, which libunwind calls. */
int open(const char *path, int flags, ...)
{
	opened++;
	return (int)syscall(SYS_openat, AT_FDCWD, path, flags, 0);
}

int open64(const char *path, int flags, ...) { return open(path, flags); }

static struct sk_frame frames[SK_DEPTH];
static unsigned n;

__attribute__((noinline)) int deep(int left)
{
	if (left) {
		int r = deep(left - 1);
		__asm__ volatile("" : "+r"(r)); /* a call, and no jump */
		return r + 1;
	}
	n = sk_frames(frames, SK_DEPTH, UINTPTR_MAX);
	return 0;
}

int main(void)
{
	unsigned around = 0;

	if (!sk_unwind_open())
		return 2;
	sk_modules_refresh();
	opened = 0;
	deep(DEEP);
	for (unsigned i = 0; i < n; i++) /* each around the one before, in the code of deep() */
		around += frames[i].pc - (uintptr_t)deep < 200 && (!i || frames[i].lo > frames[i - 1].lo);
	printf("%d files, %d\n", opened, around);
	return 0;
}
