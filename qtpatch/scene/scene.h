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
// The item's objectName, else its id.
QString nameOf(const QObject *item);
// "Class:name" of the named items that it lies in and of itself, at most so many characters of its end.
QString pathOf(const QObject *item);
// What a button, a label or a field shows.
QString textOf(const QObject *item);
// In the window, without what a view clips.
QRectF rectOf(const QObject *item);
// It is a button, a field or an area that takes a click of the left button.
bool takesClicks(const QObject *item);
bool takesText(const QObject *item);

// All that is shown, those in front last.
QList<QObject *> itemsOf(const QWindow *window);
// What a click there is for: the item in front that takes clicks, or else the one in front. Null outside.
QObject *itemAt(const QWindow *window, QPointF at);
// What has the keyboard there, or null.
QObject *focusItem(const QWindow *window);

} // namespace scene
