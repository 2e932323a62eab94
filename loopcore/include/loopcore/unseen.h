/* unseen.h: what hooks do not see of a loop's library, as part of the trace, and hooks
 * that a test makes blind.
 *
 * It stands in the trace as an event that is never delivered, of the type Unseen, with the
 * name of the hook; the analysis says what that takes away. The tool knows it from a test
 * of that very build of the library (the option unseen), a backend from placing its hooks.
 */
#ifndef LOOPCORE_UNSEEN_H
#define LOOPCORE_UNSEEN_H
#include <loopcore/elfsym.h>
#include <loopcore/options.h>

/* Once, before any backend looks for its library. */
void unseen_init(const struct options *o);
/* A library that was just hooked: what the tool knows of this build. */
void unseen_of(const struct object *library);
/* A hook that is not in place. */
void unseen_hook(const char *name);
/* Puts what is new into the trace; asked whenever a program uses a loop. */
void unseen_recorded(void);
/* Is that hook to see nothing? Then it is not placed, and counts as if it were. */
bool unseen_sabotaged(const char *hook);
#endif
