/* peers.c: whom a socket speaks to, by a name that another run has, too.
 *
 * A port that the system chose is "*", for it is another one each time. A socket that
 * was not connected from here was accepted: "served:PORT", by its own port.
 */
#define _GNU_SOURCE
#include "net.h"
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { SOCKETS = 1024, FIRST_CHOSEN = 32768 }; /* ip_local_port_range, as Linux begins with */

static struct { ino_t number; char name[NET_NAME]; } sockets[SOCKETS]; /* by descriptor */

bool net_is_address(const struct sockaddr *to, socklen_t size)
{
	if (!to || size < sizeof to->sa_family)
		return false;
	return (to->sa_family == AF_INET && size >= sizeof(struct sockaddr_in)) ||
	       (to->sa_family == AF_INET6 && size >= sizeof(struct sockaddr_in6));
}

static unsigned port_of(const struct sockaddr *a)
{
	return ntohs(a->sa_family == AF_INET ? ((const struct sockaddr_in *)a)->sin_port :
					       ((const struct sockaddr_in6 *)a)->sin6_port);
}

/* Of IPv4, also inside of an IPv6 address; 0: of neither. */
static uint32_t address_of(const struct sockaddr *a)
{
	const struct in6_addr *six = &((const struct sockaddr_in6 *)a)->sin6_addr;
	uint32_t four = 0;

	if (a->sa_family == AF_INET)
		return ntohl(((const struct sockaddr_in *)a)->sin_addr.s_addr);
	if (IN6_IS_ADDR_V4MAPPED(six))
		memcpy(&four, six->s6_addr + 12, sizeof four);
	return ntohl(four);
}

static bool is_loopback(const struct sockaddr *a)
{
	return address_of(a) >> 24 == 127 ||
	       (a->sa_family == AF_INET6 && IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)a)->sin6_addr));
}

/* A line of /proc/net/tcp: "sl: ADDRESS:PORT ADDRESS:PORT STATE …", 0A: it listens. */
static bool listens(const char *table, unsigned port)
{
	char line[256];
	unsigned at, state;
	bool found = false;
	FILE *f = fopen(table, "re");

	while (f && !found && fgets(line, sizeof line, f))
		found = sscanf(line, " %*d: %*[0-9A-F]:%x %*[0-9A-F]:%*x %x", &at, &state) == 2 && at == port && state == 0x0a;
	if (f)
		fclose(f);
	return found;
}

bool net_is_served_here(const struct sockaddr *to)
{
	if (!is_loopback(to) || net_host(address_of(to)))
		return false;
	return listens("/proc/net/tcp", port_of(to)) || listens("/proc/net/tcp6", port_of(to));
}

static void port_text(unsigned port, bool here, char text[8])
{
	if (here && port >= FIRST_CHOSEN)
		strcpy(text, "*");
	else
		snprintf(text, 8, "%u", port & 0xffff);
}

void net_peer_name(const struct sockaddr *to, bool here, char name[NET_NAME])
{
	const char *host = net_host(address_of(to));
	char address[INET6_ADDRSTRLEN] = "?", port[8];
	const void *bytes = &((const struct sockaddr_in6 *)to)->sin6_addr;

	port_text(port_of(to), here, port);
	if (to->sa_family == AF_INET)
		bytes = &((const struct sockaddr_in *)to)->sin_addr;
	inet_ntop(to->sa_family, bytes, address, sizeof address);
	snprintf(name, NET_NAME, strchr(host ? host : address, ':') ? "[%s]:%s" : "%s:%s", host ? host : address, port);
}

static ino_t socket_number(int fd)
{
	struct stat st;

	return fd >= 0 && fstat(fd, &st) == 0 && S_ISSOCK(st.st_mode) ? st.st_ino : 0;
}

void net_remember(int fd, const char *name)
{
	ino_t number = fd < SOCKETS ? socket_number(fd) : 0;

	if (number) {
		strcpy(sockets[fd].name, name);
		sockets[fd].number = number;
	}
}

bool net_name_of(int fd, char name[NET_NAME])
{
	union { struct sockaddr any; struct sockaddr_storage room; } own, peer;
	socklen_t size = sizeof own;
	ino_t number = socket_number(fd);
	char port[8];

	if (!number)
		return false;
	if (fd < SOCKETS && sockets[fd].number == number) {
		strcpy(name, sockets[fd].name);
		return true;
	}
	if (getsockname(fd, &own.any, &size) != 0 || !net_is_address(&own.any, size))
		return false;
	size = sizeof peer;
	if (getpeername(fd, &peer.any, &size) != 0)
		return false;
	port_text(port_of(&own.any), true, port);
	snprintf(name, NET_NAME, "served:%s", port);
	return true;
}
