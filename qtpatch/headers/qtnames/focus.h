/* focus.h: the window system's news that a window has the focus now, as if a window
 * manager had given it. Qt has had two names for it: whichever its headers have. (A
 * template's argument is looked into only where it is used.) */
#pragma once
#include <qpa/qwindowsysteminterface.h>

#include <type_traits>

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

inline void give_focus(QWindow *w) { FocusNews<QWindowSystemInterface>::send(w); }
