/* steps.h: what the programs of the self-tests share: libraries that are opened by their
 * paths, steps that the recorder is told of, and an end in any case.
 *
 * internal/selftest starts such a program with a mode and the paths, and compares what was
 * recorded of each step with what must have been.
 */
#ifndef SELFTEST_STEPS_H
#define SELFTEST_STEPS_H
#include <stdbool.h>

enum { ABSENT = 3 }; /* exit status: something is not there, the last line on stdout says what */

/* Opens a library for all; "-" is none, and fine. */
bool open_library(const char *path);
/* As the program's own linker finds it, past our hooks or not; NULL = absent. */
void *find_function(const char *symbol);
/* What is absent ends the program. */
void *need_function(const char *symbol);

/* What is recorded from here on belongs to that step, until the next one begins. */
void step_begins(unsigned n);
/* What this step, or an earlier one, has started will call `came` so many times. */
void step_expects(unsigned times);
void came(void);
/* Has all come that is expected? */
bool step_is_over(void);
#endif
