/* native.h: a place of a window as a window system would say it. Where Qt scales (a screen of many
 * dots, QT_SCALE_FACTOR), a program counts in other units than the window system, which Qt
 * divides by the scale what it hears from. */
#pragma once
#include <QPointF>
#include <QWindow>
#include <qpa/qplatformwindow.h>

struct NativePlace {
	QPointF local, global;
};

inline NativePlace native_place(const QWindow *w, QPointF at)
{
	const QPlatformWindow *p = w->handle();
	qreal scale = p ? w->devicePixelRatio() / p->devicePixelRatio() : 1;
	if (scale == 1)
		return { at, at + QPointF(w->mapToGlobal(QPoint())) };
	at *= scale;
	return { at, at + QPointF(p->mapToGlobal(QPoint())) };
}
