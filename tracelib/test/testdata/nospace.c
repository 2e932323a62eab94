/* disk.c where the file system has 2 MB left, for those who may mount none. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>

int posix_fallocate(int fd, off_t at, off_t n)
{
	int (*real)(int, off_t, off_t) = (int (*)(int, off_t, off_t))dlsym(RTLD_NEXT, "posix_fallocate");

	return at + n > 2 << 20 ? ENOSPC : real(fd, at, n);
}

#include "disk.c"
