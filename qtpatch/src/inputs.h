/* inputs.h: what a person does: told while recording, played while steering.
 *
 * A schedule's inputs are played one after another, each into the window system's
 * queue as a person's would be, when the loop that it names turns, the events that
 * it waits for have ended and its target can be reached. Rules: only the thread
 * that has the windows plays; a played input has the label that the schedule
 * gives it; one that cannot be played in time ends the steering (or is left out,
 * if the schedule says so). Qt's classes are known by the helper alone (person.h).
 */
#ifndef SPARSEQT_INPUTS_H
#define SPARSEQT_INPUTS_H
#include "person.h"
#include "thread.h"

struct label;

/* The lines of a directive file that are about inputs (schedule.h). False: not
 * one of these; `why` is set when it is a bad one. */
bool inputs_directive(const char *line, const char **why);

/* False: nothing that a replay would repeat. `ms` since the input before. */
bool inputs_describe(const void *window_system_event, struct person_input *in, unsigned *ms);
/* Is this window, which is about to be shown, a menu that takes the keyboard? */
bool inputs_grabs(const void *window);
/* A window-system event is delivered; true: it was played, and `l` is its label. */
bool inputs_delivered(struct label *l, const void *window, int type);

/* A function of the helper that knows Qt's headers; NULL: there is no such helper. */
typedef void inputs_helper_fn(void);
inputs_helper_fn *inputs_helper(const char *name);

/* A call by D-Bus has come, in the thread that posts what it asks for; true: it was
 * played, and `l` is its label. */
bool inputs_called(struct label *l, const char *call);
/* ms since the input before, or the call; 0 for the first. */
unsigned inputs_since(void);

/* When the next one is due, by the time of timers; 0 = none is, or not by time. */
uint64_t inputs_due(void);

/* The schedule plays a person's input. */
bool inputs_are_played(void);

/* The thread's top frame is a loop about to turn; `waits`: its dispatcher tells
 * us itself when it is idle. */
void inputs_loop(struct thread *t, bool waits);
/* The rest is called with steer.c's lock held. */
void inputs_event_ended(uint64_t label);
void inputs_check_clock(void);
/* The label of the first input that should have been played and was not, NULL. */
const char *inputs_left(void);
#endif
