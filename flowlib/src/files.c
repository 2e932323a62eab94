/* files.c: the calls of the system that change what outlives the program. */
#define _GNU_SOURCE
#include "flow.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

void *flow_next(const struct flow_function *f, void *_Atomic *known)
{
	void *next = *known;

	if (!next) {
		next = dlsym(RTLD_NEXT, f->name);
		*known = next;
	}
	return next;
}

FLOW_DECLARE(write);
FLOW_EXPORT ssize_t write(int fd, const void *bytes, size_t n)
{
	ssize_t done = FLOW_NEXT(write)(fd, bytes, n);

	if (done > 0 && flow_on())
		flow_tell(fd, NULL, bytes, (size_t)done, FLOW_CALLER);
	return done;
}

FLOW_DECLARE(pwrite);
FLOW_EXPORT ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at)
{
	ssize_t done = FLOW_NEXT(pwrite)(fd, bytes, n, at);

	if (done > 0 && flow_on())
		flow_tell(fd, "replace", bytes, (size_t)done, FLOW_CALLER);
	return done;
}

FLOW_DECLARE(pwrite64);
FLOW_EXPORT ssize_t pwrite64(int fd, const void *bytes, size_t n, off64_t at)
{
	ssize_t done = FLOW_NEXT(pwrite64)(fd, bytes, n, at);

	if (done > 0 && flow_on())
		flow_tell(fd, "replace", bytes, (size_t)done, FLOW_CALLER);
	return done;
}

FLOW_DECLARE(writev);
FLOW_EXPORT ssize_t writev(int fd, const struct iovec *parts, int n)
{
	ssize_t done = FLOW_NEXT(writev)(fd, parts, n), left = done;
	int i;

	for (i = 0; i < n && left > 0 && flow_on(); i++) {
		size_t size = parts[i].iov_len < (size_t)left ? parts[i].iov_len : (size_t)left;

		if (size)
			flow_tell(fd, NULL, parts[i].iov_base, size, FLOW_CALLER);
		left -= (ssize_t)size;
	}
	return done;
}

FLOW_DECLARE(send);
FLOW_EXPORT ssize_t send(int fd, const void *bytes, size_t n, int flags)
{
	ssize_t done = FLOW_NEXT(send)(fd, bytes, n, flags);

	if (done > 0 && flow_on())
		flow_tell(fd, "append", bytes, (size_t)done, FLOW_CALLER);
	return done;
}

FLOW_DECLARE(ftruncate);
FLOW_EXPORT int ftruncate(int fd, off_t n)
{
	int result = FLOW_NEXT(ftruncate)(fd, n);

	if (result == 0 && flow_on())
		flow_tell(fd, "truncate", NULL, 0, FLOW_CALLER);
	return result;
}

/* The name is asked for before the file goes. */
static void name_before(const char *path, char name[FLOW_NAME])
{
	int saved = errno;

	if (!flow_on() || !flow_name_at(AT_FDCWD, path, name))
		*name = 0;
	errno = saved;
}

FLOW_DECLARE(unlink);
FLOW_EXPORT int unlink(const char *path)
{
	char name[FLOW_NAME];
	int result;

	name_before(path, name);
	result = FLOW_NEXT(unlink)(path);
	if (result == 0 && *name)
		flow_tell_name(name, "remove", NULL, NULL, 0, FLOW_CALLER);
	return result;
}

FLOW_DECLARE(remove);
FLOW_EXPORT int remove(const char *path)
{
	char name[FLOW_NAME];
	int result;

	name_before(path, name);
	result = FLOW_NEXT(remove)(path);
	if (result == 0 && *name)
		flow_tell_name(name, "remove", NULL, NULL, 0, FLOW_CALLER);
	return result;
}

/* A name takes over what another one was given. */
static void commit(const char *from, bool had, int dir, const char *path, const void *pc)
{
	char to[FLOW_NAME];
	int saved = errno;

	if (had && flow_name_at(dir, path, to))
		flow_tell_name(from, "commit", to, NULL, 0, pc);
	errno = saved;
}

FLOW_DECLARE(rename);
FLOW_EXPORT int rename(const char *from, const char *to)
{
	char name[FLOW_NAME] = "";
	int saved = errno;
	bool had = flow_on() && flow_name_at(AT_FDCWD, from, name);
	int result;

	errno = saved;
	result = FLOW_NEXT(rename)(from, to);
	if (result == 0)
		commit(name, had, AT_FDCWD, to, FLOW_CALLER);
	return result;
}

FLOW_DECLARE(renameat2);
FLOW_EXPORT int renameat2(int from_dir, const char *from, int to_dir, const char *to, unsigned flags)
{
	char name[FLOW_NAME] = "";
	int saved = errno;
	bool had = flow_on() && flow_name_at(from_dir, from, name);
	int result;

	errno = saved;
	result = FLOW_NEXT(renameat2)(from_dir, from, to_dir, to, flags);
	if (result == 0)
		commit(name, had, to_dir, to, FLOW_CALLER);
	return result;
}

FLOW_DECLARE(linkat);
FLOW_EXPORT int linkat(int from_dir, const char *from, int to_dir, const char *to, int flags)
{
	char name[FLOW_NAME] = "";
	int saved = errno;
	bool had = flow_on() && flow_name_at(from_dir, from, name);
	int result;

	errno = saved;
	result = FLOW_NEXT(linkat)(from_dir, from, to_dir, to, flags);
	if (result == 0)
		commit(name, had, to_dir, to, FLOW_CALLER);
	return result;
}
