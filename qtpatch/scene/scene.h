// scene.h: the items of a window of Qt Quick: which one lies at a place, and where one lies.
//
// Nothing here links Qt Quick: items are known by their classes' meta objects, their functions are
// found by symbol in the library of these. Of a program without Qt Quick no window is a scene.
//
// The rule it keeps: no code of the program is called, in C++ or in QML. Properties are read that Qt's
// own classes declare, by those classes' meta objects.
#pragma once

#include <QList>
#include <QObject>
#include <QRectF>
#include <QString>

class QWindow;

namespace scene {

bool isScene(const QWindow *window);

// As it is written in QML: without the number that Qt gives to each such type.
QString classOf(const QObject *object);
// "Class:objectName" of itself and of what it lies in that has a name or a type of a QML file; the end of it,
// if it is long.
QString pathOf(const QObject *item);
// What a button or a label shows. A field has none: what somebody typed is nobody's business, and changes.
QString textOf(const QObject *item);
bool takesText(const QObject *item);

// A kind of device, as Qt's enumerations of them number it.
enum Device { Mouse = 0x1, TouchScreen = 0x2, Stylus = 0x10 };
// Has it a handler that takes such a device, and none of `but`?
bool handles(const QObject *item, Device device, int but = 0);

// Has it a handler of that class?
bool has(const QObject *item, const char *handler);

struct Shown {
	QObject *item;
	QRectF rect; // what is seen of it, in the window
	bool takes;  // clicks of the left button, as a button, a field or an area does
};

// All that is shown, those in front last.
QList<Shown> shown(const QWindow *window);
// Does it lie in that one, or is it itself?
bool liesIn(const QObject *item, const QObject *in);
// What a click there is for: the item in front that takes clicks, or else the one in front. Null outside.
const Shown *itemAt(const QList<Shown> &shown, QPointF at);
// What has the keyboard there, or null.
QObject *focusItem(const QWindow *window);

} // namespace scene
