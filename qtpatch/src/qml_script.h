/* qml_script.h: the line of QML or JavaScript that called what C++ does now.
 *
 * Qt says it to debuggers by an exported function, which must be asked only while a script
 * runs. Whether one does is a member of the engine, whose place another function shows by
 * its first load. Rules: only scripts that run on top of the present handler, on this thread's
 * stack, count; where anything is not as expected, no script is named.
 */
#ifndef SPARSEQT_QML_SCRIPT_H
#define SPARSEQT_QML_SCRIPT_H
#include <loopcore/elfsym.h>

enum { QML_SCRIPT = 256 };

void qml_script_init(const struct object *qml);
struct thread;
/* "FILE:LINE FUNCTION" in `to`, or NULL: C++ does it by itself. `stack`: where the hook that
 * asks stands. */
const char *qml_script(const struct thread *t, const void *stack, char to[QML_SCRIPT]);

void on_engine_made(void *engine, void *public_engine);
void on_engine_dies(void *engine);
#endif
