// items.h: steps on the items of a window of Qt Quick (docs/sessions.md).
#pragma once

#include <QPoint>
#include <QString>
#include <QStringList>

class QWindow;

namespace session {

// The centre of the item, in front first, of that class and text, or with that name; any class if none is given.
bool placeOfItem(const QWindow *window, const QString &cls, const QString &text, QPoint *at);
bool placeOfNamed(const QWindow *window, const QString &cls, const QString &name, QPoint *at);

// "elsewhere CLASS TEXT" for each item of a window behind that shows a text.
QStringList elsewhereInItems(const QWindow *window);

// What a person could do to its items, as choices() has it.
QStringList choicesOfItems(const QWindow *window);

} // namespace session
