// sockets.cpp: what speaks to a network.
#include "entry.h"
#include <cerrno>
#include <cstring>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#define USE [] () -> void

// with_pair: two ends of a connection.
template <class F> static void with_pair(F f)
{
	int fds[2];

	MUST(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) == 0);
	f(fds[0]);
	MUST(close(fds[0]) == 0 && close(fds[1]) == 0);
}

// connected: to a port of this machine where somebody listens.
static void connected()
{
	sockaddr_in to = {};
	socklen_t n = sizeof to;
	int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	to.sin_family = AF_INET;
	to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	MUST(listener >= 0 && fd >= 0);
	MUST(bind(listener, reinterpret_cast<sockaddr *>(&to), sizeof to) == 0 && listen(listener, 5) == 0);
	MUST(getsockname(listener, reinterpret_cast<sockaddr *>(&to), &n) == 0);
	MUST(connect(fd, reinterpret_cast<sockaddr *>(&to), sizeof to) == 0);
	MUST(close(fd) == 0 && close(listener) == 0);
}

const entry socket_entries[] = {
	{ "connect", USE { connected(); }, ANYWHERE | FORKABLE },
	{ "send", USE { with_pair([] (int fd) { MUST(send(fd, "abc", 3, 0) == 3); }); MUST(send(-1, "", 1, 0) == -1 && errno == EBADF); errno = 77; }, ANYWHERE | FORKABLE },
	{ "sendto", USE { with_pair([] (int fd) { MUST(sendto(fd, "abc", 3, 0, nullptr, 0) == 3); }); }, ANYWHERE | FORKABLE },
	{ "sendmsg", USE { with_pair([] (int fd) { char a[] = "abc"; iovec v = { a, 3 }; msghdr m = {}; m.msg_iov = &v; m.msg_iovlen = 1; MUST(sendmsg(fd, &m, 0) == 3); }); }, ANYWHERE | FORKABLE },
	{ "getaddrinfo", USE { addrinfo hints = {}, *found = nullptr; hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV; hints.ai_family = AF_INET; MUST(getaddrinfo("127.0.0.1", "80", &hints, &found) == 0 && found); freeaddrinfo(found); errno = 77; }, 0 },
	{},
};
