/* fast.h: virtual time for timers, if the schedule says so.
 *
 * Timers fire as soon as the program has nothing else to do: while its main thread
 * would sleep, the time that its timers are measured by goes ahead. Rules: timers and
 * the pace of played input see that time, everything else the real one; a step comes
 * only when a turn of the loop has delivered nothing, is at most 20 ms long, and
 * leaves threads and other processes some real time; the order of timers is Qt's.
 */
#ifndef SPARSEQT_FAST_H
#define SPARSEQT_FAST_H
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* The time of timers, ns; the real one without virtual time. */
uint64_t fast_now(void);
/* The main thread lets so much of it pass at once, if it is virtual. */
void fast_forward(uint64_t ns);
/* Something was delivered: the program is not idle. */
void fast_delivers(void);

/* Hooks on QTimerInfoList. */
struct timespec on_timer_now(void *list);
bool on_timer_wait(void *list, struct timespec *wait);
#endif
