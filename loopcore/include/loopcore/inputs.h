/* inputs.h: what a person does: described while recording, played while steering.
 *
 * A schedule's inputs are played one after another, each into the window system's
 * queue as a person's would be, when the loop that it names turns, the events that
 * it waits for have ended and its target can be reached. Rules: only the thread
 * that has the windows plays; a played input has the label that the schedule
 * gives it; one that cannot be played in time ends the steering (or is left out,
 * if the schedule says so). How an input is played is the backend's business.
 */
#ifndef LOOPCORE_INPUTS_H
#define LOOPCORE_INPUTS_H
#include <loopcore/person.h>
#include <loopcore/thread.h>

struct label;

/* The lines of a directive file that are about inputs (schedule.h). False: not
 * one of these; `why` is set when it is a bad one. */
bool inputs_directive(const char *line, const char **why);

/* A backend's way of playing a person's input (person.h has its functions' rules). */
struct input_player {
	bool (*ready)(void); /* false: not yet, or never */
	person_play_fn *play;
	person_idle_fn *on_idle;
	person_wake_fn *wake;
	const char *missing; /* what must be why it is not ready */
	person_question_fn *question; /* NULL: it has no windows that ask */
	person_follow_fn *follow;     /* NULL: its window system goes by the time that it is given */
};
void inputs_player(const struct input_player *player);

/* A window-system event is delivered; true: it was played, and `l` is its label. */
bool inputs_delivered(struct label *l, const void *window, int type);

/* A person's input is played, and this is not the input that was played last. */
bool inputs_is_stranger(int type);

/* A call by D-Bus has come, in the thread that posts what it asks for; true: it was
 * played, and `l` is its label. */
bool inputs_called(struct label *l, const char *call);
/* ms since the input before, or the call; for the first, since the first loop began. */
unsigned inputs_since(void);

/* When the next one is due, by the time of timers; 0 = none is, or not by time. */
uint64_t inputs_due(void);

/* The schedule plays a person's input. */
bool inputs_are_played(void);

/* The thread's top frame is a loop about to turn; `waits`: its dispatcher says so
 * itself when it is idle. */
void inputs_loop(struct thread *t, bool waits);
/* The rest is called with steer.c's lock held. */
void inputs_event_ended(uint64_t label);
void inputs_check_clock(void);
/* The label of the first input that should have been played and was not, NULL. */
const char *inputs_left(void);
#endif
