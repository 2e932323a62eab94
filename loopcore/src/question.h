/* question.h: modal windows that the schedule has no input for, while the event of the free
 * has still to end. Rule: they are described, and never answered here. The tool decides, and
 * makes another run (internal/steer/questions.go).
 */
#ifndef LOOPCORE_QUESTION_H
#define LOOPCORE_QUESTION_H
#include <loopcore/person.h>
#include <loopcore/thread.h>

/* The main thread's loop on top is one in which such a window would stand in the way: the use's
 * handler waits, and the loop is neither that handler's nor the default one. */
bool question_may_wait(const struct thread *t);
/* Says what waits in the loop that `owner` spins, once for each loop and number of inputs
 * `played`. `label`: the owner's, "" = it is of no input. */
void question_look(person_question_fn *ask, const struct frame *owner, const char *label, unsigned played);
#endif
