/* window_contents.h: what the windows show at the end, for whoever compares runs.
 *
 * Only where SPARSERACER_OPTIONS names a folder (qt_look). Rules: nothing of the
 * program is called, but for updates that are due at the end: what it drew last is
 * taken, and what Qt's own classes say about their objects. The cursor does not blink
 * meanwhile. With qt_settle the loop turns on before the look, until the event that the
 * schedule made late has ended: what a run had not got round to is told apart from what it
 * lost.
 */
#ifndef SPARSEQT_WINDOW_CONTENTS_H
#define SPARSEQT_WINDOW_CONTENTS_H
#include <stdbool.h>

void window_contents_wanted(const char *folder, bool settle);
/* The default loop is about to turn, or is over. */
void window_contents_loop(bool is_main, bool is_over);
#endif
