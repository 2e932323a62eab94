// pens.h: which widgets listen to a pen.
//
// The rule it keeps: no code of the program is called; which function stands for an event is read from the object.
#pragma once

class QWidget;

namespace session {

// It has a function of its own for a pen's events, or follows a pen that is near. What hears of them in another way, by its
// event() or a filter, is not told. Classes that a binding makes of a script's have a function for every event: these say nothing by it.
bool takesPens(const QWidget *w);

} // namespace session
