/* net.h: the parts of libsparsenet.so.
 *
 * It goes into programs of which both orders of a race are run (confirm --state). No
 * byte of theirs leaves the machine: what they send to other machines, and to ports of
 * this one that nobody listens on, goes to a stub of the tool's, which takes all and
 * answers little. Whatever is sent is also kept, in a file for each peer.
 *
 * Rules: without SPARSERACER_NETWORK=PORT:FOLDER nothing is changed. A function of the
 * C library that ours stands before is called as it was asked for, but for the address;
 * errno is as it leaves it. Names of other machines are never looked up: they get
 * addresses of 127.53.0.0/16, which stand for them here.
 */
#ifndef NET_H
#define NET_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#define NET_EXPORT __attribute__((visibility("default")))
enum { NET_NAME = 320 };

/* The function that ours stands before, looked up once. */
#define NET_NEXT(name) ((__typeof__(&name))net_next(#name, &next_##name))
#define NET_DECLARE(name) static void *_Atomic next_##name

#pragma GCC visibility push(hidden)
void *net_next(const char *name, void *_Atomic *known);
bool net_on(void);
/* The stub, in place of an address of the same family; its size, 0: there is none. */
socklen_t net_stub(const struct sockaddr *of, struct sockaddr_storage *stub);

/* peers.c: whom a socket speaks to. */
bool net_is_address(const struct sockaddr *to, socklen_t size); /* of a network */
bool net_is_served_here(const struct sockaddr *to);            /* by who listens on this machine */
void net_peer_name(const struct sockaddr *to, bool here, char name[NET_NAME]);
void net_remember(int fd, const char *name);
/* False: no socket of a network that anything can be sent on. */
bool net_name_of(int fd, char name[NET_NAME]);

/* hosts.c: the name that an address of 127.53.0.0/16 stands for, NULL = none. */
const char *net_host(uint32_t address);

/* keep.c: what was sent. */
void net_keep(const char *name, const void *bytes, size_t n);
#pragma GCC visibility pop
#endif
