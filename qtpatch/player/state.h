// state.h: what stands open while a script is played, for who plays many that differ in
// one step (docs/sessions.md: SESSION_STATE).
#pragma once

#include <QList>
#include <QString>

class QObject;
class QWidget;
class QWindow;

namespace session {

// Windows that are shown and take input, but the one in front; in an order that is the same
// in every run.
QList<QWidget *> windowsBehind();
// Likewise those of Qt Quick.
QList<QWindow *> scenesBehind();
QString classOf(const QObject *o);

// What tells windows of one class apart: the object's name, else the title.
QString nameOf(const QWidget *window);
QString nameOf(const QWindow *window);

// Writes a line before a step of line `line` of the script, or before act `act` of its monkey;
// with what there is to choose from if somebody does.
void writeState(int line, int act, bool choose = false);
// Likewise while a drag of that line waits for its release: what can come then comes from outside, and does not end the program.
void writeDragState(int line);

// How many event loops run, one in another.
int loops();

} // namespace session
