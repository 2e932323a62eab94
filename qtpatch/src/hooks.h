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
/* What the tool says of the Qts of this machine, of what it found out by qtpatch/selftest. */
struct findings {
	const char *layouts;  /* of window-system events, the option qt_windows */
	const char *unseen;   /* what hooks do not see, the option qt_unseen */
	const char *sabotage; /* a hook that is to see nothing, "" = none */
};

/* Hooks what is loaded and not hooked yet; true if anything was. */
bool hooks_install(const struct findings *f);
/* qt_queue.c: from here on a schedule can hold posted events. */
void qt_queue_is_steered(void);
/* Those that are not in place, and should be. */
void hooks_each_missing(void (*say)(const char *name));
/* One line per hook on stderr: in place, missing, refused and why. */
void hooks_report(void);
#endif
