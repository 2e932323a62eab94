/* What the programs of samples/hard have in common: the end of a program that saw what
 * cannot happen. Each of them is correct: it does not fail, whatever the machine's load.
 * Steered, it must not fail either (tools/hard).
 *
 * With BEYOND they also look after what steering does not keep (docs/evaluation.md, Hard
 * programs): it holds an event back for as long as what is awaited takes, where the loop by
 * itself would come to it in its next turn. So timers pass what was posted, or was there to be
 * read, before they were started, and are overdue by the clock. */
#pragma once
#include <stdio.h>
#include <stdlib.h>

#define HOLDS(condition, what) \
	((condition) ? (void)0 : (fprintf(stderr, "failed: %s (%s:%d)\n", what, __FILE__, __LINE__), abort()))

#ifdef BEYOND
enum { beyond = 1 };
#else
enum { beyond = 0 };
#endif
