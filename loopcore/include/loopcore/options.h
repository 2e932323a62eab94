/* options.h: what SPARSERACER_OPTIONS says to this library. */
#ifndef LOOPCORE_OPTIONS_H
#define LOOPCORE_OPTIONS_H
#include <limits.h>
#include <stdbool.h>

enum { QT_WINDOWS = 512, HOOK_NAME = 128, UNSEEN = 4096 };

struct options {
	char schedule[PATH_MAX]; /* "" = none */
	char verdict[PATH_MAX];
	char look[PATH_MAX]; /* folder for what the windows show, "" = none */
	bool settle; /* before they are looked at, what is late may still come */
	bool qt_status;
	char qt_windows[QT_WINDOWS]; /* where QtGui's events have what; "BUILDID,N,…", joined by + */
	char unseen[UNSEEN]; /* what hooks do not see; "BUILDID,NAME,…", joined by + */
	char sabotage[HOOK_NAME]; /* a hook that is to see nothing, "" = none */
	bool flow; /* what is written counts */
};

void options_read(struct options *o);
/* Takes this library out of LD_PRELOAD, in place. */
void options_keep_from_children(void);
#endif
