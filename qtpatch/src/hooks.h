/* hooks.h: the functions of Qt that are hooked, and when.
 *
 * Rule: a hook does its own work only around Qt's; it never changes what Qt
 * returns, except where a schedule says that an event is to wait.
 */
#ifndef SPARSEQT_HOOKS_H
#define SPARSEQT_HOOKS_H
#include <stdbool.h>

/* Is there a QtCore in this process? */
bool hooks_qt_is_loaded(void);
/* Hooks what is loaded and not hooked yet; true if anything was. `layouts`: of the
 * window-system events of this machine's Qts, the option qt_windows. */
bool hooks_install(const char *layouts);
/* qt_queue.c: from here on a schedule can hold posted events. */
void qt_queue_is_steered(void);
/* One line per hook on stderr: in place, missing, refused and why. */
void hooks_report(void);
#endif
