/* freed_blocks.h: what the handler of the free frees, for runs in which nothing crashes.
 *
 * AddressSanitizer knows where each block was allocated and calls us at each free.
 * Rules: only the handler that the schedule's goal names is listened to, in its own
 * thread; each place of allocation is reported once, as return addresses in modules, and
 * the first 1,024 blocks by address; a program without AddressSanitizer reports nothing.
 * Where the schedule watches a size (watch), each of the first 1,024 blocks of that size is reported besides, whichever
 * handler frees it, while a hold has its event. One of them may be the goal (steering_freed).
 */
#ifndef LOOPCORE_FREED_H
#define LOOPCORE_FREED_H
#include <stdbool.h>

/* False: this program does not tell. Once, before the handlers run. */
bool freed_begin(void);
/* The handler of the free starts, or ends. */
void freed_listen(bool on);
#endif
