// session.cpp: plays a scripted session in a Qt 5 program, without a person.
//
// Preloaded beside the recorder, it feeds the window-system queue from a script
// named by SESSION_SCRIPT, one step a line:
//   wait MS            let MS milliseconds pass before the next step
//   key SEQUENCE       press and release, e.g. Ctrl+O, Escape, Return
//   text WORDS         type WORDS and nothing else
//   click CLASS TEXT   the visible button of that class and text in the window in front
//   item TEXT          the entry of the open menu, or of a menu bar, tab bar or list in front
//   context X Y        the right button at X and Y percent of the window in front
//   at X Y             the left button there
//   close              the window manager closes the window in front
//   closemain          or the main window, whatever popup is in front of it
//   quit               the program is asked to quit, whatever is open
//   shot FILE          a picture of the window in front
//   monkey SEED N MS   N random inputs, MS milliseconds apart, the same for the same seed
// $NAME in a line stands for the environment's NAME. Lines that start with # are
// comments. A step that finds no target is told on stderr and skipped; the session
// goes on.
//
// The rules it keeps: input goes through the window system's queue (input.h); each
// step is one timer of its own, so steps go on inside nested loops; the library
// takes itself out of LD_PRELOAD, so that children of the program are left alone.
#include "input.h"
#include "monkey.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QFile>
#include <QMenu>
#include <QMenuBar>
#include <QTabBar>
#include <QTextStream>
#include <QTimer>
#include <QWindow>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

namespace {

using namespace session;

bool clickIn(QWidget *widget, QPoint at)
{
	QWidget *window = widget->window();
	if (!window->windowHandle())
		return false;
	clickAt(window->windowHandle(), widget->mapTo(window, at), Qt::LeftButton);
	return true;
}

bool says(const QString &label, const QString &text)
{
	QString plain = label.section('\t', 0, 0); // a menu's text may hold its shortcut
	return plain.remove('&') == text;
}

// Below, only the window in front is looked at: a look at every widget would be
// recorded as the timer's use of it.
bool sendClick(const QString &what)
{
	QString cls = what.section(' ', 0, 0), text = what.section(' ', 1);
	QWidget *window = frontWidget();
	if (!window)
		return false;
	for (QAbstractButton *button : window->findChildren<QAbstractButton *>())
		if (button->isVisible() && button->inherits(qPrintable(cls)) && says(button->text(), text))
			return clickIn(button, button->rect().center());
	return false;
}

template <typename Menu> bool clickAction(Menu *menu, const QString &text)
{
	for (QAction *action : menu->actions())
		if (action->isVisible() && says(action->text(), text))
			return clickIn(menu, menu->actionGeometry(action).center());
	return false;
}

bool clickRow(QAbstractItemView *view, const QString &text)
{
	QAbstractItemModel *model = view->model();
	for (int row = 0; model && row < model->rowCount(view->rootIndex()); row++) {
		QModelIndex index = model->index(row, 0, view->rootIndex());
		if (says(index.data().toString(), text))
			return clickIn(view->viewport(), view->visualRect(index).center());
	}
	return false;
}

bool sendItem(const QString &text)
{
	QWidget *window = frontWidget();
	if (!window)
		return false;
	if (auto *menu = qobject_cast<QMenu *>(window))
		return clickAction(menu, text);
	for (QMenuBar *bar : window->findChildren<QMenuBar *>())
		if (bar->isVisible() && clickAction(bar, text))
			return true;
	for (QTabBar *bar : window->findChildren<QTabBar *>())
		for (int i = 0; bar->isVisible() && i < bar->count(); i++)
			if (says(bar->tabText(i), text))
				return clickIn(bar, bar->tabRect(i).center());
	for (QAbstractItemView *view : window->findChildren<QAbstractItemView *>())
		if (view->isVisible() && clickRow(view, text))
			return true;
	return false;
}

bool sendAt(const QString &where, Qt::MouseButton button)
{
	QWindow *w = front();
	int x = where.section(' ', 0, 0).toInt(), y = where.section(' ', 1, 1).toInt();
	if (w)
		clickAt(w, QPoint(w->width() * x / 100, w->height() * y / 100), button);
	return w;
}

bool shoot(const QString &file)
{
	QWidget *window = frontWidget();
	return window && window->grab().save(file);
}

bool play(const QString &word, const QString &rest)
{
	if (word == "key")
		return sendKey(rest);
	if (word == "text")
		return sendText(rest);
	if (word == "click")
		return sendClick(rest);
	if (word == "item")
		return sendItem(rest);
	if (word == "context")
		return sendAt(rest, Qt::RightButton);
	if (word == "at")
		return sendAt(rest, Qt::LeftButton);
	if (word == "close")
		return sendClose(front());
	if (word == "closemain")
		return sendClose(mainWindow());
	if (word == "shot")
		return shoot(rest);
	if (word == "quit") {
		QMetaObject::invokeMethod(qApp, "quit", Qt::QueuedConnection);
		return true;
	}
	return false;
}

void next(QStringList steps);

// One act each `pause` ms; then the rest of the script.
void letLoose(std::shared_ptr<Monkey> monkey, int acts, int pause, const QStringList &steps)
{
	if (acts <= 0)
		return next(steps);
	QTimer::singleShot(pause, qApp, [=] {
		// The next act first: this one may open a dialog and stay in its loop.
		letLoose(monkey, acts - 1, pause, steps);
		monkey->act();
	});
}

// Steps run one after another; all that is kept is the rest of the script.
void next(QStringList steps)
{
	while (!steps.isEmpty()) {
		QString line = steps.takeFirst().trimmed();
		if (line.isEmpty() || line.startsWith('#'))
			continue;
		QString word = line.section(' ', 0, 0), rest = line.section(' ', 1);
		if (word == "wait") {
			QTimer::singleShot(rest.toInt(), qApp, [steps] { next(steps); });
			return;
		}
		if (word == "monkey") {
			QStringList n = rest.split(' ');
			auto monkey = std::make_shared<Monkey>(n.value(0).toUInt());
			return letLoose(monkey, n.value(1).toInt(), n.value(2).toInt(), steps);
		}
		if (!play(word, rest))
			std::fprintf(stderr, "session: no target for: %s\n", qPrintable(line));
	}
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
	if (!qobject_cast<QApplication *>(QCoreApplication::instance()))
		return;
	if (!script.open(QIODevice::ReadOnly | QIODevice::Text)) {
		std::fprintf(stderr, "session: cannot read %s\n", qPrintable(script.fileName()));
		return;
	}
	QStringList steps;
	for (const QString &line : QTextStream(&script).readAll().split('\n'))
		steps += expand(line);
	next(steps);
}

// No QObject is made yet: objects without a name are told apart by how many the
// program's start made before them, and replays run without this player.
void startSession()
{
	QMetaObject::invokeMethod(qApp, readScript, Qt::QueuedConnection);
}

struct TakeOut {
	TakeOut()
	{
		std::string kept, all = qgetenv("LD_PRELOAD").toStdString();
		for (size_t at = 0; at < all.size();) {
			size_t end = all.find_first_of(": ", at);
			end = end == std::string::npos ? all.size() : end;
			std::string entry = all.substr(at, end - at);
			if (!entry.empty() && entry.find("libsession.so") == std::string::npos)
				kept += (kept.empty() ? "" : ":") + entry;
			at = end + 1;
		}
		kept.empty() ? unsetenv("LD_PRELOAD") : setenv("LD_PRELOAD", kept.c_str(), 1);
	}
} takeOut;

} // namespace

Q_COREAPP_STARTUP_FUNCTION(startSession)
