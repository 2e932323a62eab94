// target.h: the widget, or the entry in it, that a person points at.
//
// A place is described as the path of widgets, the text of the entry under the pointer
// and where in that entry it is, so that it is found again in a window of another
// size, with other neighbours or in another language's layout.
#ifndef SPARSEINPUT_TARGET_H
#define SPARSEINPUT_TARGET_H
#include <QPoint>
#include <QRect>
#include <QString>

class QObject;
class QWidget;
class QWindow;

namespace person {

// In thousandths of what it lies in.
struct Place {
	int x = 500, y = 500;
};

struct Target {
	QString path, text;
	Place inEntry, inWindow;
};

QString nameOf(const QObject *object); // "Class:objectName"
QString plain(QString text);           // of a label: without shortcut and mnemonic
QWidget *widgetOf(const QWindow *window);
QString pathOf(QWidget *widget);

Target targetAt(const QWindow *window, QPoint at);
// Where in the window the target is now; false and why it is nowhere to be hit.
bool findTarget(const QWindow *window, const Target &target, QPoint *at, const char **why);

Place placeIn(const QRect &rect, QPoint at);
QPoint pointIn(const QRect &rect, Place place);

} // namespace person
#endif
