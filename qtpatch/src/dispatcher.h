/* dispatcher.h: which of Qt's dispatchers turns the main thread's loops.
 *
 * GLib's dispatches what is posted before events of windows, Qt's own (UNIX) after
 * them, and begins each turn with it; so the trace says which one it is. A dispatcher of
 * the program's own, or of a library, is neither.
 */
#ifndef SPARSEQT_DISPATCHER_H
#define SPARSEQT_DISPATCHER_H
#include <loopcore/elfsym.h>
#include <loopcore/thread.h>

void dispatcher_init(const struct object *core);
/* A loop of this thread begins: there is a dispatcher now. */
void dispatcher_turns(const struct thread *t);
#endif
