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

// What pinches are for, with two fingers on a screen or on a touchpad.
bool takesGestures(const QObject *item)
{
	return item->inherits("QQuickPinchArea") || scene::has(item, "QQuickPinchHandler");
}

// What takes two fingers by itself, and, in some versions of Qt, no clicks.
bool takesPinches(const QObject *item)
{
	return takesGestures(item) || item->inherits("QQuickMultiPointTouchArea");
}

// A click in its middle is for it, or two fingers there, which it takes before what lies in it.
bool canBeHit(const QList<scene::Shown> &all, const scene::Shown &one)
{
	const scene::Shown *front = scene::itemAt(all, one.rect.center());
	return one.takes ? front == &one : takesPinches(one.item) && scene::liesIn(front->item, one.item);
}

// The one in front first. What it shows is looked at before where it lies: that takes its time.
template <typename Matches> bool placeOf(const QWindow *window, QPoint *at, const Matches &matches)
{
	const QList<scene::Shown> all = scene::shown(window);
	for (int i = int(all.size()) - 1; i >= 0; i--)
		if ((all[i].takes || takesPinches(all[i].item)) && matches(all[i].item) && canBeHit(all, all[i])) {
			*at = all[i].rect.center().toPoint();
			return true;
		}
	return false;
}

QString placeIn(const QWindow *window, QPointF at)
{
	return QString("%1 %2").arg(percent(qRound(at.x()), window->width())).arg(percent(qRound(at.y()), window->height()));
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
	return "at " + placeIn(window, one.rect.center());
}

// What takes fingers in another way than the mouse: elsewhere a tap is the click that has its own step.
bool takesFingers(const QObject *item)
{
	return item->inherits("QQuickMultiPointTouchArea") || scene::handles(item, scene::TouchScreen);
}

// Likewise pens.
bool takesPens(const QObject *item)
{
	return scene::handles(item, scene::Stylus, scene::Mouse);
}

// A tap on the item, by its name or its place.
QString tapFor(const char *word, const QWindow *window, const scene::Shown &one)
{
	QString name = one.item->objectName();
	return word + (canBeSaid(name) ? " field " + scene::classOf(one.item) + ' ' + name : " at " + placeIn(window, one.rect.center()));
}

QString strokeFor(const char *word, const QWindow *window, const scene::Shown &one)
{
	QPointF part(one.rect.width() / 4, one.rect.height() / 4);
	return QString("%1 ").arg(word) + placeIn(window, one.rect.topLeft() + part) + ' ' + placeIn(window, one.rect.bottomRight() - part);
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
	auto add = [&](const QString &step) {
		if (steps.size() < CHOICES && !steps.contains(step))
			steps += step;
	};
	const QList<scene::Shown> all = scene::shown(window);
	for (const scene::Shown &one : all)
		if (one.takes && canBeHit(all, one))
			add(stepFor(window, one));
	for (const scene::Shown &one : all) {
		if (takesFingers(one.item) && canBeHit(all, one))
			add(tapFor("touch", window, one));
		if (takesPinches(one.item) && canBeHit(all, one))
			for (const char *percent : { " 200", " 50" })
				add(tapFor("pinch", window, one) + percent);
		if (takesGestures(one.item) && canBeHit(all, one))
			add(tapFor("gesture zoom", window, one) + " 200");
		if (takesPens(one.item) && canBeHit(all, one)) {
			add(tapFor("pen", window, one));
			add(strokeFor("stroke", window, one));
			add(strokeFor("erase", window, one));
		}
	}
	const QObject *focus = scene::focusItem(window);
	if (focus && scene::takesText(focus))
		steps += "text";
	if (focus && compose::isAwaited())
		steps += "commit";
	steps << "context 50 50" << "at 50 50" << "drag 50 70 50 30" << "key Tab" << "key Return" << "key Escape";
	return window->isModal() || hasAnother(window) ? steps << "close" : steps;
}

} // namespace session
