// input.h: what a person does to a window, as window-system input.
//
// All of it goes through the queue of QWindowSystemInterface, so that the program
// sees what a platform plugin would give it, and is delivered when the program
// looks for input, never from inside a call of ours.
#pragma once

#include <QKeySequence>
#include <QList>
#include <QPoint>
#include <QString>

namespace compose {
struct Words;
}

class QWidget;
class QWindow;

namespace session {

// The window that a person would be talking to: an open popup, then the modal
// dialog, then the window with the focus. Null when nothing is shown.
QWindow *front();
QWidget *frontWidget();
// Open popups, the last one has the keyboard.
QList<QWidget *> popups();

// The first main window that is shown, null if there is none.
QWindow *mainWindow();

// Each tells whether there was a window to take the input.
bool sendKey(const QString &sequence);
bool sendText(const QString &text);
bool sendComposed(const compose::Words &words);
bool sendKeyTo(QWindow *w, const QString &sequence);
// The window manager gives a window the keyboard, after what was sent before.
void giveKeyboard(QWindow *w);
bool sendClose(QWindow *w);

// From now on the screen's own pointer enters and leaves no window.
void takePointer();

// A press and a release at a point of the window `w`.
void clickAt(QWindow *w, QPoint at, Qt::MouseButton button);
void doubleClickAt(QWindow *w, QPoint at);
// The pointer is there, no button down.
void hoverAt(QWindow *w, QPoint at);
void wheelAt(QWindow *w, QPoint at, int notches);
void scrollAt(QWindow *w, QPoint at, int pixels); // two fingers on a touchpad

} // namespace session
