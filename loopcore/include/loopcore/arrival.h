/* arrival.h: what a loop of C code calls back, as events of the trace: for the
 * hooks on libuv and on GLib.
 *
 * Rules: a callback that comes while a loop turns is an event; one that comes
 * while a handler runs was called by it and is none.
 */
#ifndef LOOPCORE_ARRIVAL_H
#define LOOPCORE_ARRIVAL_H
#include <loopcore/nest.h>
#include <loopcore/pending.h>

/* Where a hook stands on the stack: its frames are found stale by it. */
#define HERE __builtin_frame_address(0)

/* One event between its enq and its end. */
struct arrival {
	uint64_t event;          /* 0 = not known to the trace */
	uint64_t label, context; /* hashes */
	uint64_t after;          /* an event that ended before in every run, 0 = none */
	enum sparse_kind kind;
};

/* Opens the handler of what arrives; nothing, if it is a call of a handler. */
void arrival_begins(struct scope *s, const struct arrival *a, const void *stack);

/* A hook is entered by the program: the thread's state, with a handler on top for
 * what it starts; NULL: there is nothing to record. */
struct thread *arrival_thread(struct scope *s, const void *stack);

/* An event that is only there to say that what comes of `source` has ended: for
 * good, or until it is started again. */
void arrival_says_still(uint64_t source, bool for_good, const char *what);

enum { HEX_ID = 24 };
const char *hex_id(char text[HEX_ID], uint64_t id);
#endif
