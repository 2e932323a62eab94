// targets.cpp: see targets.h.
#include "targets.h"

#include "input.h"
#include "items.h"
#include "state.h"

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

namespace session {

namespace {

bool actIn(QWidget *widget, QPoint at, Act act)
{
	QWidget *window = widget->window();
	if (!window->windowHandle())
		return false;
	act(window->windowHandle(), widget->mapTo(window, at));
	return true;
}

bool says(const QString &label, const QString &text)
{
	QString plain = label.section('\t', 0, 0); // a menu's text may hold its shortcut
	return plain.remove('&') == text;
}

// In a window of Qt Quick.
bool actOnScene(const QString &cls, const QString &text, Act act, bool named = false)
{
	QWindow *w = front();
	QPoint at;
	if (!scene::isScene(w) || !(named ? placeOfNamed : placeOfItem)(w, cls, text, &at))
		return false;
	act(w, at);
	return true;
}

template <typename Menu> bool actOnAction(Menu *menu, const QString &text, Act act)
{
	for (QAction *action : menu->actions())
		if (action->isVisible() && says(action->text(), text))
			return actIn(menu, menu->actionGeometry(action).center(), act);
	return false;
}

bool actOnRow(QAbstractItemView *view, const QString &text, Act act)
{
	QAbstractItemModel *model = view->model();
	for (int row = 0; model && row < model->rowCount(view->rootIndex()); row++) {
		QModelIndex index = model->index(row, 0, view->rootIndex());
		if (says(index.data().toString(), text))
			return actIn(view->viewport(), view->visualRect(index).center(), act);
	}
	return false;
}

bool actOnItem(QWidget *window, const QString &text, Act act)
{
	if (auto *menu = qobject_cast<QMenu *>(window))
		return actOnAction(menu, text, act);
	for (QMenuBar *bar : window->findChildren<QMenuBar *>())
		if (bar->isVisible() && actOnAction(bar, text, act))
			return true;
	for (QTabBar *bar : window->findChildren<QTabBar *>())
		for (int i = 0; bar->isVisible() && i < bar->count(); i++)
			if (says(bar->tabText(i), text))
				return actIn(bar, bar->tabRect(i).center(), act);
	for (QAbstractItemView *view : window->findChildren<QAbstractItemView *>())
		if (view->isVisible() && actOnRow(view, text, act))
			return true;
	return false;
}

bool actOnField(QWidget *window, const QString &what, Act act)
{
	QString cls = what.section(' ', 0, 0), name = what.section(' ', 1);
	for (QWidget *field : window->findChildren<QWidget *>(name))
		if (field->isVisible() && field->inherits(qPrintable(cls)))
			return actIn(field, field->rect().center(), act);
	return false;
}

bool isTarget(const QString &word)
{
	return word == "item" || word == "field" || word == "at";
}

Place pointed;

void note(QWindow *w, QPoint at)
{
	pointed = { w, at };
}

} // namespace

bool sendClick(const QString &what, Act act)
{
	QString cls = what.section(' ', 0, 0), text = what.section(' ', 1);
	QWidget *window = frontWidget();
	if (!window)
		return actOnScene(cls, text, act);
	for (QAbstractButton *button : window->findChildren<QAbstractButton *>())
		if (button->isVisible() && button->inherits(qPrintable(cls)) && says(button->text(), text))
			return actIn(button, button->rect().center(), act);
	return false;
}

// Of open menus the last one first: an entry of a parent menu can be hit, too.
bool sendItem(const QString &text, Act act)
{
	QList<QWidget *> open = popups();
	while (!open.isEmpty())
		if (actOnItem(open.takeLast(), text, act))
			return true;
	QWidget *window = frontWidget();
	if (!window)
		return actOnScene(QString(), text, act);
	return popups().isEmpty() && actOnItem(window, text, act);
}

bool sendElsewhere(const QString &what, Act act)
{
	QString cls = what.section(' ', 0, 0), text = what.section(' ', 1);
	for (QWidget *window : windowsBehind())
		for (QAbstractButton *button : window->findChildren<QAbstractButton *>())
			if (button->isVisible() && button->inherits(qPrintable(cls)) && says(button->text(), text))
				return actIn(button, button->rect().center(), act);
	QPoint at;
	for (QWindow *window : scenesBehind())
		if (placeOfItem(window, cls, text, &at)) {
			act(window, at);
			return true;
		}
	return false;
}

bool sendField(const QString &what, Act act)
{
	QWidget *window = frontWidget();
	return window ? actOnField(window, what, act) : actOnScene(what.section(' ', 0, 0), what.section(' ', 1), act, true);
}

QPoint placeIn(const QWindow *w, const QString &line, int nth)
{
	auto percent = [&](int word, int of) { return of * line.section(' ', word, word).toInt() / 100; };
	return QPoint(percent(2 * nth, w->width()), percent(2 * nth + 1, w->height()));
}

bool sendAt(const QString &where, Act act)
{
	QWindow *w = front();
	if (w)
		act(w, placeIn(w, where, 0));
	return w;
}

bool actOnTarget(const QString &target, Act act)
{
	QString word = target.section(' ', 0, 0), rest = target.section(' ', 1);
	return word == "item" ? sendItem(rest, act) : word == "field" ? sendField(rest, act) : word == "at" && sendAt(rest, act);
}

bool sendTap(const QString &what, Act act)
{
	return isTarget(what.section(' ', 0, 0)) ? actOnTarget(what, act) : sendClick(what, act);
}

bool placeOfTarget(const QString &target, Place *place)
{
	bool found = actOnTarget(target, note);
	*place = pointed;
	return found;
}

bool placeOfTap(const QString &target, Place *place)
{
	bool found = sendTap(target, note);
	*place = pointed;
	return found;
}

int roomBeside(const Place &place)
{
	enum { LEAST = 10, MOST = 100, STEP = 5 };
	const QList<scene::Shown> shown = scene::isScene(place.window) ? scene::shown(place.window) : QList<scene::Shown>();
	const QWidget *widget = nullptr;
	for (const QWidget *w : QApplication::topLevelWidgets())
		widget = w->windowHandle() == place.window ? w : widget;
	auto lies = [&](int beside) -> const void * {
		QPoint at = place.at + QPoint(beside, 0);
		if (!widget)
			return scene::itemAt(shown, at);
		const QWidget *child = widget->childAt(at);
		return child || !widget->rect().contains(at) ? child : widget;
	};
	const void *there = lies(0);
	int room = LEAST;
	while (there && room + STEP <= MOST && lies(room + STEP) == there && lies(-room - STEP) == there)
		room += STEP;
	return room;
}

bool placeElsewhere(const QString &target, Place *place)
{
	QString kind = target.section(' ', 1, 1), rest = target.section(' ', 2);
	auto isOnTop = [&] { return QGuiApplication::topLevelAt(place->window->mapToGlobal(place->at)) == place->window; };
	if (target.section(' ', 0, 0) != "elsewhere")
		return false;
	for (QWidget *window : windowsBehind())
		if ((kind == "item" && actOnItem(window, rest, note)) || (kind == "field" && actOnField(window, rest, note))) {
			*place = pointed;
			return isOnTop();
		}
	for (QWindow *window : scenesBehind()) {
		place->window = window;
		if (kind == "item" ? placeOfItem(window, QString(), rest, &place->at)
		                   : placeOfNamed(window, rest.section(' ', 0, 0), rest.section(' ', 1), &place->at))
			return isOnTop();
	}
	return false;
}

} // namespace session
