/* popups.h: the popups that are open, in the order in which they were opened. Newer versions
 * of Qt have the list in QtGui, of windows; older ones in QtWidgets, of widgets, which newer ones
 * do not export. Whichever the program's Qt has, which may be another one than that of the headers. */
#pragma once
#include <QApplication>
#include <QWidget>
#include <QWindow>

#include <dlfcn.h>

inline QList<QWidget *> open_popups()
{
	static auto *windows = static_cast<const QList<QWindow *> *>(dlsym(RTLD_DEFAULT, "_ZN22QGuiApplicationPrivate10popup_listE"));
	static auto *widgets = static_cast<QList<QWidget *> *const *>(dlsym(RTLD_DEFAULT, "_ZN19QApplicationPrivate12popupWidgetsE"));
	QList<QWidget *> out;
	if (!windows)
		return widgets && *widgets ? **widgets : out;
	for (QWindow *w : *windows)
		for (QWidget *widget : QApplication::topLevelWidgets())
			if (widget->windowHandle() == w)
				out += widget;
	return out;
}
