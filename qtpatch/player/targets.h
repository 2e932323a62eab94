// targets.h: what the steps of a script name (docs/sessions.md), and where it lies.
#pragma once

#include <QPoint>
#include <QString>

class QWidget;
class QWindow;

namespace session {

// What is done at a place of a window.
using Act = void (*)(QWindow *w, QPoint at);

struct Place {
	QWindow *window = nullptr;
	QPoint at;
};

// Each does it at what a step names, and tells whether that is there: a button of the window in front; an entry, a row or a tab; a
// widget or an item by its name; a place in percent.
bool sendClick(const QString &what, Act act);
bool sendItem(const QString &text, Act act);
bool sendField(const QString &what, Act act);
bool sendAt(const QString &where, Act act);
// A button of any window that takes input beside the one in front.
bool sendElsewhere(const QString &what, Act act);
// At a target: "item TEXT", "field CLASS NAME" or "at X Y".
bool actOnTarget(const QString &target, Act act);
// Likewise, or a button as for `click`.
bool sendTap(const QString &what, Act act);

// Where a target is. Nothing is done there.
bool placeOfTarget(const QString &target, Place *place);
// Likewise of one that a tap can have.
bool placeOfTap(const QString &target, Place *place);
// As for placeOfTarget: "elsewhere item TEXT" or "elsewhere field CLASS NAME", in a window that is not in front and that nothing covers there.
bool placeElsewhere(const QString &target, Place *place);
// How far to either side of a place the same lies there, in pixels: from 10 to 100.
int roomBeside(const Place &place);
// The nth place of a line, in percent of the window.
QPoint placeIn(const QWindow *w, const QString &line, int nth);

} // namespace session
