/* nest.h: handlers and loops as they open and close, frame and operation together.
 *
 * Rule: every opening stands in a variable of type `struct scope` with the
 * cleanup scope_close, so that returning and a C++ exception close it alike.
 */
#ifndef LOOPCORE_NEST_H
#define LOOPCORE_NEST_H
#include <loopcore/emit.h>
#include <loopcore/label.h>

struct scope {
	struct thread *t; /* NULL = nothing to close */
	uint32_t depth;   /* close what is above */
};

#define SCOPED __attribute__((cleanup(scope_close)))

void scope_close(struct scope *s);

/* The thread's state with frames that were jumped over closed; NULL while what runs is
 * no part of the program. */
struct thread *nest_thread(const void *stack);

/* A handler starts: its deq must have been emitted, if it has one. */
void nest_handler(struct scope *s, struct thread *t, uint64_t event, const struct label *l,
		  const void *stack);
/* A loop starts; `loop` is its QEventLoop or NULL, `how` of enum emit_loop, `what` the
 * function. */
void nest_loop(struct scope *s, struct thread *t, const void *loop, bool is_default,
	       unsigned how, const char *what, const void *stack);
/* An explicit delivery of posted events; becomes a loop once it delivers one. */
void nest_flush(struct scope *s, struct thread *t, const char *what, const void *stack);
/* To be called before an event is delivered below a flush. */
void nest_delivers(struct thread *t);
/* If no handler is on top, opens one of a made-up environment event. */
void nest_need_handler(struct scope *s, struct thread *t, const char *what, const void *stack);

bool nest_init(void);
/* QEventLoop::exit: resets the loop if it is running and was not reset before. */
void nest_reset(const void *loop);
#endif
