// compose.h: what an input method writes, as Qt's side of one gives it to the program.
//
// Qt's queue of the window system has no such news: an input method speaks to the object that has the focus, from
// wherever it hears. Here it goes through that queue as the release of a key that no keyboard has; where the program would get it,
// the object with the focus gets a QInputMethodEvent instead, if it takes one.
#pragma once

#include <QString>

class QWindow;

namespace compose {

struct Words {
	QString preedit; // not written yet, and shown
	QString commit;  // written
};

// Does what has the focus take them?
bool isAwaited();

// Into the queue. `ms`: the event's time, Qt's own if it is null.
void send(QWindow *w, const Words &words, const unsigned long *ms = nullptr);

// Is it news of that kind? `event` is a KeyEvent of QWindowSystemInterfacePrivate.
bool read(const void *event, Words *words);

} // namespace compose
