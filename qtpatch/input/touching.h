// touching.h: what fingers, pens and touchpads do, described and played again.
//
// In `at`, behind the nine numbers that every pointer has, several fingers stand one after the other: what each does (+ it comes, ~ it
// moves, . it rests, - it goes), its number, and where it is beside the first of them, in pixels, of which the numbers before say
// where it is. A pen has its pressure, in thousandths, where a wheel has by how much it turns, and 1 after it if it is an eraser; and where that scrolls by
// pixels, its tilt, in tenths of a degree. A touchpad's
// gesture has its type and its number of fingers in place of the buttons; of a pan how far, in thousandths of a pixel, in place of the
// wheel's turn; and where that scrolls by pixels, its value in millionths (touch/gesture.h).
#ifndef SPARSEINPUT_TOUCHING_H
#define SPARSEINPUT_TOUCHING_H
#include "pointer.h"

#include <touch/touch.h>

namespace person {

// Is the input of that kind? Then whether it begins, goes on, or ends what the person does there.
bool isTouching(const person_input *in, touch::Phase *phase);
// A pen goes over what is there, and has nothing down.
bool isNear(const person_input *in, const Pointer &p);
// `event` is a TouchEvent, a TabletEvent or a GestureEvent of QWindowSystemInterfacePrivate. False: nothing that a replay would repeat.
bool describeTouching(person_input *in, const QWindow *window, const void *event);
// NULL: it is in the queue. Otherwise why it is not.
const char *playTouching(const person_input *in, QWindow *w, const Pointer &p, QPointF at, unsigned long ms, person_sent *sent);

} // namespace person
#endif
