/* files.c: the calls of the system that change what outlives the program. */
#define _GNU_SOURCE
#include "flow.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdarg.h>
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

/* What a loaded library sees of that name, but for ours; NULL: nothing. It then stays, for
 * the name is not looked up again. */
static void *seen_by(const char *path, const char *name)
{
	void *library = dlopen(path, RTLD_LAZY | RTLD_NOLOAD), *found = library ? dlsym(library, name) : NULL;
	Dl_info of, self;

	if (found && dladdr(found, &of) && dladdr((void *)seen_by, &self) && of.dli_fbase == self.dli_fbase)
		found = NULL;
	if (found && dlopen(path, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE))
		dlclose(library);
	if (library)
		dlclose(library);
	return found;
}

struct nth {
	int left;
	char path[PATH_MAX];
};

static int is_nth(struct dl_phdr_info *library, size_t size, void *wanted)
{
	struct nth *n = wanted;

	(void)size;
	if (n->left-- > 0)
		return 0;
	snprintf(n->path, sizeof n->path, "%s", library->dlpi_name);
	return 1;
}

/* By one after the other: nothing may be opened while the linker's list is gone through. */
static void *seen_by_any(const char *name)
{
	struct nth n;
	void *found = NULL;
	int i;

	for (i = 0; !found; i++) {
		n.left = i;
		if (!dl_iterate_phdr(is_nth, &n))
			break;
		if (*n.path)
			found = seen_by(n.path, name);
	}
	return found;
}

void *flow_next_from(const char *name, void *_Atomic *known, const void *pc)
{
	void *next = *known;
	Dl_info caller;

	if (next)
		return next;
	next = dlsym(RTLD_NEXT, name);
	if (!next && dladdr(pc, &caller) && caller.dli_fname)
		next = seen_by(caller.dli_fname, name);
	if (!next)
		next = seen_by_any(name);
	*known = next;
	return next;
}

FLOW_DECLARE(write);
FLOW_EXPORT ssize_t write(int fd, const void *bytes, size_t n)
{
	const char *how = flow_on() ? flow_how(fd, -1) : NULL;
	ssize_t done = FLOW_NEXT(write)(fd, bytes, n);

	if (done > 0 && how)
		flow_tell(fd, how, bytes, (size_t)done, FLOW_CALLER);
	return done;
}

FLOW_DECLARE(pwrite);
FLOW_EXPORT ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at)
{
	const char *how = flow_on() ? flow_how(fd, at) : NULL;
	ssize_t done = FLOW_NEXT(pwrite)(fd, bytes, n, at);

	if (done > 0 && how)
		flow_tell(fd, how, bytes, (size_t)done, FLOW_CALLER);
	return done;
}

FLOW_DECLARE(pwrite64);
FLOW_EXPORT ssize_t pwrite64(int fd, const void *bytes, size_t n, off64_t at)
{
	const char *how = flow_on() ? flow_how(fd, at) : NULL;
	ssize_t done = FLOW_NEXT(pwrite64)(fd, bytes, n, at);

	if (done > 0 && how)
		flow_tell(fd, how, bytes, (size_t)done, FLOW_CALLER);
	return done;
}

/* What of several parts went out. */
static void tell_parts(int fd, const char *how, const struct iovec *parts, size_t n, ssize_t done, const void *pc)
{
	size_t i;

	for (i = 0; i < n && done > 0 && flow_on(); i++) {
		size_t size = parts[i].iov_len < (size_t)done ? parts[i].iov_len : (size_t)done;

		if (size)
			flow_tell(fd, how, parts[i].iov_base, size, pc);
		done -= (ssize_t)size;
	}
}

FLOW_DECLARE(writev);
FLOW_EXPORT ssize_t writev(int fd, const struct iovec *parts, int n)
{
	const char *how = flow_on() ? flow_how(fd, -1) : "append";
	ssize_t done = FLOW_NEXT(writev)(fd, parts, n);

	tell_parts(fd, how, parts, (size_t)n, done, FLOW_CALLER);
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

FLOW_DECLARE(sendto);
FLOW_EXPORT ssize_t sendto(int fd, const void *bytes, size_t n, int flags, const struct sockaddr *to, socklen_t size)
{
	ssize_t done = FLOW_NEXT(sendto)(fd, bytes, n, flags, to, size);

	if (done > 0 && flow_on())
		flow_tell_peer(fd, to, bytes, (size_t)done, FLOW_CALLER);
	return done;
}

FLOW_DECLARE(sendmsg);
FLOW_EXPORT ssize_t sendmsg(int fd, const struct msghdr *m, int flags)
{
	ssize_t done = FLOW_NEXT(sendmsg)(fd, m, flags);

	if (done > 0 && !m->msg_name)
		tell_parts(fd, "append", m->msg_iov, m->msg_iovlen, done, FLOW_CALLER);
	else if (done > 0 && flow_on() && m->msg_iovlen == 1)
		flow_tell_peer(fd, m->msg_name, m->msg_iov->iov_base, (size_t)done, FLOW_CALLER);
	return done;
}

/* A file that is opened to be written again loses what it held. */
static int opened(int fd, int flags, const void *pc)
{
	if (fd >= 0 && flags & O_TRUNC && flow_on())
		flow_tell(fd, "truncate", NULL, 0, pc);
	return fd;
}

#define OPEN(name)                                                                             \
	FLOW_DECLARE(name);                                                                    \
	FLOW_EXPORT int name(const char *path, int flags, ...)                                 \
	{                                                                                      \
		va_list args;                                                                  \
		mode_t mode;                                                                   \
											       \
		va_start(args, flags);                                                         \
		mode = va_arg(args, mode_t); /* whatever is there where none was given */      \
		va_end(args);                                                                  \
		return opened(FLOW_NEXT(name)(path, flags, mode), flags, FLOW_CALLER);         \
	}
OPEN(open)
OPEN(open64)

#define OPEN_AT(name)                                                                          \
	FLOW_DECLARE(name);                                                                    \
	FLOW_EXPORT int name(int dir, const char *path, int flags, ...)                        \
	{                                                                                      \
		va_list args;                                                                  \
		mode_t mode;                                                                   \
											       \
		va_start(args, flags);                                                         \
		mode = va_arg(args, mode_t);                                                   \
		va_end(args);                                                                  \
		return opened(FLOW_NEXT(name)(dir, path, flags, mode), flags, FLOW_CALLER);    \
	}
OPEN_AT(openat)
OPEN_AT(openat64)

#define CREATE(name)                                                                           \
	FLOW_DECLARE(name);                                                                    \
	FLOW_EXPORT int name(const char *path, mode_t mode)                                    \
	{                                                                                      \
		return opened(FLOW_NEXT(name)(path, mode), O_TRUNC, FLOW_CALLER);              \
	}
CREATE(creat)
CREATE(creat64)

FLOW_DECLARE(ftruncate);
FLOW_EXPORT int ftruncate(int fd, off_t n)
{
	int result = FLOW_NEXT(ftruncate)(fd, n);

	opened(result == 0 ? fd : -1, O_TRUNC, FLOW_CALLER);
	return result;
}

FLOW_DECLARE(ftruncate64);
FLOW_EXPORT int ftruncate64(int fd, off64_t n)
{
	int result = FLOW_NEXT(ftruncate64)(fd, n);

	opened(result == 0 ? fd : -1, O_TRUNC, FLOW_CALLER);
	return result;
}

/* The name is asked for before the file goes. */
static void name_before(int dir, const char *path, char name[FLOW_NAME])
{
	int saved = errno;

	if (!flow_on() || !flow_name_at(dir, path, name))
		*name = 0;
	errno = saved;
}

FLOW_DECLARE(unlink);
FLOW_EXPORT int unlink(const char *path)
{
	char name[FLOW_NAME];
	int result;

	name_before(AT_FDCWD, path, name);
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

	name_before(AT_FDCWD, path, name);
	result = FLOW_NEXT(remove)(path);
	if (result == 0 && *name)
		flow_tell_name(name, "remove", NULL, NULL, 0, FLOW_CALLER);
	return result;
}

FLOW_DECLARE(unlinkat);
FLOW_EXPORT int unlinkat(int dir, const char *path, int flags)
{
	char name[FLOW_NAME];
	int result;

	name_before(dir, path, name);
	result = FLOW_NEXT(unlinkat)(dir, path, flags);
	if (result == 0 && *name)
		flow_tell_name(name, "remove", NULL, NULL, 0, FLOW_CALLER);
	return result;
}

/* A name takes over what another one was given: `how` makes it so. The old name is
 * asked for before it goes. */
struct renaming { int from_dir; const char *from; int to_dir; const char *to; unsigned flags; };

static int commit(int (*how)(const struct renaming *), const struct renaming *r, const void *pc)
{
	char from[FLOW_NAME] = "", to[FLOW_NAME];
	int saved = errno, result;
	bool had = flow_on() && flow_name_at(r->from_dir, r->from, from);

	errno = saved;
	result = how(r);
	saved = errno;
	if (result == 0 && had && flow_name_at(r->to_dir, r->to, to))
		flow_tell_name(from, "commit", to, NULL, 0, pc);
	errno = saved;
	return result;
}

FLOW_DECLARE(rename);
static int by_rename(const struct renaming *r) { return FLOW_NEXT(rename)(r->from, r->to); }
FLOW_EXPORT int rename(const char *from, const char *to)
{
	return commit(by_rename, &(struct renaming){ AT_FDCWD, from, AT_FDCWD, to, 0 }, FLOW_CALLER);
}

FLOW_DECLARE(renameat);
static int by_renameat(const struct renaming *r) { return FLOW_NEXT(renameat)(r->from_dir, r->from, r->to_dir, r->to); }
FLOW_EXPORT int renameat(int from_dir, const char *from, int to_dir, const char *to)
{
	return commit(by_renameat, &(struct renaming){ from_dir, from, to_dir, to, 0 }, FLOW_CALLER);
}

FLOW_DECLARE(renameat2);
static int by_renameat2(const struct renaming *r)
{
	return FLOW_NEXT(renameat2)(r->from_dir, r->from, r->to_dir, r->to, r->flags);
}
FLOW_EXPORT int renameat2(int from_dir, const char *from, int to_dir, const char *to, unsigned flags)
{
	return commit(by_renameat2, &(struct renaming){ from_dir, from, to_dir, to, flags }, FLOW_CALLER);
}

FLOW_DECLARE(linkat);
static int by_linkat(const struct renaming *r)
{
	return FLOW_NEXT(linkat)(r->from_dir, r->from, r->to_dir, r->to, (int)r->flags);
}
FLOW_EXPORT int linkat(int from_dir, const char *from, int to_dir, const char *to, int flags)
{
	return commit(by_linkat, &(struct renaming){ from_dir, from, to_dir, to, (unsigned)flags }, FLOW_CALLER);
}
