/* aside.h: what runs in the program and is no part of it: the player of scripted
 * sessions (qtpatch/player).
 *
 * Between aside_begin and aside_end nothing that the thread does is an operation, nor
 * is what an object set aside is sent; only what is allocated and freed is recorded,
 * as everywhere. Rule: no event loop is spun there.
 */
#ifndef SPARSEQT_ASIDE_H
#define SPARSEQT_ASIDE_H
#include <stdbool.h>
#include <stdint.h>

struct thread;
struct passage;

/* True: the receiver is set aside, and so is all to the end of the passage. */
bool aside_delivers(struct passage *p, struct thread *t, const void *receiver);

/* For the player, which finds them by name. */
void sparseqt_aside_object(const void *object);
void sparseqt_aside_begin(void);
void sparseqt_aside_end(void);
/* How many event loops run on this thread, one in another; those that processEvents turns, too. */
int sparseqt_loops(void);
/* Timers are due as if so many ns had passed. */
void sparseqt_time_passes(uint64_t ns);
#endif
