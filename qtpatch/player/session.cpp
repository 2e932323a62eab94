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
#include "hand.h"
#include "input.h"
#include "listen.h"
#include "monkey.h"
#include "state.h"
#include "targets.h"

#include <clipboard/clipboard.h>
#include <compose/compose.h>
#include <drags/drags.h>
#include <players/outside.h>
#include <players/rest.h>
#include <qtnames/ungrabbed.h>

#include <QApplication>
#include <QFile>
#include <QTextStream>
#include <QWidget>
#include <QWindow>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>

namespace {

using namespace session;

void click(QWindow *w, QPoint at)
{
	clickAt(w, at, Qt::LeftButton);
}

void clickRight(QWindow *w, QPoint at)
{
	clickAt(w, at, Qt::RightButton);
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

// "TARGET to TARGET" of one window, or to one elsewhere, or the four numbers of two places. A text may have the word "to", too.
bool sendDrag(const QString &what, Hand hand)
{
	QWindow *w = front();
	if (!what.isEmpty() && what[0].isDigit() && w)
		drag(w, placeIn(w, what, 0), placeIn(w, what, 1), hand);
	if (!what.isEmpty() && what[0].isDigit())
		return w;
	for (int at = int(what.indexOf(" to ")); at >= 0; at = int(what.indexOf(" to ", at + 1))) {
		Place from, to;
		if (!placeOfTarget(what.left(at), &from))
			continue;
		if ((placeOfTarget(what.mid(at + 4), &to) && to.window == from.window) || placeElsewhere(what.mid(at + 4), &to)) {
			drag(from.window, from.at, from.window->mapFromGlobal(to.window->mapToGlobal(to.at)), hand);
			return true;
		}
	}
	return false;
}

// At a target, or a button as for `click`; then a number.
bool sendPinch(const QString &what)
{
	Place place;
	if (!placeOfTap(what.section(' ', 0, -2), &place))
		return false;
	pinch(place.window, place.at, roomBeside(place), what.section(' ', -1).toInt());
	return true;
}

// Likewise, behind what is done.
bool sendGesture(const QString &what)
{
	QString kind = what.section(' ', 0, 0);
	auto *act = kind == "zoom" ? zoom : kind == "rotate" ? turn : swipe;
	Place place;
	if (!placeOfTap(what.section(' ', 1, -2), &place))
		return false;
	act(place.window, place.at, what.section(' ', -1).toInt());
	return true;
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
		{ "near", [](const QString &what) { return sendTap(what, bringNear); } },
		{ "stroke", [](const QString &what) { return sendDrag(what, Hand::Pen); } },
		{ "erase", [](const QString &what) { return sendDrag(what, Hand::Eraser); } },
		{ "pinch", sendPinch },
		{ "gesture", sendGesture },
		{ "wheel", [](const QString &where) { return sendWheel(where, wheelAt); } },
		{ "scroll", [](const QString &where) { return sendWheel(where, scrollAt); } },
		{ "close", [](const QString &) { return sendClose(front()); } },
		{ "closemain", [](const QString &) { return sendClose(mainWindow()); } },
		{ "closewindow", sendCloseTo },
		{ "closeall", closeAll },
		{ "elsewhere", [](const QString &what) { return sendElsewhere(what, click); } },
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

bool isOfPieces(const QString &word)
{
	return QStringList { "drag", "lift", "stroke", "erase", "pinch", "gesture" }.contains(word);
}

// What is dragged is carried piece by piece to where it goes; then the rest.
void carry(std::function<void()> rest)
{
	after(PIECE_MS, [=] { moveOn() ? carry(rest) : rest(); });
}

// It goes up; then the rest.
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
	if (!isOfPieces(word))
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
			if (isOfPieces(word))
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
