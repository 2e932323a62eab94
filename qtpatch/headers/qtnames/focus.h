/* focus.h: the window system's news that a window has the focus now, as if a window
 * manager had given it. Qt has had two names for it: whichever the program's Qt has, which may be
 * another one than that of the headers. (A template's argument is looked into only where it is used.) */
#pragma once
#include <QGuiApplication>
#include <QWindow>
#include <qpa/qwindowsysteminterface.h>
#include <qpa/qwindowsysteminterface_p.h>

#include <dlfcn.h>

#include <type_traits>

inline bool on_wayland() { return QGuiApplication::platformName().startsWith(QLatin1String("wayland")); }

#if QT_VERSION_MAJOR >= 6
#include <QInputDevice>

/* A compositor of Wayland without a seat gives nobody the focus. Qt 6 takes it that there is one
 * when a window gets the focus, and ends the program. */
inline bool has_seat()
{
	if (!on_wayland())
		return true;
	for (const QInputDevice *device : QInputDevice::devices())
		if (!device->name().startsWith(QLatin1String("core "))) // Qt's own, which stand for what is not there
			return true;
	return false;
}
#else
inline bool has_seat() { return true; }
#endif

inline void give_focus(QWindow *w)
{
	using News = void (*)(QWindow *, Qt::FocusReason);
#define NEWS(name) dlsym(RTLD_DEFAULT, "_ZN22QWindowSystemInterface" name "INS_20AsynchronousDeliveryEEEvP7QWindowN2Qt11FocusReasonE")
	static void *older = NEWS("21handleWindowActivated"), *newer = NEWS("24handleFocusWindowChanged");
#undef NEWS
	if (has_seat() && (newer || older))
		reinterpret_cast<News>(newer ? newer : older)(w, Qt::ActiveWindowFocusReason);
}

/* The other way: the window system's news that no window of the program's has the focus any more. */
template <class P, class = void> struct FocusLost {
	static bool is(const typename P::WindowSystemEvent *e)
	{
		return e->type == P::ActivatedWindow && !static_cast<const typename P::ActivatedWindowEvent *>(e)->activated;
	}
};

template <class P> struct FocusLost<P, std::void_t<typename P::FocusWindowEvent>> {
	static bool is(const typename P::WindowSystemEvent *e)
	{
		return e->type == P::FocusWindow && !static_cast<const typename P::FocusWindowEvent *>(e)->focused;
	}
};

/* Nobody who plays a session, or a schedule, turns to another program: while the window that has the
 * focus is shown, that news only says that the window system is slow. Under X11 Qt gives it up a tenth of a
 * second after one window has lost it where no other has got it yet, and closes all popups then. */
inline bool loses_focus_of_itself(const QWindowSystemInterfacePrivate::WindowSystemEvent *e)
{
	const QWindow *w = QGuiApplication::focusWindow();
	return FocusLost<QWindowSystemInterfacePrivate>::is(e) && w && w->isVisible();
}
