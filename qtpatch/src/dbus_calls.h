/* dbus_calls.h: the D-Bus calls that others make to this program.
 *
 * Qt has libdbus show it every message in a thread of its own, and posts what a
 * call asks for to the thread that has the object. We stand between the two, so
 * that the posted event can be called after its cause. Rules: nothing is looked at
 * but method calls; what a call carries stands in the trace only if a schedule
 * could make it again (texts, numbers, truth values); interfaces of D-Bus itself
 * ask nothing of the program and are passed over.
 */
#ifndef SPARSEQT_DBUS_CALLS_H
#define SPARSEQT_DBUS_CALLS_H
#include <loopcore/person.h>

/* The call because of which this thread posts its first event, with kind "dbus" and
 * target "PATH INTERFACE.MEMBER ARGUMENT…" (empty: one that cannot be made again);
 * NULL for none. */
const struct person_input *dbus_call_take(void);
#endif
