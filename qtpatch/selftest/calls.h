/* calls.h: Qt driven through the functions that it exports, without its headers.
 *
 * Rules: one program is for every version, so no layout is used but that of public
 * classes; a function that has overloads is asked for in each of its forms.
 */
#ifndef QT_SELFTEST_CALLS_H
#define QT_SELFTEST_CALLS_H
#include <selftest/steps.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OBJECT = 64, CALLED = 1 };

/* CALL(result, "symbol", types…)(arguments…) */
#define CALL(result, name, ...) ((result(*)(__VA_ARGS__))need_function(name))

bool open_qt(const char *core, const char *gui); /* gui: "-" = there is none */
bool has_gui(void);

void make_application(void);
void *make_object(void *parent); /* QObject, by Qt's operator new */
void end_object(void *object);   /* and its memory */
void *make_window(void);
void *make_event(int type);
void post(void *receiver, int type);
void mouse_input(void *window, int button, int type);
void key_input(void *window, int key, int type);
/* QTimer::singleShot with a function; the receiver may be NULL. */
void single_shot(int ms, void *receiver, void (*then)(void));
int start_timer(void *object, int ms);

void probe(const char *input); /* prints where QtGui's events have what; `input`: our library for this Qt */
void *make_notifier(int descriptor); /* of what can be read, enabled */
void exchanged(void); /* a socket notifier and a timer, which a schedule exchanges */
void drive(void);   /* what is recorded and compared */
void steered(int removed_type, bool label_only); /* what only a steered run shows */
#endif
