// choices.h: what a person could do to the window in front, as steps of a script, for
// who chooses each step by what is shown (docs/sessions.md: SESSION_STEPS).
#pragma once

#include <QString>
#include <QStringList>

namespace session {

// The steps that have a target now, each once, in an order that is the same in every run. "text"
// alone: what has the keyboard takes words; "close": there is another window to go back to.
QStringList choices();

// One line of the file of states, without what separates its fields: it holds a program's text.
QString plain(QString text);
// As a label is shown: a menu's text may hold its shortcut.
QString shown(QString label);
// A step ends with the line, and a list of them has separators: another text has no step.
bool canBeSaid(const QString &text);
// Of a window, as a step says a place in it.
int percent(int part, int whole);

} // namespace session
