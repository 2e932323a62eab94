/* timer_list.h: the hooks on QTimerInfoList that make a schedule's virtual time
 * (virtual_time.h) the time of Qt's timers.
 */
#ifndef SPARSEQT_TIMER_LIST_H
#define SPARSEQT_TIMER_LIST_H
#include <stdbool.h>
#include <time.h>

struct timespec on_timer_now(void *list);
bool on_timer_wait(void *list, struct timespec *wait);
#endif
