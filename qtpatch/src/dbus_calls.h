/* dbus_calls.h: what others ask of this program by D-Bus: calls, and signals.
 *
 * Qt has libdbus show it every message in a thread of its own, and posts what a
 * message asks for to the thread that has the object. We stand between the two, so
 * that the posted event can be called after its cause. Rules: nothing is looked at
 * but method calls and the signals of the session's bus; what they carry stands in the
 * trace only if a schedule could make it again (texts, numbers, truth values);
 * interfaces of D-Bus itself ask nothing of the program and are passed over.
 */
#ifndef SPARSEQT_DBUS_CALLS_H
#define SPARSEQT_DBUS_CALLS_H
#include <loopcore/person.h>

/* The call or signal because of which this thread posts its first event, with kind "dbus" or
 * "signal", for window the name of the signal's sender ("": anybody), and target "PATH INTERFACE.MEMBER ARGUMENT…" (empty: one that cannot be made again);
 * NULL for none. */
const struct person_input *dbus_call_take(void);
#endif
