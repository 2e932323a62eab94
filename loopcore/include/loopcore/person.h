/* person.h: the interface between the runtime and its helper that knows Qt's
 * headers (qtpatch/input, a library for each Qt major version).
 *
 * What a person does is described so that another run finds the same thing
 * again: no addresses, no child indices, places relative to the widget. Rules:
 * every text is one line of UTF-8; what is typed into a field that hides it is
 * never recorded (docs/trace-format.md).
 */
#ifndef LOOPCORE_PERSON_H
#define LOOPCORE_PERSON_H
#include <sparserec/steering.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* "" = not known, or not of this kind of input. */
struct person_input {
	char kind[STEERING_MOST_kind + 1];     /* words `input` of steering.def */
	char window[STEERING_MOST_window + 1]; /* "Class:objectName" of the QWindow */
	char title[STEERING_MOST_title + 1];
	char which[STEERING_MOST_which + 1];   /* which of those, see windows.h there */
	char target[STEERING_MOST_target + 1]; /* widgets from the window inwards: "Class:name/Class:name" */
	char text[STEERING_MOST_text + 1];     /* of the button, menu entry, tab or row that is pointed at */
	char at[STEERING_MOST_at + 1];         /* "X Y WX WY BUTTON BUTTONS MODIFIERS DX DY [PX PY]", see person.cpp */
	char key[STEERING_MOST_key + 1];       /* "KEY MODIFIERS TEXT": hexadecimal, the text percent-encoded */
	char reach[16];                        /* "application": the key has a shortcut in any window; not played */
};

/* What was put into the window system's queue. */
struct person_sent {
	const void *window;
	int type; /* QWindowSystemInterfacePrivate::EventType */
	unsigned before; /* events of that type that only prepare it, and come first */
	bool blocked;    /* it could not be played, for a modal window blocks its window */
	bool windowless; /* it could not be played, and the program shows no window at all */
};

/* A modal window that is in front, and the buttons by which a person goes on with what asked
 * there, the likeliest one first. */
enum { PERSON_BUTTONS = 4 };
struct person_question {
	char window[STEERING_MOST_window + 1];
	char title[STEERING_MOST_title + 1];
	char which[STEERING_MOST_which + 1];
	char says[STEERING_MOST_says + 1];
	unsigned buttons;
	struct {
		char target[STEERING_MOST_target + 1];
		char text[STEERING_MOST_text + 1];
		char at[STEERING_MOST_at + 1]; /* of a press there */
	} button[PERSON_BUTTONS];
};

/* False: no modal window is in front, or a popup is. */
typedef bool person_question_fn(struct person_question *q);
/* False: nothing that a replay would repeat. */
typedef bool person_describe_fn(const void *window_system_event, struct person_input *in);
/* A key sequence (QKeySequence) that is a shortcut in whatever window is active. NULL: all of them
 * have been told, and will be. */
typedef void person_shortcut_fn(const void *keys);
/* NULL: it is in the queue. Otherwise why a person could not do it now. `ms` is
 * the time that the program is given. */
typedef const char *person_play_fn(const struct person_input *in, unsigned long ms,
				   struct person_sent *sent);
/* What lets go the button or key of the press that was played last goes after it into the queue
 * of a window system with a clock of its own, `ms` after it. Otherwise why it cannot. */
typedef const char *person_follow_fn(const struct person_input *in, unsigned ms, struct person_sent *sent);
/* Is it a menu that has the keyboard while it is shown? */
typedef bool person_grabs_fn(const void *window);
/* Does this event of the window system's say what no person did, and what one who plays would not have? */
typedef bool person_is_of_none_fn(const void *window_system_event);
/* `f` is called whenever this thread's dispatcher is about to wait, from now on. */
typedef void person_idle_fn(void (*f)(void), void (*application_ends)(void));
/* Makes that dispatcher turn once more; from any thread. */
typedef void person_wake_fn(void);
/* What windows show from now on is kept in that folder when they are hidden; false: it
 * cannot be. Then what is there at the end. See look.cpp for the file's lines. */
typedef bool person_look_begin_fn(const char *folder);
typedef void person_look_end_fn(void);
/* Events are delivered on, for as long as `late` says so, and a few turns more. */
typedef void person_settle_fn(bool (*late)(void));

#ifdef __cplusplus
}
#endif
#endif
