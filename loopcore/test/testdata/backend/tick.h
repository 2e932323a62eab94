/* tick.h: a small event loop that docs/guide-backend.md writes a backend for. */
#ifndef TICK_H
#define TICK_H
void tick_after(int ms, void (*call)(void *), void *argument); /* once, from a loop */
void tick_run(void);  /* until tick_stop; also within a call: a nested loop */
void tick_stop(void); /* ends the innermost run */
#endif
