/* patched.h: a QtCore built from source with qtpatch/patches.
 *
 * It calls the functions of patched.c itself, at the places that the hooks
 * rewrite in the stock library; the exception is postEvent, which calls with
 * its queue locked, so that the order of the calls is the queue's. Rules: a
 * point is either called by the patch or hooked, never both; while a schedule
 * steers, the calls do nothing and everything is hooked, for an event can be
 * kept out of a queue only before the queue is locked.
 */
#ifndef SPARSEQT_PATCHED_H
#define SPARSEQT_PATCHED_H
#include <loopcore/elfsym.h>

#include <stdbool.h>

/* Listens to the patch, if the QtCore has one. */
void patched_listen(const struct object *core);
/* Does the patch listened to call at this hook point (its name in hooks.c)? */
bool patched_calls(const char *point);
#endif
