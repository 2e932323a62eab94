/* focus.h: the window system's news that a window has the focus now, as if a window
 * manager had given it. Qt has had two names for it: whichever its headers have. (A
 * template's argument is looked into only where it is used.) */
#pragma once
#include <QGuiApplication>
#include <qpa/qwindowsysteminterface.h>

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

template <class Q, class = void> struct FocusNews {
	static void send(QWindow *w)
	{
		Q::template handleWindowActivated<typename Q::AsynchronousDelivery>(w, Qt::ActiveWindowFocusReason);
	}
};

template <class Q>
struct FocusNews<Q, std::void_t<decltype(Q::template handleFocusWindowChanged<typename Q::AsynchronousDelivery>(nullptr))>> {
	static void send(QWindow *w)
	{
		Q::template handleFocusWindowChanged<typename Q::AsynchronousDelivery>(w, Qt::ActiveWindowFocusReason);
	}
};

inline void give_focus(QWindow *w)
{
	if (has_seat())
		FocusNews<QWindowSystemInterface>::send(w);
}
