/* environment.h: what the environment needs before it can send something.
 *
 * Input goes to windows that are shown, sockets speak through notifiers that
 * are enabled, a button is released after it was pressed. Each such thing has a
 * name ("shown:7") that the events which need it carry, and an operation that
 * made it possible carries it too (docs/trace-language.md). Rules: one name for
 * the whole life of a window or notifier; the n-th press of a button has a name
 * of its own.
 */
#ifndef SPARSEQT_ENVIRONMENT_H
#define SPARSEQT_ENVIRONMENT_H
#include <stdbool.h>

enum { NEEDS = 96, ARMS = 32 };

/* What an event of the window system or a socket needs and makes possible. */
struct surroundings {
	const void *window;  /* QWindow, NULL = none or gone */
	const char *action;  /* "press", "release"; NULL = neither */
	char needs[NEEDS], arms[ARMS];
};

bool environment_init(void);
/* `kind`: a word of steering.def, "" = not known. */
void environment_of_input(struct surroundings *s, const void *window_system_event, const char *kind);
void environment_of_socket(struct surroundings *s, const void *notifier);

/* `grabs`: what is shown is a menu, which has the keyboard. */
void environment_window(const void *window, bool shown, bool grabs);
/* Does a modal window keep input from this one? Called for any object. */
void environment_blocked(const void *window, bool blocked);
void environment_notifier(const void *notifier, bool enabled);
void environment_object_gone(const void *object);
/* Its parent, which deletes it when it goes itself; NULL = it has none any more. */
void environment_parent(const void *object, const void *parent);
/* Its end clears a number that QPointers read. */
void environment_clears(const void *object, const void *number);
#endif
