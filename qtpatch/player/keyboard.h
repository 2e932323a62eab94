// keyboard.h: which key of a keyboard is pressed.
#ifndef SPARSE_PLAYER_KEYBOARD_H
#define SPARSE_PLAYER_KEYBOARD_H

#include <QtGlobal>

namespace session {

// The number that X11 and Wayland give to the key of a US keyboard that has this Qt::Key: that of
// Linux's input-event-codes.h and 8 more. 0: no key has it.
quint32 scanCode(int key);

}

#endif
