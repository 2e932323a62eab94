/* single_shot.h: whom a timer works for.
 *
 * The call says whom QTimer::singleShot is for, and the first object that is born in
 * it is its timer: no private class of Qt's is read for it.
 */
#ifndef SPARSEQT_SINGLE_SHOT_H
#define SPARSEQT_SINGLE_SHOT_H
#include <stdbool.h>

bool single_shots_init(void);
/* A call with this receiver (or NULL) begins, or ends with what was before. */
const void *single_shot_for(const void *receiver);
void single_shot_born(const void *object);
/* Of a timer, or of one's receiver. */
void single_shot_gone(const void *object);
/* What the timer of an object works for: the receiver of a single-shot timer,
 * without which it calls nothing (`guards` is set then); the parent of a QTimer;
 * NULL for other objects, which are meant themselves. */
const void *timer_owner(const void *object, bool *guards);
#endif
