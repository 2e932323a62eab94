/* shortcuts.h: the keys that are shortcuts in whatever window is active. The helper for
 * input asks about them at each key; all objects of the program need not be gone through
 * for it, if each such key was reported to it. */
#ifndef SPARSEQT_SHORTCUTS_H
#define SPARSEQT_SHORTCUTS_H
#include <stdbool.h>

/* The hook is in place from now on. */
void shortcuts_are_seen(void);
/* The helper knows all of those keys, or more. */
bool shortcuts_are_told(void);
#endif
