/* flow.h: the parts of libsparseflow.so.
 *
 * Rules of the library: it is there only for record --flow. Every function of the
 * C library that it stands before is called, once, with what it was called with,
 * and its result and errno are handed on. What was written is reported afterwards, when
 * it is known how much. Nothing of what is not a file, a socket or a pipe of the
 * program's counts: terminals, event descriptors and what belongs to /proc and /dev.
 */
#ifndef FLOW_H
#define FLOW_H
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#define SPARSEREC_WEAK /* the recorder is in the process, or there is nothing to tell */
#include <sparserec/flow.h>
#include <sys/socket.h>
#include <sys/types.h>

#define FLOW_EXPORT __attribute__((visibility("default")))
#define FLOW_CALLER __builtin_return_address(0)

/* The function that ours stands before, looked up once. */
#define FLOW_NEXT(name) ((__typeof__(&name))flow_next(&(struct flow_function){ #name }, &next_##name))
#define FLOW_DECLARE(name) static void *_Atomic next_##name

struct flow_function { const char *name; };
enum { FLOW_NAME = PATH_MAX + 64 };

#pragma GCC visibility push(hidden)
void *flow_next(const struct flow_function *f, void *_Atomic *known);
/* The same for a call that returns to pc, of a library that only some others may see: the caller, or, where
 * its last call is a jump, any other one; NULL: nobody sees it. */
void *flow_next_from(const char *name, void *_Atomic *known, const void *pc);

/* names.c: the name of what a descriptor or path stands for; false: nothing that
 * lasts. A path may be relative to a folder's descriptor. */
bool flow_name_of(int fd, char to[FLOW_NAME]);
bool flow_name_file(const char *scheme, const char *path, char to[FLOW_NAME]);
bool flow_name_peer(const struct sockaddr *peer, char to[FLOW_NAME]);
bool flow_name_at(int dir, const char *path, char to[FLOW_NAME]);

/* "append" for what is written now behind all that the file holds, at `at` (-1: the
 * descriptor's own place), else "replace"; to be asked before it is written. */
const char *flow_how(int fd, off_t at);
/* errno stays as it is. */
void flow_tell(int fd, const char *how, const void *bytes, size_t n, const void *pc);
void flow_tell_copy(int fd, const char *how, const void *bytes, size_t n, const void *pc); /* for the hash alone */
void flow_tell_name(const char *name, const char *how, const char *to, const void *bytes, size_t n, const void *pc);
void flow_tell_peer(int fd, const struct sockaddr *peer, const void *bytes, size_t n, const void *pc);

/* layers.c: was it reported at a higher layer? */
bool flow_is_below(void);
bool flow_reported_above(int fd, const void *pc);
#pragma GCC visibility pop

static inline bool flow_on(void) { return sparse_flow_on && sparse_flow_on(); }
#endif
