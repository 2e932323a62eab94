/* timer_list.h: the hooks on QTimerInfoList that make a schedule's virtual time
 * (virtual_time.h) the time of Qt's timers.
 */
#ifndef SPARSEQT_TIMER_LIST_H
#define SPARSEQT_TIMER_LIST_H
#include "points.h"

struct two_words on_timer_now(void *list);
bool on_timer_wait(void *list, struct timespec *wait);
struct two_words on_timer_wait_for(void *list);
#endif
