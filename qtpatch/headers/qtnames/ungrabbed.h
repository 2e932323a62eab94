/* ungrabbed.h: popups that need no grab of the window system's.
 *
 * A compositor of Wayland lets a popup grab its seat only for a press that the compositor itself has
 * given to the program. Of a session's input, and of a schedule's, it knows nothing: it closes such a
 * popup, and newer versions of Qt do so before they ask it. Here it gets a window without a frame in the
 * popup's place; for the program it is a popup as ever. Older versions of Qt do that of themselves. */
#pragma once
#include "focus.h"
#include <QEvent>
#include <QGuiApplication>
#include <QWindow>
#include <qpa/qplatformwindow.h>

class Ungrabbed : public QObject
{
	bool eventFilter(QObject *object, QEvent *event) override
	{
		// The window system's part of the window is about to be shown, and is asked for its own flags.
		auto *w = event->type() == QEvent::Show ? qobject_cast<QWindow *>(object) : nullptr;
		static_assert((Qt::Tool & Qt::Popup) == Qt::Popup, "a popup cannot become a window of another kind, only of one that is a popup, too");
		if (w && w->type() == Qt::Popup && w->handle())
			w->handle()->setWindowFlags(w->flags() | Qt::Tool | Qt::FramelessWindowHint);
		return false;
	}
};

/* From now on. */
inline void show_popups_ungrabbed()
{
	static QObject *filter = nullptr;
	if (filter || !on_wayland())
		return;
	filter = new Ungrabbed;
	qApp->installEventFilter(filter);
}
