/* qtabi.h: what we know about Qt's objects without its headers.
 *
 * Rules: no number stands here for a version of Qt; anything that Qt exports a
 * function for is asked by that function, other places are found out (qtabi.c). Names that come
 * back are one line of printable text.
 */
#ifndef SPARSEQT_QTABI_H
#define SPARSEQT_QTABI_H
#include <loopcore/elfsym.h>

enum {
	QT_TIMER = 1,
	QT_QUIT = 20,
	QT_META_CALL = 43,
	QT_DEFERRED_DELETE = 52,
	QT_LAYOUT_REQUEST = 76,
	QT_UPDATE_REQUEST = 77,
	QT_SOCKET_ACT = 50,
	QT_FUTURE_CALL_OUT = 180,
	QT_SOCKET_CLOSE = 211,
	QT_WINDOW_BLOCKED = 103,
	QT_WINDOW_UNBLOCKED = 104,
};

enum { QT_NAME = 64 };

/* Looks up what is needed in the loaded QtCore. False: something is not to be found. */
bool qtabi_init(const struct object *core);
/* And what only windows have, once QtGui is there. `layouts`: the option qt_windows. */
void qtabi_gui(const struct object *gui, const char *layouts);
/* Is it known where window-system events have their window, button and key? */
bool qtabi_knows_windows(void);
/* Is a QList a pointer to what counts its references? */
bool qt_counts_containers(void);
int qtabi_version(void); /* 5 or 6, of libQt6Core.so; 0 before qtabi_init */

int qt_event_type(const void *event); /* 0 = nobody knows */
int qt_timer_id(const void *timer_event);
void qt_event_delete(void *event); /* operator delete through the vtable */
/* "MetaCall", or the number when it has no name we know. */
const char *qt_type_name(int type, char buffer[16]);
/* Events that lay out, paint and polish: they come and go between two runs. */
bool qt_type_is_noise(int type);

const char *qt_class(const void *object);
void qt_object_name(const void *object, char name[QT_NAME]);
/* Of a QWindow; "" = none. */
void qt_window_title(const void *window, char title[QT_NAME]);
/* A QString as text of one line, cut off where `size` ends. */
void qt_string(const void *string, char *to, size_t size);
/* What a function of an object's returns, a QString. */
void qt_ask_string(void (*function)(void *string, const void *object), const void *object, char *to, size_t size);
/* Ends a QString that Qt made in three words of ours. */
void qt_end_string(void *string);
bool qt_inherits(const void *object, const char *class_name);
const void *qt_parent(const void *object); /* NULL = none */
void *qt_object_thread(const void *object);
/* Is this the thread that the object lives in? */
bool qt_lives_here(const void *object);

/* What a window-system event says of itself. */
enum qt_action { QT_NO_ACTION, QT_PRESS, QT_RELEASE };
struct qt_input {
	const void *window; /* QWindow, NULL = none, or gone */
	enum qt_action action;
	bool is_key, activates;
	int code; /* of the button or key */
};
/* False: not a kind of event, or not a Qt, that we know. */
bool qt_input_read(const void *window_system_event, struct qt_input *in);
/* The QWindow of a QWindowPrivate. */
const void *qt_public_of(const void *d);

/* A window-system event's type, and whether a person causes such events. */
int qt_input_type(const void *window_system_event);
const char *qt_input_name(int type, char buffer[16]);
bool qt_input_is_person(int type);
/* A mouse's: its moves, buttons and wheel, and the windows that it comes to and leaves. */
bool qt_input_is_pointer(int type);
#endif
