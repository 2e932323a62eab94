/* once.h: what begins at its first use, whichever thread that is in.
 *
 * Who comes while another thread begins waits for it: what it has to report would be lost
 * otherwise. It does not wait for ever, for it may hold a lock that the other one needs, or
 * the other one is gone since a fork; and not where it is the one that begins, further up
 * on its stack.
 */
#ifndef LOOPCORE_ONCE_H
#define LOOPCORE_ONCE_H
#include <stdbool.h>

/* Zero: not yet. */
struct once { int state; int thread; };

/* What begin() has given, which is called once; false while that is not known. */
bool once(struct once *o, bool (*begin)(void));
#endif
