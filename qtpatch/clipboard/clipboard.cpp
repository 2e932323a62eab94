// clipboard.cpp: see clipboard.h.
//
// Window systems' plugins give an object without formats for a clipboard without contents. The offscreen platform has Qt's plain
// clipboard, which gives null until the program puts something there, and programs that were only seen on a screen do not ask.
// In its place, literally, comes one that gives such an object.
#include "clipboard.h"

#include <QGuiApplication>
#include <QMimeData>
#include <private/qguiapplication_p.h>
#include <qpa/qplatformclipboard.h>
#include <qpa/qplatformintegration.h>

#include <new>
#include <typeinfo>

namespace clipboard {

namespace {

// It lives for as long as the process: destructors may look at the clipboard.
QMimeData *nothing()
{
	static auto *one = new QMimeData;
	return one;
}

// No fields: it has the place of another one, and its contents.
class Handed : public QPlatformClipboard
{
	QMimeData *mimeData(QClipboard::Mode mode) override
	{
		QMimeData *there = QPlatformClipboard::mimeData(mode);
		return there ? there : nothing();
	}
};

static_assert(sizeof(Handed) == sizeof(QPlatformClipboard), "it is built where another clipboard was");

} // namespace

void isEmptyNotNull()
{
	static bool done;
	QPlatformIntegration *platform = QGuiApplicationPrivate::platformIntegration();
	if (done || !platform || QGuiApplication::platformName() != QLatin1String("offscreen"))
		return;
	done = true;
	QPlatformClipboard *there = platform->clipboard();
	if (there && typeid(*there) == typeid(QPlatformClipboard)) { // another of ours may be there already
		nothing(); // not in a handler of the program's
		there->~QPlatformClipboard();
		new (there) Handed;
	}
}

} // namespace clipboard
