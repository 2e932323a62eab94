// items.cpp: see items.h.
#include "items.h"

#include "choices.h"

#include <scene/scene.h>

#include <QGuiApplication>
#include <QWindow>

namespace session {

namespace {

enum { CHOICES = 120 };

bool isA(const QObject *item, const QString &cls)
{
	return cls.isEmpty() || scene::classOf(item) == cls || item->inherits(qPrintable(cls));
}

QString shown(QString label)
{
	return label.section('\t', 0, 0).remove('&');
}

// Those that take clicks at their centre, the ones in front first.
QList<QObject *> hittable(const QWindow *window)
{
	QList<QObject *> list;
	for (QObject *item : scene::itemsOf(window)) {
		QRectF rect = scene::rectOf(item);
		if (rect.isValid() && scene::takesClicks(item) && scene::itemAt(window, rect.center()) == item)
			list.prepend(item);
	}
	return list;
}

template <typename Matches> bool placeOf(const QWindow *window, QPoint *at, const Matches &matches)
{
	for (QObject *item : hittable(window))
		if (matches(item)) {
			*at = scene::rectOf(item).center().toPoint();
			return true;
		}
	return false;
}

int percent(double part, int whole)
{
	return whole > 0 ? qBound(0, int(part * 100 / whole + 0.5), 100) : 0;
}

bool canBeSaid(const QString &text)
{
	return !text.isEmpty() && text == plain(text) && text == text.trimmed();
}

// How a step names the item, by its text, its name or its place.
QString stepFor(const QWindow *window, const QObject *item)
{
	QString cls = scene::classOf(item), text = shown(scene::textOf(item)), name = scene::nameOf(item);
	if (canBeSaid(text) && !scene::takesText(item))
		return "click " + cls + ' ' + text;
	if (canBeSaid(name))
		return "field " + cls + ' ' + name;
	QPointF at = scene::rectOf(item).center();
	return QString("at %1 %2").arg(percent(at.x(), window->width())).arg(percent(at.y(), window->height()));
}

bool hasAnother(const QWindow *window)
{
	for (const QWindow *other : QGuiApplication::topLevelWindows())
		if (other != window && other->isVisible() && other->type() != Qt::ToolTip)
			return true;
	return false;
}

} // namespace

bool placeOfItem(const QWindow *window, const QString &cls, const QString &text, QPoint *at)
{
	return placeOf(window, at, [&](const QObject *item) { return isA(item, cls) && shown(scene::textOf(item)) == text; });
}

bool placeOfNamed(const QWindow *window, const QString &cls, const QString &name, QPoint *at)
{
	return placeOf(window, at, [&](const QObject *item) { return isA(item, cls) && scene::nameOf(item) == name; });
}

QStringList choicesOfItems(const QWindow *window)
{
	QStringList steps;
	for (const QObject *item : hittable(window)) {
		QString step = stepFor(window, item);
		if (steps.size() < CHOICES && !steps.contains(step))
			steps.prepend(step);
	}
	const QObject *focus = scene::focusItem(window);
	if (focus && scene::takesText(focus))
		steps += "text";
	steps << "context 50 50" << "at 50 50" << "key Tab" << "key Return" << "key Escape";
	return window->isModal() || hasAnother(window) ? steps << "close" : steps;
}

} // namespace session
