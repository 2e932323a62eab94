// input.cpp: see input.h.
#include <qtnames/focus.h>
#include <qtnames/native.h>
#include <qtnames/popups.h>
#include "input.h"
#include "keyboard.h"

#include <compose/compose.h>
#include <dlfcn.h>
#include <scene/scene.h>

#include <QApplication>
#include <QThread>
#include <QWidget>
#include <QWindow>
#include <qpa/qwindowsysteminterface.h>
#include <qpa/qwindowsysteminterface_p.h>

namespace session {

namespace {

using Window = QWindowSystemInterface;

// The screen's own pointer is below some window that pops up, or leaves one, whenever the screen
// says so; a menu would take another entry for it.
class OnePointer : public QWindowSystemEventHandler
{
	bool sendEvent(QWindowSystemInterfacePrivate::WindowSystemEvent *event) override
	{
		return event->type == QWindowSystemInterfacePrivate::Enter || event->type == QWindowSystemInterfacePrivate::Leave ||
		       loses_focus_of_itself(event) || QWindowSystemEventHandler::sendEvent(event);
	}
};

// A window system gives all keys to the first popup, which grabbed the keyboard.
QWindow *withKeyboard()
{
	QList<QWidget *> open = popups();
	return open.isEmpty() ? front() : open.first()->windowHandle();
}

// Qt's function for keys with a number; its last argument went with some version, and a caller may pass it all the same.
using Numbered = bool (*)(QWindow *, QEvent::Type, int, Qt::KeyboardModifiers, quint32, quint32, quint32, const QString &, bool, ushort, bool);

Numbered numbered()
{
#define NUMBERED "_ZN22QWindowSystemInterface22handleExtendedKeyEventEP7QWindowN6QEvent4TypeEi6QFlagsIN2Qt16KeyboardModifierEEjjjRK7QStringbt"
	void *found = dlsym(RTLD_DEFAULT, NUMBERED "b");
	return reinterpret_cast<Numbered>(found ? found : dlsym(RTLD_DEFAULT, NUMBERED));
#undef NUMBERED
}

// Some programs know keys by their numbers. On a screen these depend on its keyboard, and Qt looks shortcuts up by them.
void press(QWindow *w, int key, Qt::KeyboardModifiers mods, const QString &text)
{
	static Numbered with_number = QGuiApplication::platformName() == "offscreen" ? numbered() : nullptr;
	for (QEvent::Type type : { QEvent::KeyPress, QEvent::KeyRelease })
		if (with_number)
			with_number(w, type, key, mods, scanCode(key), 0, 0, text, false, 1, true);
		else
			Window::handleKeyEvent<Window::AsynchronousDelivery>(w, type, key, mods, text);
}

// When the active window is hidden, a window manager activates another one. The
// offscreen platform has none, so it is done here: the newest window comes first.
QWindow *activateNext()
{
	QWindow *found = nullptr;
	for (QWindow *w : QGuiApplication::topLevelWindows())
		if (w->isVisible() && (w->type() == Qt::Window || w->type() == Qt::Dialog))
			found = w;
	if (found)
		give_focus(found);
	return found;
}

} // namespace

QList<QWidget *> popups()
{
	return open_popups();
}

QWindow *front()
{
	if (QWidget *popup = QApplication::activePopupWidget())
		return popup->windowHandle();
	if (QWidget *modal = QApplication::activeModalWidget())
		return modal->window()->windowHandle();
	QWindow *modal = QGuiApplication::modalWindow();
	if (modal && modal->isVisible())
		return modal;
	QWindow *focused = QGuiApplication::focusWindow();
	if (focused && focused->isVisible())
		return focused;
	return activateNext();
}

QWidget *frontWidget()
{
	QWindow *w = front();
	for (QWidget *widget : QApplication::topLevelWidgets())
		if (w && widget->windowHandle() == w)
			return widget;
	return nullptr;
}

bool sendKey(const QString &sequence)
{
	return sendKeyTo(withKeyboard(), sequence);
}

void giveKeyboard(QWindow *w)
{
	give_focus(w);
}

bool sendKeyTo(QWindow *w, const QString &sequence)
{
	QKeySequence keys(sequence, QKeySequence::PortableText);
	if (!w || keys.isEmpty())
		return false;
#if QT_VERSION_MAJOR >= 6
	int combined = keys[0].toCombined();
#else
	int combined = keys[0];
#endif
	auto mods = Qt::KeyboardModifiers(combined & int(Qt::KeyboardModifierMask));
	int key = combined & ~int(Qt::KeyboardModifierMask);
	// A terminal takes the text, not the key.
	QString text = key == Qt::Key_Return ? "\r" : key == Qt::Key_Tab ? "\t" : QString();
	press(w, key, mods, text);
	return true;
}

bool sendText(const QString &text)
{
	QWindow *w = withKeyboard();
	if (!w)
		return false;
	for (QChar c : text)
		press(w, c.toUpper().unicode(), Qt::NoModifier, QString(c));
	return true;
}

bool sendComposed(const compose::Words &words)
{
	QWindow *w = withKeyboard();
	if (!w || !compose::isAwaited())
		return false;
	compose::send(w, words);
	return true;
}

QWindow *mainWindow()
{
	for (QWidget *w : QApplication::topLevelWidgets())
		if (w->inherits("QMainWindow") && w->isVisible())
			return w->windowHandle();
	for (QWindow *w : QGuiApplication::topLevelWindows()) // of Qt Quick the first one
		if (scene::isScene(w) && w->isVisible() && !w->transientParent())
			return w;
	return nullptr;
}

bool sendClose(QWindow *w)
{
	if (w)
		Window::handleCloseEvent<Window::AsynchronousDelivery>(w);
	return w;
}

void takePointer()
{
	static OnePointer one;
	QWindowSystemInterfacePrivate::installWindowSystemEventHandler(&one);
}

void clickAt(QWindow *w, QPoint at, Qt::MouseButton button)
{
	static QPointF rests;
	NativePlace place = native_place(w, at), beside = native_place(w, at - QPoint(1, 1));
	// What was below the pointer may have gone since, such as a menu.
	if (place.global == rests)
		Window::handleMouseEvent<Window::AsynchronousDelivery>(w, beside.local, beside.global, Qt::NoButton, Qt::NoButton,
		                                                        QEvent::MouseMove);
	rests = place.global;
	Window::handleMouseEvent<Window::AsynchronousDelivery>(w, place.local, place.global, button, button,
	                                                        QEvent::MouseButtonPress);
	Window::handleMouseEvent<Window::AsynchronousDelivery>(w, place.local, place.global, Qt::NoButton, button,
	                                                        QEvent::MouseButtonRelease);
}

void doubleClickAt(QWindow *w, QPoint at)
{
	clickAt(w, at, Qt::LeftButton);
	QThread::msleep(2); // two presses of one moment are no double click
	clickAt(w, at, Qt::LeftButton);
}

void hoverAt(QWindow *w, QPoint at)
{
	for (QPoint to : { at - QPoint(2, 2), at }) { // a menu takes the first move for an accident
		NativePlace place = native_place(w, to);
		Window::handleMouseEvent<Window::AsynchronousDelivery>(w, place.local, place.global, Qt::NoButton, Qt::NoButton,
		                                                        QEvent::MouseMove);
	}
}

void wheelAt(QWindow *w, QPoint at, int notches)
{
	NativePlace place = native_place(w, at);
	Window::handleWheelEvent(w, place.local, place.global, QPoint(), QPoint(0, 120 * notches));
}

void scrollAt(QWindow *w, QPoint at, int pixels)
{
	enum { ANGLE = 8 }; // of a pixel: a touchpad gives both, and says that 15 pixels are a notch
	NativePlace place = native_place(w, at);
	Window::handleWheelEvent(w, place.local, place.global, QPoint(0, pixels), QPoint(0, ANGLE * pixels));
}

} // namespace session
