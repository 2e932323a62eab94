/* options.h: what SPARSERACER_OPTIONS says to this library. */
#ifndef LOOPCORE_OPTIONS_H
#define LOOPCORE_OPTIONS_H
#include <limits.h>
#include <stdbool.h>

struct options {
	char schedule[PATH_MAX]; /* "" = none */
	char verdict[PATH_MAX];
	char look[PATH_MAX]; /* folder for what the windows show, "" = none */
	bool settle; /* before they are looked at, what is late may still come */
	bool qt_status;
	bool flow; /* what is written counts */
};

void options_read(struct options *o);
/* Takes this library out of LD_PRELOAD, in place. */
void options_keep_from_children(void);
#endif
