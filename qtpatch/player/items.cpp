// items.cpp: see items.h.
#include "items.h"

#include "choices.h"

#include <compose/compose.h>
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

// A click in its middle is for it.
bool canBeHit(const QList<scene::Shown> &all, const scene::Shown &one)
{
	return one.takes && scene::itemAt(all, one.rect.center()) == &one;
}

// The one in front first. What it shows is looked at before where it lies: that takes its time.
template <typename Matches> bool placeOf(const QWindow *window, QPoint *at, const Matches &matches)
{
	const QList<scene::Shown> all = scene::shown(window);
	for (int i = int(all.size()) - 1; i >= 0; i--)
		if (all[i].takes && matches(all[i].item) && canBeHit(all, all[i])) {
			*at = all[i].rect.center().toPoint();
			return true;
		}
	return false;
}

// How a step names the item, by its text, its name or its place.
QString stepFor(const QWindow *window, const scene::Shown &one)
{
	const QObject *item = one.item;
	QString cls = scene::classOf(item), text = shown(scene::textOf(item)), name = item->objectName();
	if (canBeSaid(text))
		return "click " + cls + ' ' + text;
	if (canBeSaid(name))
		return "field " + cls + ' ' + name;
	QPoint at = one.rect.center().toPoint();
	return QString("at %1 %2").arg(percent(at.x(), window->width())).arg(percent(at.y(), window->height()));
}

// What takes fingers in another way than the mouse: elsewhere a tap is the click that has its own step.
bool takesFingers(const QObject *item)
{
	if (item->inherits("QQuickMultiPointTouchArea"))
		return true;
	for (const QObject *child : item->children())
		if (child->inherits("QQuickPointerHandler"))
			return true;
	return false;
}

// A tap on the item, by its name or its place.
QString touchFor(const QWindow *window, const scene::Shown &one)
{
	QString name = one.item->objectName();
	QPoint at = one.rect.center().toPoint();
	return canBeSaid(name) ? "touch field " + scene::classOf(one.item) + ' ' + name
	                       : QString("touch at %1 %2").arg(percent(at.x(), window->width())).arg(percent(at.y(), window->height()));
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
	return placeOf(window, at, [&](const QObject *item) { return isA(item, cls) && item->objectName() == name; });
}

QStringList elsewhereInItems(const QWindow *window)
{
	QStringList steps;
	const QList<scene::Shown> all = scene::shown(window);
	for (const scene::Shown &one : all) {
		QString text = one.takes ? shown(scene::textOf(one.item)) : QString();
		if (canBeSaid(text) && canBeHit(all, one))
			steps += "elsewhere " + scene::classOf(one.item) + ' ' + text;
	}
	return steps;
}

QStringList choicesOfItems(const QWindow *window)
{
	QStringList steps;
	const QList<scene::Shown> all = scene::shown(window);
	for (const scene::Shown &one : all)
		if (steps.size() < CHOICES && canBeHit(all, one)) {
			QString step = stepFor(window, one);
			if (!steps.contains(step))
				steps += step;
		}
	for (const scene::Shown &one : all)
		if (steps.size() < CHOICES && takesFingers(one.item) && canBeHit(all, one) && !steps.contains(touchFor(window, one)))
			steps += touchFor(window, one);
	const QObject *focus = scene::focusItem(window);
	if (focus && scene::takesText(focus))
		steps += "text";
	if (focus && compose::isAwaited())
		steps += "commit";
	steps << "context 50 50" << "at 50 50" << "drag 50 70 50 30" << "key Tab" << "key Return" << "key Escape";
	return window->isModal() || hasAnother(window) ? steps << "close" : steps;
}

} // namespace session
