/* late_player.h: the player of sessions (qtpatch/player) in a program that loads Qt while it
 * runs, as Python does: which Qt it is shows only then. SESSION_LATE asks for it.
 */
#ifndef SPARSEQT_LATE_PLAYER_H
#define SPARSEQT_LATE_PLAYER_H

/* The main thread's first loop begins: the player is loaded, and begins as it does where it was
 * loaded first. Once; a program that is started from here does not play, too. */
void late_player_comes(void);
#endif
