// session.cpp: plays a scripted session in a Qt 5 program, without a person.
//
// Preloaded beside the recorder, it feeds the window-system queue from a script
// named by SESSION_SCRIPT, one step a line:
//   wait MS            let MS milliseconds pass before the next step
//   key SEQUENCE       press and release, e.g. Ctrl+O, Escape, Return
//   text WORDS         type WORDS and nothing else
//   click CLASS TEXT   the visible button of that class and text in the window in front
//   close              the window manager closes the window in front
//   shot FILE          a picture of the window in front
// Lines that start with # are comments. A step that finds no target is told on
// stderr and skipped; the session goes on.
//
// The rules it keeps: input goes through the queue of QWindowSystemInterface,
// so that the program sees what a platform plugin would give it; each step is
// one timer of its own, so steps go on inside nested loops; the library takes
// itself out of LD_PRELOAD, so that children of the program are left alone.
#include <QAbstractButton>
#include <QApplication>
#include <QFile>
#include <QKeySequence>
#include <QPointer>
#include <QTextStream>
#include <QTimer>
#include <QWidget>
#include <QWindow>
#include <qpa/qwindowsysteminterface.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

using Window = QWindowSystemInterface;

QWindow *front()
{
	if (QWidget *popup = QApplication::activePopupWidget())
		return popup->windowHandle();
	if (QWidget *modal = QApplication::activeModalWidget())
		return modal->window()->windowHandle();
	if (QWindow *focused = QGuiApplication::focusWindow())
		return focused;
	for (QWindow *w : QGuiApplication::topLevelWindows())
		if (w->isVisible())
			return w;
	return nullptr;
}

QWidget *frontWidget()
{
	QWindow *w = front();
	for (QWidget *widget : QApplication::topLevelWidgets())
		if (w && widget->windowHandle() == w)
			return widget;
	return nullptr;
}

void press(QWindow *w, int key, Qt::KeyboardModifiers mods, const QString &text)
{
	Window::handleKeyEvent<Window::AsynchronousDelivery>(w, QEvent::KeyPress, key, mods, text);
	Window::handleKeyEvent<Window::AsynchronousDelivery>(w, QEvent::KeyRelease, key, mods, text);
}

bool sendKey(const QString &sequence)
{
	QWindow *w = front();
	QKeySequence keys(sequence, QKeySequence::PortableText);
	if (!w || keys.isEmpty())
		return false;
	int combined = keys[0];
	auto mods = Qt::KeyboardModifiers(combined & int(Qt::KeyboardModifierMask));
	press(w, combined & ~int(Qt::KeyboardModifierMask), mods, QString());
	return true;
}

bool sendText(const QString &text)
{
	QWindow *w = front();
	if (!w)
		return false;
	for (QChar c : text)
		press(w, c.toUpper().unicode(), Qt::NoModifier, QString(c));
	return true;
}

bool sendClick(const QString &what)
{
	QString cls = what.section(' ', 0, 0), text = what.section(' ', 1);
	QWidget *window = frontWidget();
	if (!window)
		return false;
	// Only here: a look at every widget would be recorded as the timer's use of it.
	for (QAbstractButton *button : window->findChildren<QAbstractButton *>()) {
		if (!button->isVisible() || !button->inherits(qPrintable(cls)))
			continue;
		if (QString(button->text()).remove('&') != text)
			continue;
		QWindow *w = button->window()->windowHandle();
		QPointF at = button->mapTo(button->window(), button->rect().center());
		QPointF global = button->mapToGlobal(button->rect().center());
		Window::handleMouseEvent<Window::AsynchronousDelivery>(w, at, global, Qt::LeftButton, Qt::LeftButton,
		                                                        QEvent::MouseButtonPress);
		Window::handleMouseEvent<Window::AsynchronousDelivery>(w, at, global, Qt::NoButton, Qt::LeftButton,
		                                                        QEvent::MouseButtonRelease);
		return true;
	}
	return false;
}

bool sendClose()
{
	QWindow *w = front();
	if (w)
		Window::handleCloseEvent<Window::AsynchronousDelivery>(w);
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
	if (word == "close")
		return sendClose();
	if (word == "shot")
		return shoot(rest);
	return false;
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
		if (!play(word, rest))
			std::fprintf(stderr, "session: no target for: %s\n", qPrintable(line));
	}
}

void startSession()
{
	QFile script(QString::fromLocal8Bit(qgetenv("SESSION_SCRIPT")));
	if (!qobject_cast<QApplication *>(QCoreApplication::instance()))
		return;
	if (!script.open(QIODevice::ReadOnly | QIODevice::Text)) {
		std::fprintf(stderr, "session: cannot read %s\n", qPrintable(script.fileName()));
		return;
	}
	QStringList steps = QTextStream(&script).readAll().split('\n');
	QTimer::singleShot(0, qApp, [steps] { next(steps); });
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
