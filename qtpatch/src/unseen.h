/* unseen.h: what the hooks do not see of this Qt, as part of the trace.
 *
 * It stands there as an event that is never delivered, of the type Unseen, with the
 * name of the hook; the analysis says what that takes away.
 */
#ifndef SPARSEQT_UNSEEN_H
#define SPARSEQT_UNSEEN_H
#include <loopcore/elfsym.h>

/* Of the QtCore that was just hooked; `list`: the option qt_unseen. */
void unseen_found(const struct object *core, const char *list);
/* Once, as soon as something is recorded. */
void unseen_recorded(void);
#endif
