/* tasks.h: tasks that are given to a QThreadPool, as events. */
#ifndef SPARSEQT_TASKS_H
#define SPARSEQT_TASKS_H
#include <stdbool.h>

bool tasks_init(void);

/* What the calling thread's post is, where its type does not say so: "FutureFinished", or NULL. */
const char *task_reports(int type);

void on_report_finished(void *future);
void on_pool_start(void *pool, void *runnable, int priority);
bool on_pool_try_start(void *pool, void *runnable);
void on_pool_start_reserved(void *pool, void *runnable);
void on_schedule_render_job(void *window, void *runnable, int stage);
#endif
