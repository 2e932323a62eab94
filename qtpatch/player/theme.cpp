// theme.cpp: the desktop's theme changes, and an hour passes, for outside.h.
#include <players/aside.h>
#include <players/outside.h>
#include <qtnames/theme.h>

#include <QApplication>
#include <QFont>
#include <QPalette>
#include <QStyle>
#include <QStyleFactory>

namespace session {

bool changeTheme()
{
	theme_changes();
	// What a platform's theme does when its colours, fonts and style change; the offscreen one
	// has none. A style of the program's own stays.
	QMetaObject::invokeMethod(qApp, [] {
		QPalette other = QGuiApplication::palette();
		for (auto role : { QPalette::Window, QPalette::Base, QPalette::Button, QPalette::WindowText, QPalette::Text })
			other.setColor(role, QColor::fromRgba(other.color(role).rgba() ^ 0xffffff));
		QFont larger = QGuiApplication::font();
		larger.setPointSizeF(larger.pointSizeF() > 0 ? larger.pointSizeF() + 1 : 11);
		if (!qobject_cast<QApplication *>(qApp)) { // without widgets there is no style
			QGuiApplication::setPalette(other);
			return QGuiApplication::setFont(larger);
		}
		QApplication::setPalette(other);
		QApplication::setFont(larger);
		QString style = QApplication::style()->objectName();
		if (QStyleFactory::keys().contains(style, Qt::CaseInsensitive))
			QApplication::setStyle(style);
	}, Qt::QueuedConnection);
	return true;
}

// Only the hooks can make an hour shorter.
bool letAnHourPass()
{
	auto *passes = byName<void(uint64_t)>("sparseqt_time_passes");

	if (passes)
		passes(3600 * uint64_t(1000000000));
	return passes;
}

} // namespace session
