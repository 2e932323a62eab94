/* names.c: stable names of what a program writes to.
 *
 * file:$HOME/… for what lies in the home folder, file:/… for other files,
 * net:address:port for sockets of a network. No name: pipes, terminals, devices,
 * anonymous files, local sockets, and lock files (*.lock), which go with the process.
 */
#define _GNU_SOURCE
#include "flow.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include <sparserec/rawsys.h>

bool flow_name_file(const char *scheme, const char *path, char to[FLOW_NAME])
{
	static const char *const passing[] = { "/proc/", "/dev/", "/sys/", "/memfd:", NULL };
	const char *home = getenv("HOME");
	size_t n = home ? strlen(home) : 0, length = strlen(path), i;

	if (*path != '/' || (length > 5 && strcmp(path + length - 5, ".lock") == 0))
		return false;
	for (i = 0; passing[i]; i++)
		if (strncmp(path, passing[i], strlen(passing[i])) == 0)
			return false;
	while (n > 1 && home[n - 1] == '/')
		n--;
	if (n > 1 && strncmp(path, home, n) == 0 && path[n] == '/')
		snprintf(to, FLOW_NAME, "%s:$HOME%s", scheme, path + n);
	else
		snprintf(to, FLOW_NAME, "%s:%s", scheme, path);
	return true;
}

bool flow_name_peer(const struct sockaddr *peer, char to[FLOW_NAME])
{
	char text[INET6_ADDRSTRLEN];

	if (peer->sa_family == AF_INET) {
		const struct sockaddr_in *v4 = (const struct sockaddr_in *)peer;

		if (inet_ntop(AF_INET, &v4->sin_addr, text, sizeof text))
			snprintf(to, FLOW_NAME, "net:%s:%u", text, ntohs(v4->sin_port));
	} else if (peer->sa_family == AF_INET6) {
		const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)peer;

		if (inet_ntop(AF_INET6, &v6->sin6_addr, text, sizeof text))
			snprintf(to, FLOW_NAME, "net:[%s]:%u", text, ntohs(v6->sin6_port));
	} else {
		return false;
	}
	return true;
}

static bool socket_name(int fd, char to[FLOW_NAME])
{
	union { struct sockaddr any; struct sockaddr_storage room; } peer;
	socklen_t n = sizeof peer;

	return getpeername(fd, &peer.any, &n) == 0 && flow_name_peer(&peer.any, to);
}

bool flow_name_of(int fd, char to[FLOW_NAME])
{
	char link[40], path[PATH_MAX];
	ssize_t n;

	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	n = readlink(link, path, sizeof path - 1);
	if (n <= 0)
		return false;
	path[n] = 0;
	if (strncmp(path, "socket:", 7) == 0)
		return socket_name(fd, to);
	return flow_name_file("file", path, to);
}

bool flow_name_at(int dir, const char *path, char to[FLOW_NAME])
{
	char folder[PATH_MAX], whole[2 * PATH_MAX], link[40];
	ssize_t n;

	if (*path == '/')
		return strncmp(path, "/proc/self/fd/", 14) == 0 ? flow_name_of(atoi(path + 14), to) : flow_name_file("file", path, to);
	if (dir == AT_FDCWD) {
		if (!getcwd(folder, sizeof folder))
			return false;
	} else {
		snprintf(link, sizeof link, "/proc/self/fd/%d", dir);
		n = readlink(link, folder, sizeof folder - 1);
		if (n <= 0)
			return false;
		folder[n] = 0;
	}
	if (!*path) /* AT_EMPTY_PATH: the descriptor itself */
		return flow_name_of(dir, to);
	snprintf(whole, sizeof whole, "%s/%s", folder, strncmp(path, "./", 2) == 0 ? path + 2 : path);
	return flow_name_file("file", whole, to);
}

static void tell(const struct sparse_state *s)
{
	int saved = errno;

	if (!flow_is_below())
		sparse_state(s);
	errno = saved;
}

void flow_tell_name(const char *name, const char *how, const char *to, const void *bytes, size_t n, const void *pc)
{
	tell(&(struct sparse_state){ .name = name, .how = how, .to = to, .bytes = bytes, .size = n, .pc = pc });
}

const char *flow_how(int fd, off_t at)
{
	struct stat st;
	int saved = errno;
	bool file = sys_fstat(fd, &st) == 0 && S_ISREG(st.st_mode), behind = !file || sys_flags(fd) & O_APPEND;

	if (!behind)
		behind = (at < 0 ? lseek(fd, 0, SEEK_CUR) : at) >= st.st_size;
	errno = saved;
	return behind ? "append" : "replace";
}

static void tell_file(int fd, struct sparse_state *s)
{
	char name[FLOW_NAME];
	int saved = errno;

	if (!flow_reported_above(fd, s->pc) && flow_name_of(fd, name)) {
		s->name = name;
		tell(s);
	}
	errno = saved;
}

void flow_tell(int fd, const char *how, const void *bytes, size_t n, const void *pc)
{
	tell_file(fd, &(struct sparse_state){ .how = how, .bytes = bytes, .size = n, .pc = pc });
}

void flow_tell_copy(int fd, const char *how, const void *bytes, size_t n, const void *pc)
{
	tell_file(fd, &(struct sparse_state){ .how = how, .bytes = bytes, .size = n, .pc = pc, .copied = 1 });
}

void flow_tell_peer(int fd, const struct sockaddr *peer, const void *bytes, size_t n, const void *pc)
{
	char name[FLOW_NAME];
	int saved = errno;

	if (!peer)
		flow_tell(fd, "append", bytes, n, pc);
	else if (flow_name_peer(peer, name))
		flow_tell_name(name, "append", NULL, bytes, n, pc);
	errno = saved;
}
