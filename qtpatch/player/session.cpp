// session.cpp: plays a scripted session in a Qt 5 or 6 program, without a person.
//
// Preloaded beside the recorder, or alone, it feeds the window-system queue from the
// script that SESSION_SCRIPT names. docs/sessions.md has the language, all of it.
//
// The rules it keeps: input goes through the window system's queue (input.h); steps go
// on inside nested loops; what the player does is no part of a recording (clock.h), and
// it spins no loop; the library takes itself out of LD_PRELOAD, so that children of the
// program are left alone.
#include "answer.h"
#include "clock.h"
#include "input.h"
#include "items.h"
#include "listen.h"
#include "monkey.h"
#include "state.h"

#include <clipboard/clipboard.h>
#include <compose/compose.h>
#include <drags/drags.h>
#include <players/outside.h>
#include <players/rest.h>
#include <qtnames/ungrabbed.h>
#include <scene/scene.h>
#include <touch/touch.h>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QFile>
#include <QMenu>
#include <QMenuBar>
#include <QTabBar>
#include <QTextStream>
#include <QWindow>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>

namespace {

using namespace session;

// What is done at a place of a window.
using Act = void (*)(QWindow *w, QPoint at);

void click(QWindow *w, QPoint at)
{
	clickAt(w, at, Qt::LeftButton);
}

void clickRight(QWindow *w, QPoint at)
{
	clickAt(w, at, Qt::RightButton);
}

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

void needs(bool there, const char *what)
{
	if (!there)
		std::fprintf(stderr, "session: this Qt has no %s that can be played\n", what);
}

// A finger comes and goes.
void tap(QWindow *w, QPoint at)
{
	needs(touch::send(w, at, touch::Begins) && touch::send(w, at, touch::Ends), "touch screen");
}

// Likewise a pen, whose tip is pressed half.
void tapWithPen(QWindow *w, QPoint at)
{
	needs(penAt(w, at, Qt::LeftButton, 500) && penAt(w, at, Qt::NoButton, 0), "tablet");
}

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

// A button of any window that takes input beside the one in front.
bool sendElsewhere(const QString &what)
{
	QString cls = what.section(' ', 0, 0), text = what.section(' ', 1);
	for (QWidget *window : windowsBehind())
		for (QAbstractButton *button : window->findChildren<QAbstractButton *>())
			if (button->isVisible() && button->inherits(qPrintable(cls)) && says(button->text(), text))
				return actIn(button, button->rect().center(), click);
	QPoint at;
	for (QWindow *window : scenesBehind())
		if (placeOfItem(window, cls, text, &at)) {
			click(window, at);
			return true;
		}
	return false;
}

// A shortcut of a window that takes input beside the one in front: it gets the keyboard, and gives it back.
bool sendShortcut(const QString &what)
{
	QString cls = what.section(' ', 0, 0), keys = what.section(' ', 1);
	QWindow *back = front();
	for (QWidget *window : windowsBehind())
		if (window->metaObject()->className() == cls) {
			giveKeyboard(window->windowHandle());
			bool sent = sendKeyTo(window->windowHandle(), keys);
			if (back)
				giveKeyboard(back);
			return sent;
		}
	return false;
}

bool sendCloseTo(const QString &what)
{
	QString cls = what.section(' ', 0, 0), name = what.section(' ', 1);
	for (QWidget *window : windowsBehind())
		if (window->metaObject()->className() == cls && nameOf(window) == name)
			return sendClose(window->windowHandle());
	for (QWindow *window : scenesBehind())
		if (classOf(window) == cls && nameOf(window) == name)
			return sendClose(window);
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

bool sendField(const QString &what, Act act)
{
	QWidget *window = frontWidget();
	return window ? actOnField(window, what, act) : actOnScene(what.section(' ', 0, 0), what.section(' ', 1), act, true);
}

// The nth place of a line, in percent of the window.
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

struct {
	QWindow *window;
	QPoint at;
} pointed;

bool isTarget(const QString &word)
{
	return word == "item" || word == "field" || word == "at";
}

// At a target: "item TEXT", "field CLASS NAME" or "at X Y".
bool actOnTarget(const QString &target, Act act)
{
	QString word = target.section(' ', 0, 0), rest = target.section(' ', 1);
	return word == "item" ? sendItem(rest, act) : word == "field" ? sendField(rest, act) : word == "at" && sendAt(rest, act);
}

void note(QWindow *w, QPoint at)
{
	pointed = { w, at };
}

// Where a target is. Nothing is done there.
bool pointAt(const QString &target)
{
	return actOnTarget(target, note);
}

// Likewise "elsewhere item TEXT" or "elsewhere field CLASS NAME", in a window that is not in front and that nothing covers there.
bool pointElsewhere(const QString &target)
{
	QString kind = target.section(' ', 1, 1), rest = target.section(' ', 2);
	auto isOnTop = [] { return QGuiApplication::topLevelAt(pointed.window->mapToGlobal(pointed.at)) == pointed.window; };
	if (target.section(' ', 0, 0) != "elsewhere")
		return false;
	for (QWidget *window : windowsBehind())
		if ((kind == "item" && actOnItem(window, rest, note)) || (kind == "field" && actOnField(window, rest, note)))
			return isOnTop();
	for (QWindow *window : scenesBehind()) {
		pointed.window = window;
		if (kind == "item" ? placeOfItem(window, QString(), rest, &pointed.at)
		                   : placeOfNamed(window, rest.section(' ', 0, 0), rest.section(' ', 1), &pointed.at))
			return isOnTop();
	}
	return false;
}

// At a target, or a button as for `click`.
bool sendTap(const QString &what, Act act)
{
	return isTarget(what.section(' ', 0, 0)) ? actOnTarget(what, act) : sendClick(what, act);
}

// "TARGET to TARGET" of one window, or to one elsewhere, or the four numbers of two places. A text may have the word "to", too.
bool sendDrag(const QString &what, Hand hand)
{
	auto drag = [=](QWindow *w, QPoint from, QPoint to) { needs(dragFrom(w, from, to, hand), "tablet"); };
	QWindow *w = front();
	if (!what.isEmpty() && what[0].isDigit() && w)
		drag(w, placeIn(w, what, 0), placeIn(w, what, 1));
	if (!what.isEmpty() && what[0].isDigit())
		return w;
	for (int at = int(what.indexOf(" to ")); at >= 0; at = int(what.indexOf(" to ", at + 1))) {
		if (!pointAt(what.left(at)))
			continue;
		auto from = pointed;
		if ((pointAt(what.mid(at + 4)) && pointed.window == from.window) || pointElsewhere(what.mid(at + 4))) {
			drag(from.window, from.at, from.window->mapFromGlobal(pointed.window->mapToGlobal(pointed.at)));
			return true;
		}
	}
	return false;
}

bool sendWheel(const QString &where, void (*turn)(QWindow *w, QPoint at, int by))
{
	QWindow *w = front();
	if (w)
		turn(w, placeIn(w, where, 0), where.section(' ', 2, 2).toInt());
	return w;
}

bool shoot(const QString &file)
{
	QWidget *window = frontWidget();
	return window && window->grab().save(file);
}

// Nothing to dismiss is no failure.
bool dismiss(const QString &)
{
	QWidget *window = frontWidget();
	return !window || window->inherits("QMainWindow") || sendClose(window->windowHandle());
}

bool quit(const QString &)
{
	QMetaObject::invokeMethod(qApp, "quit", Qt::QueuedConnection);
	return true;
}

bool closeAll(const QString &)
{
	QMetaObject::invokeMethod(qApp, [] {
		if (qobject_cast<QApplication *>(qApp))
			return QApplication::closeAllWindows();
		for (QWindow *w : QGuiApplication::topLevelWindows())
			if (w->isVisible())
				w->close();
	}, Qt::QueuedConnection);
	return true;
}

bool play(const QString &word, const QString &rest)
{
	static const struct {
		const char *word;
		bool (*act)(const QString &rest);
	} table[] = {
		{ "key", sendKey },
		{ "text", sendText },
		{ "preedit", [](const QString &words) { return sendComposed({ words, {} }); } },
		{ "commit", [](const QString &words) { return sendComposed({ {}, words }); } },
		{ "click", [](const QString &what) { return sendClick(what, click); } },
		{ "item", [](const QString &text) { return sendItem(text, click); } },
		{ "hover", [](const QString &text) { return sendItem(text, hoverAt); } },
		{ "field", [](const QString &what) { return sendField(what, click); } },
		{ "context", [](const QString &where) { return sendAt(where, clickRight); } },
		{ "at", [](const QString &where) { return sendAt(where, click); } },
		{ "double", [](const QString &where) { return sendAt(where, doubleClickAt); } },
		{ "drag", [](const QString &what) { return sendDrag(what, Hand::Mouse); } },
		{ "lift", [](const QString &what) { return sendDrag(what, Hand::Mouse); } },
		{ "touch", [](const QString &what) { return sendTap(what, tap); } },
		{ "pen", [](const QString &what) { return sendTap(what, tapWithPen); } },
		{ "stroke", [](const QString &what) { return sendDrag(what, Hand::Pen); } },
		{ "wheel", [](const QString &where) { return sendWheel(where, wheelAt); } },
		{ "scroll", [](const QString &where) { return sendWheel(where, scrollAt); } },
		{ "close", [](const QString &) { return sendClose(front()); } },
		{ "closemain", [](const QString &) { return sendClose(mainWindow()); } },
		{ "closewindow", sendCloseTo },
		{ "closeall", closeAll },
		{ "elsewhere", sendElsewhere },
		{ "shortcut", sendShortcut },
		{ "outside", [](const QString &what) { return comesFromOutside(what.toLatin1()); } },
		{ "dismiss", dismiss },
		{ "shot", shoot },
		{ "quit", quit },
	};
	for (const auto &known : table)
		if (word == known.word)
			return known.act(rest);
	return false;
}

void next(QStringList steps, int tries = 0);

int lines; // of the whole script

enum { PIECE_MS = 10 };

// What is dragged is carried piece by piece to where it goes; then the rest.
void carry(std::function<void()> rest)
{
	after(PIECE_MS, [=] { dragOn() ? carry(rest) : rest(); });
}

// The button, or the pen, goes up; then the rest.
void drop(std::function<void()> rest)
{
	letGo();
	after(PIECE_MS, rest);
}

// A step of that line goes on piece by piece, if it does; then the rest. A drag whose loop waits for the release has a state of its own.
void finish(const QString &word, int line, int loopsBefore, std::function<void()> rest)
{
	if (word == "lift")
		return carry(rest);
	if (word != "drag" && word != "stroke")
		return rest();
	carry([=] {
		if (loops() > loopsBefore)
			writeDragState(line);
		drop(rest);
	});
}

// One act each `pause` ms; then the rest of the script.
void letLoose(std::shared_ptr<Monkey> monkey, int act, int acts, int pause, const QStringList &steps)
{
	if (act >= acts)
		return next(steps);
	after(pause, [=] {
		writeState(lines - int(steps.size()), act);
		monkey->act();
		letLoose(monkey, act + 1, acts, pause, steps);
	});
}

// Steps from who chooses them, each when the program has come to rest from the one before, after `pause` ms at the
// latest; then the rest of the script. What has no target is left out: whoever chose it sees the next state.
void awaitStep(int pause, int act, const QStringList &steps)
{
	enum { LOOK_MS = 10 };
	QString step;
	bool over;
	if (!nextStep(&step, &over)) {
		if (over)
			return next(steps);
		return after(LOOK_MS, [=] { awaitStep(pause, act, steps); });
	}
	if (step == "end")
		return next(steps);
	QString word = step.section(' ', 0, 0), rest = step.section(' ', 1);
	bringBack();
	int before = loops(), line = lines - int(steps.size());
	auto goOn = [=] {
		writeState(line, act + 1, true);
		awaitStep(pause, act + 1, steps);
	};
	if (word == "wait")
		return after(rest.toInt(), goOn);
	play(word, rest);
	finish(word, line, before, [=] { atRest(pause, goOn); });
}

void listen(int pause, const QStringList &steps)
{
	atRest(pause, [=] {
		writeState(lines - int(steps.size()), 0, true);
		awaitStep(pause, 0, steps);
	});
}

// Questions one after another, `pause` ms apart; then the rest of the script.
void answerAll(int pause, const QStringList &steps, int answered = 0)
{
	enum { MOST = 4 };
	if (answered == MOST || !answerNew())
		return next(steps);
	after(pause, [=] { answerAll(pause, steps, answered + 1); });
}

// How often a step without a target is tried again: SESSION_TRIES, for who plays many.
int triesOfAStep()
{
	bool given = false;
	int n = qEnvironmentVariableIntValue("SESSION_TRIES", &given);
	return given ? n : 60;
}

void endAnyway()
{
	enum { MINUTE = 60000 };
	after(MINUTE, [] {
		std::fputs("session: the program still runs a minute after the last step\n", stderr);
		QCoreApplication::quit();
	});
}

// Steps run one after another; all that is kept is the rest of the script.
void next(QStringList steps, int tries)
{
	enum { TRY_MS = 50 };
	static const int tries_most = triesOfAStep();
	while (!steps.isEmpty()) {
		QString line = steps.takeFirst().trimmed();
		if (line.isEmpty() || line.startsWith('#'))
			continue;
		QString word = line.section(' ', 0, 0), rest = line.section(' ', 1);
		if (!tries)
			writeState(lines - int(steps.size()), 0);
		if (word == "wait") {
			after(rest.toInt(), [steps] { next(steps); });
			return;
		}
		if (word == "monkey") {
			QStringList n = rest.split(' ');
			auto monkey = std::make_shared<Monkey>(n.value(0).toUInt());
			int from = n.value(3).toInt();
			monkey->skip(from);
			return letLoose(monkey, from, n.value(1).toInt(), n.value(2).toInt(), steps);
		}
		if (word == "listen")
			return listen(rest.toInt(), steps);
		if (word == "answer")
			return answerAll(rest.toInt(), steps);
		bringBack();
		rememberModals();
		if (word == "drop")
			return drop([steps] { next(steps); });
		int before = loops();
		if (play(word, rest)) {
			tries = 0;
			if (word == "drag" || word == "lift" || word == "stroke")
				return finish(word, lines - int(steps.size()), before, [steps] { next(steps); });
			continue;
		}
		if (tries < tries_most) {
			steps.prepend(line);
			after(TRY_MS, [steps, tries] { next(steps, tries + 1); });
			return;
		}
		tries = 0;
		std::fprintf(stderr, "session: no target for: %s\n", qPrintable(line));
	}
	bringBack();
	endAnyway();
}

// $NAME by its value; a name that is not set stays as it is, and so is told.
QString expand(QString line)
{
	QString out;
	for (int i = 0; i < line.size();) {
		int end = i + 1;
		while (line[i] == '$' && end < line.size() && (line[end].isLetterOrNumber() || line[end] == '_'))
			end++;
		QByteArray name = line.mid(i + 1, end - i - 1).toLocal8Bit();
		bool known = !name.isEmpty() && qEnvironmentVariableIsSet(name.constData());
		out += known ? QString::fromLocal8Bit(qgetenv(name.constData())) : line.mid(i, end - i);
		i = end;
	}
	return out;
}

void readScript()
{
	QFile script(QString::fromLocal8Bit(qgetenv("SESSION_SCRIPT")));
	if (!qobject_cast<QGuiApplication *>(QCoreApplication::instance()))
		return;
	if (!script.open(QIODevice::ReadOnly | QIODevice::Text)) {
		std::fprintf(stderr, "session: cannot read %s\n", qPrintable(script.fileName()));
		return;
	}
	QStringList steps;
	for (const QString &line : QTextStream(&script).readAll().split('\n'))
		steps += expand(line);
	takePointer();
	clipboard::isEmptyNotNull();
	drags::haveLoops();
	show_popups_ungrabbed();
	lines = int(steps.size());
	next(steps);
}

void startSession()
{
	startClock();
	after(0, readScript);
}

} // namespace

Q_COREAPP_STARTUP_FUNCTION(startSession)
