/* held_notifiers.h: socket notifiers that a schedule keeps back.
 *
 * Such a notifier is left out of what its dispatcher polls, until its hold is lifted.
 * Rules: nothing is read from its descriptor, so no data is lost and what comes there
 * keeps its order; the program finds it enabled all the while, and what it does to it
 * (disables, enables, deletes it) counts; its activation keeps the label that it had
 * when it came first. Only the main thread's notifiers are held.
 */
#ifndef SPARSEQT_HELD_NOTIFIERS_H
#define SPARSEQT_HELD_NOTIFIERS_H
#include <loopcore/elfsym.h>
#include <loopcore/label.h>

#include <stdbool.h>

/* Looks up what makes a dispatcher turn. */
void held_notifiers_init(const struct object *core);

/* Its activation has come before and had to wait: the label it got then. */
bool notifier_had(const void *notifier, struct label *l);
/* True: it must not be delivered now. */
bool notifier_waits(const void *notifier, const struct label *l);

/* The main thread's dispatcher is one of UNIX or GLib, with these ways to enable and
 * disable a notifier there. */
void notifiers_are_of(void *dispatcher, bool is_glib);
/* The program disables it; true: its dispatcher does not know it now. */
bool notifier_is_out(const void *notifier);
void notifier_is_gone(const void *notifier);

/* A dispatcher turns: what need not wait any more is polled again. */
bool notifiers_turn(void *dispatcher);
void notifiers_turn_ends(const bool *counted);
#define NOTIFIERS_TURN(dispatcher) \
	__attribute__((cleanup(notifiers_turn_ends), unused)) const bool turns = notifiers_turn(dispatcher)
/* A hold is lifted: makes the dispatcher turn. From any thread. */
void notifiers_wake(void);
#endif
