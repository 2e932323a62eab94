// pointer.h: where a person points to, and with which buttons, as a line (person.cpp has its form).
#ifndef SPARSEINPUT_POINTER_H
#define SPARSEINPUT_POINTER_H
#include "target.h"

#include <loopcore/person.h>

#include <QPoint>

class QWindow;

namespace person {

struct Pointer {
	Target target;
	unsigned button = 0, buttons = 0, modifiers = 0;
	QPoint delta, pixels;
	const char *more = ""; // what follows the nine numbers that each has
};

void describePointer(person_input *in, const QWindow *window, QPointF local, int modifiers, int button, int buttons, QPoint delta,
                     QPoint pixels = QPoint());
bool readPointer(const person_input *in, Pointer *p);

} // namespace person
#endif
