// choices.cpp: see choices.h.
#include "choices.h"

#include "input.h"
#include "items.h"
#include "pens.h"
#include "state.h"

#include <compose/compose.h>
#include <scene/scene.h>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QShortcut>
#include <QTabBar>
#include <QTextEdit>

#include <type_traits>

namespace session {

namespace {

enum { ROWS = 5, CELLS = 6, CHOICES = 120, OF_A_KIND = 2 };

struct Found {
	QWidget *window;
	QStringList steps;

	void add(const QString &step)
	{
		if (steps.size() < CHOICES && !steps.contains(step))
			steps += step;
	}

	void addPlace(const char *word, QWidget *widget, QPoint at)
	{
		QPoint in = widget->mapTo(window, at);
		if (window->rect().contains(in))
			add(QString("%1 %2 %3").arg(word).arg(percent(in.x(), window->width())).arg(percent(in.y(), window->height())));
	}

	void addDrag(QWidget *widget, QPoint from, QPoint to, const char *word = "drag")
	{
		QPoint a = widget->mapTo(window, from), b = widget->mapTo(window, to);
		if (window->rect().contains(a) && window->rect().contains(b))
			add(QString("%1 %2 %3 %4 %5").arg(word).arg(percent(a.x(), window->width())).arg(percent(a.y(), window->height()))
			        .arg(percent(b.x(), window->width())).arg(percent(b.y(), window->height())));
	}

	// The widgets of a class that take input in this window, not in one that belongs to it. The window may be such a widget itself, a
	// table without a frame; as a QWidget it is no place of its own.
	template <class W = QWidget> QList<W *> all() const
	{
		QList<W *> list;
		W *itself = std::is_same_v<W, QWidget> ? nullptr : qobject_cast<W *>(window);
		if (itself && itself->isVisible() && itself->isEnabled())
			list += itself;
		for (W *w : window->findChildren<W *>())
			if (w->isVisible() && w->isEnabled() && w->window() == window)
				list += w;
		return list;
	}
};

template <class Actions> void addActions(Found &found, const Actions *of)
{
	for (QAction *a : of->actions())
		if (a->isVisible() && a->isEnabled() && !a->isSeparator() && canBeSaid(shown(a->text())))
			found.add("item " + shown(a->text()));
}

// The other columns of a table: a click there may switch something, a double click may ask for it. Of one row that is seen.
void addCells(Found &found, QAbstractItemView *view, int row)
{
	QAbstractItemModel *model = view->model();
	for (int column = 1; column <= CELLS && column < model->columnCount(view->rootIndex()); column++) {
		QRect at = view->visualRect(model->index(row, column, view->rootIndex()));
		if (at.isEmpty() || !view->viewport()->rect().contains(at.center()))
			continue;
		found.addPlace("at", view->viewport(), at.center());
		found.addPlace("double", view->viewport(), at.center());
	}
}

void addRows(Found &found, QAbstractItemView *view)
{
	QAbstractItemModel *model = view->model();
	QPoint first;
	int seen = -1;
	for (int row = 0, added = 0; model && added < ROWS && row < model->rowCount(view->rootIndex()); row++) {
		QModelIndex index = model->index(row, 0, view->rootIndex());
		QRect at = view->visualRect(index);
		QString text = index.data().toString();
		if (!view->viewport()->rect().contains(at.center()))
			continue;
		if (first.isNull()) {
			first = at.center();
			seen = row;
		}
		added++;
		if (canBeSaid(shown(text)))
			found.add("item " + shown(text));
		else
			found.addPlace("at", view->viewport(), at.center());
	}
	if (first.isNull())
		first = view->viewport()->rect().center();
	found.addPlace("double", view->viewport(), first);
	found.addPlace("context", view->viewport(), first);
	if (seen >= 0)
		addCells(found, view, seen);
}

// Of a view's rows that are seen and can be told by their text: the first one and the last one.
QStringList endsOf(const QAbstractItemView *view)
{
	QAbstractItemModel *model = view->model();
	QStringList rows;
	for (int row = 0; model && row < qMin(int(ROWS), model->rowCount(view->rootIndex())); row++) {
		QModelIndex index = model->index(row, 0, view->rootIndex());
		QString text = shown(index.data().toString());
		if (view->viewport()->rect().contains(view->visualRect(index).center()) && canBeSaid(text) && !rows.contains(text))
			rows += text;
	}
	return rows.size() > 2 ? QStringList { rows.first(), rows.last() } : rows;
}

// A part of a view or an editor accepts for the whole.
QWidget *whole(QWidget *part)
{
	auto *area = qobject_cast<QAbstractScrollArea *>(part->parentWidget());
	return area && area->viewport() == part ? area : part;
}

// How a drag names a widget: by its name, else its middle.
QString targetOf(const Found &found, const QWidget *w)
{
	if (canBeSaid(w->objectName()) && !w->objectName().startsWith("qt_"))
		return "field " + QString::fromLatin1(w->metaObject()->className()) + ' ' + w->objectName();
	QPoint at = w->mapTo(found.window, w->rect().center());
	return QString("at %1 %2").arg(percent(at.x(), found.window->width())).arg(percent(at.y(), found.window->height()));
}

// What accepts drops, views and what is the program's own; a line of text takes text alone.
QList<QWidget *> acceptors(const Found &found)
{
	QList<QWidget *> list;
	for (QWidget *w : found.all())
		if (w->acceptDrops() && !qobject_cast<QLineEdit *>(w) && !list.contains(whole(w)))
			list += whole(w);
	return list;
}

// Likewise of the other windows that take input, as the end of a drag: what has a name there, and no window above it.
QStringList elsewhereToDrop()
{
	QStringList ends;
	for (QWidget *window : windowsBehind())
		for (QWidget *w : acceptors(Found { window, {} }))
			if (canBeSaid(w->objectName()) && !w->objectName().startsWith("qt_") &&
			    QGuiApplication::topLevelAt(w->mapToGlobal(w->rect().center())) == window->windowHandle())
				ends += " to elsewhere " + targetOf(Found { window, {} }, w);
	return ends.mid(0, OF_A_KIND);
}

// A row is dragged where rows can be, else over others, which chooses them.
void addDragsOfRows(Found &found, QAbstractItemView *view)
{
	QStringList ends = endsOf(view);
	bool many = view->selectionMode() != QAbstractItemView::SingleSelection && view->selectionMode() != QAbstractItemView::NoSelection;
	QString own = ends.size() > 1 ? "drag item " + ends.first() + " to item " + ends.last() : QString();
	if (!own.isEmpty() && (view->dragEnabled() ? view->viewport()->acceptDrops() : many))
		found.add(own);
	QList<QWidget *> others = !ends.isEmpty() && view->dragEnabled() ? acceptors(found) : QList<QWidget *>();
	others.removeAll(view);
	for (QWidget *to : others.mid(0, OF_A_KIND))
		if (!to->isAncestorOf(view))
			found.add("drag item " + ends.first() + " to " + targetOf(found, to));
	for (const QString &to : !ends.isEmpty() && view->dragEnabled() ? elsewhereToDrop() : QStringList())
		found.add("drag item " + ends.first() + to);
}

// It has no use for a click that we know, and may be dragged.
bool isPlain(const QWidget *w)
{
	bool leaf = w->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly).isEmpty();
	return leaf && !w->acceptDrops() && (qobject_cast<const QFrame *>(w) || w->metaObject() == &QWidget::staticMetaObject || w->focusPolicy() == Qt::NoFocus) &&
	       !qobject_cast<const QAbstractScrollArea *>(w->parentWidget());
}

// What is pressed, moved and released: tabs that can be moved, text that is chosen, what may be dragged to a widget of the program's
// own that accepts drops, and whatever lies there.
void addDrags(Found &found)
{
	for (QTabBar *bar : found.all<QTabBar>())
		if (bar->isMovable() && bar->count() > 1 && canBeSaid(shown(bar->tabText(0))) && canBeSaid(shown(bar->tabText(bar->count() - 1))))
			found.add("drag item " + shown(bar->tabText(0)) + " to item " + shown(bar->tabText(bar->count() - 1)));
	QList<QWidget *> texts, sources, boxes;
	for (QWidget *w : found.all()) {
		if (qobject_cast<QTextEdit *>(w) || qobject_cast<QPlainTextEdit *>(w))
			texts += w;
		else if (isPlain(w))
			sources += w;
	}
	for (QWidget *w : acceptors(found))
		if (!qobject_cast<QAbstractScrollArea *>(w))
			boxes += w;
	for (QWidget *w : texts.mid(0, OF_A_KIND))
		found.addDrag(w, QPoint(8, 12), w->rect().center());
	for (QWidget *box : boxes.mid(0, OF_A_KIND))
		for (QWidget *from : sources.mid(0, OF_A_KIND))
			found.add("drag " + targetOf(found, from) + " to " + targetOf(found, box));
	for (const QString &to : elsewhereToDrop())
		for (QWidget *from : sources.mid(0, OF_A_KIND))
			found.add("drag " + targetOf(found, from) + to);
	found.add("drag 35 40 65 60");
}

// What takes fingers by itself: elsewhere a tap is the click that has its own step. Of a scrolled view Qt lets the
// viewport take them, to scroll it; a scene's are the program's.
void addTouches(Found &found)
{
	for (QWidget *w : found.all()) {
		auto *area = qobject_cast<QAbstractScrollArea *>(w->parentWidget());
		bool scrolls = area && area->viewport() == w && !area->inherits("QGraphicsView");
		if (w->testAttribute(Qt::WA_AcceptTouchEvents) && !scrolls)
			for (const char *step : { "touch %1", "pinch %1 200", "pinch %1 50" })
				found.add(QString(step).arg(targetOf(found, w)));
	}
}

// What takes a pen by itself: a tap, and a stroke over its middle with either end.
void addPens(Found &found)
{
	for (QWidget *w : found.all())
		if (takesPens(w)) {
			found.add("pen " + targetOf(found, w));
			if (w->hasTabletTracking())
				found.add("near " + targetOf(found, w));
			for (const char *word : { "stroke", "erase" })
				found.addDrag(w, w->rect().center() / 2, w->rect().center() * 3 / 2, word);
		}
}

void addButtons(Found &found)
{
	for (QAbstractButton *b : found.all<QAbstractButton>()) {
		QString cls = QString::fromLatin1(b->metaObject()->className()), text = shown(b->text());
		if (canBeSaid(text))
			found.add("click " + cls + ' ' + text);
		else if (canBeSaid(b->objectName()))
			found.add("field " + cls + ' ' + b->objectName());
		else
			found.addPlace("at", b, b->rect().center());
	}
}

template <class W> void addFields(Found &found, bool menu)
{
	for (W *w : found.all<W>()) {
		if (w->parentWidget() && (qobject_cast<QComboBox *>(w->parentWidget()) || qobject_cast<QAbstractSpinBox *>(w->parentWidget())))
			continue; // a part of what is there itself
		if (canBeSaid(w->objectName()))
			found.add("field " + QString::fromLatin1(w->metaObject()->className()) + ' ' + w->objectName());
		else
			found.addPlace("at", w, w->rect().center());
		if (menu)
			found.addPlace("context", w, w->rect().center());
	}
}

// Where a widget shows a menu of the program's: it asks for one, or is a bar of tabs, whose programs mostly
// have one for a tab, by whatever way.
void addMenus(Found &found)
{
	for (QWidget *w : found.all()) {
		auto *bar = qobject_cast<QTabBar *>(w);
		bool asks = w->contextMenuPolicy() == Qt::CustomContextMenu || w->contextMenuPolicy() == Qt::ActionsContextMenu;
		if (bar && bar->count() > 0)
			found.addPlace("context", bar, bar->tabRect(bar->currentIndex()).center());
		else if (asks && !qobject_cast<QAbstractItemView *>(w) && !qobject_cast<QPlainTextEdit *>(w) && !qobject_cast<QTextEdit *>(w)) // those have had theirs
			found.addPlace("context", w, w->rect().center());
	}
}

void addKeys(Found &found)
{
	auto add = [&](const QKeySequence &keys) {
		QString text = keys.toString(QKeySequence::PortableText);
		if (keys.count() == 1 && canBeSaid(text))
			found.add("key " + text);
	};
	for (QAction *a : found.window->findChildren<QAction *>())
		if (a->isEnabled() && a->isVisible())
			for (const QKeySequence &keys : a->shortcuts())
				add(keys);
	for (QShortcut *s : found.window->findChildren<QShortcut *>())
		if (s->isEnabled())
			add(s->key());
}

// A line for a password takes text, and no input method.
bool takesText(const QWidget *w)
{
	auto *line = qobject_cast<const QLineEdit *>(w);
	return line ? !line->isReadOnly() : w->testAttribute(Qt::WA_InputMethodEnabled);
}

void addWindow(Found &found)
{
	for (QMenuBar *bar : found.all<QMenuBar>())
		addActions(found, bar);
	addButtons(found);
	for (QTabBar *bar : found.all<QTabBar>())
		for (int i = 0; i < bar->count(); i++)
			if (canBeSaid(shown(bar->tabText(i))))
				found.add("item " + shown(bar->tabText(i)));
	addFields<QLineEdit>(found, false);
	addFields<QComboBox>(found, false);
	addFields<QAbstractSpinBox>(found, false);
	addFields<QPlainTextEdit>(found, true);
	addFields<QTextEdit>(found, true);
	addFields<QAbstractSlider>(found, false);
	for (QAbstractItemView *view : found.all<QAbstractItemView>())
		addRows(found, view);
	for (QAbstractItemView *view : found.all<QAbstractItemView>())
		addDragsOfRows(found, view);
	addTouches(found);
	addPens(found);
	addMenus(found);
	addDrags(found);
	addKeys(found);
	for (int x : { 25, 50, 75 })
		found.add(QString("context %1 50").arg(x));
	found.add("at 50 50");
	found.add("double 50 50");
	QWidget *focus = QApplication::focusWidget();
	if (focus && focus->window() == found.window && takesText(focus))
		found.add("text");
	if (compose::isAwaited() && focus && focus->window() == found.window)
		found.add("commit");
	found.add("key Return");
}

// There is another window to go back to.
bool canBeLeft(const QWidget *window)
{
	if (window->windowType() == Qt::Popup || window->isModal())
		return true;
	for (const QWidget *other : QApplication::topLevelWidgets())
		if (other != window && other->isVisible() && other->isWindow() && other->windowType() != Qt::ToolTip && !window->inherits("QMainWindow"))
			return true;
	return false;
}

} // namespace

QString plain(QString text)
{
	for (QChar &c : text)
		if (c < QChar(' ') || c == QChar(';') || c == QChar::LineSeparator || c == QChar::ParagraphSeparator)
			c = QChar(' ');
	return text;
}

QString shown(QString label)
{
	return label.section('\t', 0, 0).remove('&');
}

bool canBeSaid(const QString &text)
{
	return !text.isEmpty() && text == plain(text) && text == text.trimmed();
}

int percent(int part, int whole)
{
	return whole > 0 ? qBound(0, (part * 100 + whole / 2) / whole, 100) : 0;
}

QStringList choices()
{
	Found found { frontWidget(), {} };
	if (!found.window && scene::isScene(front()))
		return choicesOfItems(front());
	if (!found.window)
		return {};
	if (auto *menu = qobject_cast<QMenu *>(found.window)) {
		addActions(found, menu);
	} else if (found.window->windowType() == Qt::Popup) {
		for (QAbstractItemView *view : found.all<QAbstractItemView>())
			addRows(found, view);
		addButtons(found);
	} else {
		addWindow(found);
	}
	found.add("key Escape");
	return canBeLeft(found.window) ? found.steps << "close" : found.steps;
}

} // namespace session
