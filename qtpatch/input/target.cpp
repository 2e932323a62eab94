// target.cpp: see target.h.
//
// The rule it keeps: no code of the program is called, when an input is described or
// played. Where Qt would ask it (a model, an item, a delegate, a style, a view of the
// program's own), or where it has a layout to do first, the place alone describes.
// Whose an object is, its vtable says: it lies in the module of its class.
#include "target.h"
#include "ours.h"
#include <scene/scene.h>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QMenuBar>
#include <QTabBar>
#include <QWidget>
#include <QWindow>
#include <qpa/qplatformwindow.h>

namespace person {

namespace {

struct Entry {
	QString text;
	QRect rect;
};

template <typename Menu> Entry entryOfMenu(Menu *menu, QPoint at)
{
	QAction *action = menu->actionAt(at);
	return action ? Entry{ plain(action->text()), menu->actionGeometry(action) } : Entry{ {}, menu->rect() };
}

// What lies under the point, in the widget's own coordinates.
Entry entryAt(QWidget *widget, QPoint at)
{
	if (auto *menu = qobject_cast<QMenu *>(widget))
		return entryOfMenu(menu, at);
	if (auto *bar = qobject_cast<QMenuBar *>(widget))
		return entryOfMenu(bar, at);
	if (auto *bar = qobject_cast<QTabBar *>(widget)) {
		int i = bar->tabAt(at);
		return i >= 0 ? Entry{ plain(bar->tabText(i)), bar->tabRect(i) } : Entry{ {}, bar->rect() };
	}
	auto *view = qobject_cast<QAbstractItemView *>(widget->parentWidget());
	if (view && view->viewport() == widget && isQtAlone(view)) {
		QModelIndex index = view->indexAt(at);
		if (index.isValid())
			return { plain(index.data().toString()), view->visualRect(index) };
	}
	auto *button = qobject_cast<QAbstractButton *>(widget);
	return { button ? plain(button->text()) : QString(), widget->rect() };
}

template <typename Menu> bool entryInMenu(Menu *menu, const QString &text, QRect *rect)
{
	for (QAction *action : menu->actions())
		if (action->isVisible() && plain(action->text()) == text) {
			*rect = menu->actionGeometry(action);
			return true;
		}
	return false;
}

bool rowOf(QAbstractItemView *view, const QString &text, QRect *rect)
{
	QAbstractItemModel *model = view->model();
	for (int row = 0; model && row < model->rowCount(view->rootIndex()); row++)
		for (int column = 0; column < model->columnCount(view->rootIndex()); column++) {
			QModelIndex index = model->index(row, column, view->rootIndex());
			*rect = view->visualRect(index);
			if (plain(index.data().toString()) == text && rect->isValid())
				return true;
		}
	return false;
}

// Where the entry of that text is in the widget.
bool findEntry(QWidget *widget, const QString &text, QRect *rect)
{
	*rect = widget->rect();
	if (text.isEmpty())
		return true;
	if (auto *menu = qobject_cast<QMenu *>(widget))
		return entryInMenu(menu, text, rect);
	if (auto *bar = qobject_cast<QMenuBar *>(widget))
		return entryInMenu(bar, text, rect);
	if (auto *bar = qobject_cast<QTabBar *>(widget)) {
		for (int i = 0; i < bar->count(); i++)
			if (plain(bar->tabText(i)) == text) {
				*rect = bar->tabRect(i);
				return true;
			}
		return false;
	}
	auto *view = qobject_cast<QAbstractItemView *>(widget->parentWidget());
	if (view && view->viewport() == widget)
		return isQtAlone(view) && rowOf(view, text, rect);
	auto *button = qobject_cast<QAbstractButton *>(widget);
	return !button || plain(button->text()) == text;
}

// In a window of Qt Quick.
Target itemAt(const QWindow *window, QPoint at, Target t)
{
	QList<scene::Shown> all = scene::shown(window);
	const scene::Shown *hit = scene::itemAt(all, at);
	if (!hit)
		return t;
	t.path = scene::pathOf(hit->item);
	t.text = plain(scene::textOf(hit->item));
	t.inEntry = placeIn(hit->rect.toRect(), at);
	return t;
}

// The own name first, for a path takes its time.
bool isTarget(const QObject *item, const Target &target)
{
	return target.path.endsWith(scene::classOf(item) + QLatin1Char(':') + item->objectName()) &&
	       plain(scene::textOf(item)) == target.text && scene::pathOf(item) == target.path;
}

bool findItem(const QWindow *window, const Target &target, QPoint recorded, QPoint *at, const char **why)
{
	QList<scene::Shown> all = scene::shown(window);
	const QObject *best = nullptr;
	int distance = 0;
	if (target.path.isEmpty())
		return true;
	for (const scene::Shown &one : all) {
		if (!isTarget(one.item, target))
			continue;
		QPoint p = pointIn(one.rect.toRect(), target.inEntry);
		int d = (p - recorded).manhattanLength();
		if (best && d >= distance)
			continue;
		best = one.item;
		distance = d;
		*at = p;
	}
	if (!best)
		return false;
	*why = "something else lies over its target";
	const scene::Shown *hit = scene::itemAt(all, *at);
	return (hit && hit->item == best) || !QRect(QPoint(), window->size()).contains(*at);
}

} // namespace

QString nameOf(const QObject *object)
{
	return scene::classOf(object) + QLatin1Char(':') + object->objectName();
}

QString plain(QString text)
{
	return text.section(QLatin1Char('\t'), 0, 0).remove(QLatin1Char('&')).simplified().left(80);
}

QWidget *widgetOf(const QWindow *window)
{
	// Most have one of the window system's, by which Qt finds it at once.
	QPlatformWindow *native = window ? window->handle() : nullptr;
	QWidget *found = native ? QWidget::find(native->winId()) : nullptr;
	if (found && found->windowHandle() == window)
		return found;
	for (QWidget *widget : QApplication::topLevelWidgets())
		if (window && widget->windowHandle() == window)
			return widget;
	return nullptr;
}

QString pathOf(QWidget *widget)
{
	QStringList names;
	for (; widget && !widget->isWindow(); widget = widget->parentWidget())
		names.prepend(nameOf(widget));
	return names.join(QLatin1Char('/'));
}

Place placeIn(const QRect &rect, QPoint at)
{
	auto part = [](int n, int of) { return of > 0 ? n * 1000 / of : 0; };
	return { part(at.x() - rect.x(), rect.width()), part(at.y() - rect.y(), rect.height()) };
}

QPoint pointIn(const QRect &rect, Place place)
{
	return rect.topLeft() + QPoint((rect.width() * place.x + 500) / 1000, (rect.height() * place.y + 500) / 1000);
}

Target targetAt(const QWindow *window, QPoint at)
{
	QRect whole(QPoint(), window->size());
	Target t;
	t.inWindow = t.inEntry = placeIn(whole, at);
	QWidget *top = widgetOf(window);
	if (scene::isScene(window))
		return itemAt(window, at, t);
	if (!top)
		return t;
	QWidget *widget = top->childAt(at);
	if (!widget)
		widget = top;
	QPoint inside = widget->mapFrom(top, at);
	Entry entry = entryAt(widget, inside);
	t.path = pathOf(widget);
	t.text = entry.text;
	t.inEntry = placeIn(entry.rect, inside);
	return t;
}

bool findTarget(const QWindow *window, const Target &target, QPoint *at, const char **why)
{
	QRect whole(QPoint(), window->size());
	QPoint recorded = pointIn(whole, target.inWindow);
	QWidget *top = widgetOf(window), *best = nullptr;
	int distance = 0;
	*at = recorded;
	*why = "its target is not there";
	if (scene::isScene(window))
		return findItem(window, target, recorded, at, why);
	if (!top)
		return true;
	QList<QWidget *> widgets = top->findChildren<QWidget *>();
	widgets.prepend(top);
	for (QWidget *widget : widgets) {
		QRect rect;
		if (!widget->isVisible() || pathOf(widget) != target.path || !findEntry(widget, target.text, &rect))
			continue;
		QPoint p = widget->mapTo(top, pointIn(rect, target.inEntry));
		int d = (p - recorded).manhattanLength();
		if (best && d >= distance)
			continue;
		best = widget;
		distance = d;
		*at = p;
	}
	if (!best)
		return false;
	QWidget *hit = top->childAt(*at);
	*why = "something else lies over its target";
	return (hit ? hit : top) == best || !whole.contains(*at);
}

} // namespace person
