/* popups.h: the popups that are open, in the order in which they were opened. Newer versions
 * of Qt have the list in QtGui, of windows; older ones in QtWidgets, of widgets, which newer ones
 * do not export. Whichever its headers have. */
#pragma once
#include <QApplication>
#include <QWidget>
#include <QWindow>
#include <private/qapplication_p.h>
#include <private/qguiapplication_p.h>

#include <type_traits>

template <class Gui, class Application, class = void> struct OpenPopups {
	static QList<QWidget *> list()
	{
		return Application::popupWidgets ? *Application::popupWidgets : QList<QWidget *>();
	}
};

template <class Gui, class Application> struct OpenPopups<Gui, Application, std::void_t<decltype(Gui::popup_list)>> {
	static QList<QWidget *> list()
	{
		QList<QWidget *> out;
		for (QWindow *w : std::as_const(Gui::popup_list))
			for (QWidget *widget : QApplication::topLevelWidgets())
				if (widget->windowHandle() == w)
					out += widget;
		return out;
	}
};

inline QList<QWidget *> open_popups() { return OpenPopups<QGuiApplicationPrivate, QApplicationPrivate>::list(); }
