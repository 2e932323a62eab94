/* first_load.h: where an object keeps a member, as a function that returns or uses it says. */
#ifndef LOOPCORE_FIRST_LOAD_H
#define LOOPCORE_FIRST_LOAD_H
#include <stddef.h>

/* How far from its first argument the first word lies that a function of `size` bytes loads
 * from there; -1: it does something else first. */
int first_load(const void *function, size_t size);
#endif
