/* calls.c: the calls of the system by which a program speaks to a network. */
#define _GNU_SOURCE
#include "net.h"
#include <dlfcn.h>
#include <errno.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

void *net_next(const char *name, void *_Atomic *known)
{
	void *next = *known;

	if (!next) {
		next = dlsym(RTLD_NEXT, name);
		*known = next;
	}
	return next;
}

static bool is_datagram(int fd)
{
	int type = 0;
	socklen_t size = sizeof type;

	return getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type != SOCK_STREAM;
}

NET_DECLARE(connect);
NET_EXPORT int connect(int fd, const struct sockaddr *to, socklen_t size)
{
	struct sockaddr_storage stub;
	char name[NET_NAME];
	bool here;
	int result, saved = errno;

	if (!net_on() || !net_is_address(to, size))
		return NET_NEXT(connect)(fd, to, size);
	here = net_is_served_here(to);
	if (!here) {
		size = net_stub(to, &stub);
		if (!size) {
			errno = ENETUNREACH;
			return -1;
		}
	}
	net_peer_name(to, here, name);
	errno = saved;
	result = NET_NEXT(connect)(fd, here ? to : (const struct sockaddr *)&stub, size);
	saved = errno;
	if (result == 0 || saved == EINPROGRESS)
		net_remember(fd, name);
	errno = saved;
	return result;
}

static void keep(int fd, const void *bytes, ssize_t done)
{
	char name[NET_NAME];
	int saved = errno;

	if (done > 0 && net_on() && net_name_of(fd, name))
		net_keep(name, bytes, (size_t)done);
	errno = saved;
}

static void keep_parts(int fd, const struct iovec *parts, size_t n, ssize_t done)
{
	for (; n > 0 && done > 0; n--, parts++) {
		size_t size = parts->iov_len < (size_t)done ? parts->iov_len : (size_t)done;

		keep(fd, parts->iov_base, (ssize_t)size);
		done -= (ssize_t)size;
	}
}

/* A datagram to another machine is kept, and taken for sent. */
static bool swallows(int fd, const struct sockaddr *to, socklen_t size, const struct iovec *parts, size_t n)
{
	char name[NET_NAME];
	int saved = errno;
	bool does = net_on() && to && net_is_address(to, size) && is_datagram(fd) && !net_is_served_here(to);

	if (does) {
		net_peer_name(to, false, name);
		for (; n > 0; n--, parts++)
			net_keep(name, parts->iov_base, parts->iov_len);
	}
	errno = saved;
	return does;
}

NET_DECLARE(write);
NET_EXPORT ssize_t write(int fd, const void *bytes, size_t n)
{
	ssize_t done = NET_NEXT(write)(fd, bytes, n);

	keep(fd, bytes, done);
	return done;
}

NET_DECLARE(writev);
NET_EXPORT ssize_t writev(int fd, const struct iovec *parts, int n)
{
	ssize_t done = NET_NEXT(writev)(fd, parts, n);

	keep_parts(fd, parts, (size_t)n, done);
	return done;
}

NET_DECLARE(send);
NET_EXPORT ssize_t send(int fd, const void *bytes, size_t n, int flags)
{
	ssize_t done = NET_NEXT(send)(fd, bytes, n, flags);

	keep(fd, bytes, done);
	return done;
}

NET_DECLARE(sendto);
NET_EXPORT ssize_t sendto(int fd, const void *bytes, size_t n, int flags, const struct sockaddr *to, socklen_t size)
{
	ssize_t done;

	if (swallows(fd, to, size, &(struct iovec){ (void *)bytes, n }, 1))
		return (ssize_t)n;
	done = NET_NEXT(sendto)(fd, bytes, n, flags, to, size);
	keep(fd, bytes, done);
	return done;
}

NET_DECLARE(sendmsg);
NET_EXPORT ssize_t sendmsg(int fd, const struct msghdr *m, int flags)
{
	ssize_t done = 0;
	size_t i;

	if (swallows(fd, m->msg_name, m->msg_namelen, m->msg_iov, m->msg_iovlen)) {
		for (i = 0; i < m->msg_iovlen; i++)
			done += (ssize_t)m->msg_iov[i].iov_len;
		return done;
	}
	done = NET_NEXT(sendmsg)(fd, m, flags);
	keep_parts(fd, m->msg_iov, m->msg_iovlen, done);
	return done;
}
