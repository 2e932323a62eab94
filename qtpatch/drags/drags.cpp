// drags.cpp: see drags.h.
//
// The offscreen platform's drag does nothing. In its place, literally, comes one that hands all
// to QSimpleDrag, which Qt has for platforms whose window system knows no drags between programs.
#include "drags.h"

#include <QGuiApplication>
#include <private/qguiapplication_p.h>
#include <private/qsimpledrag_p.h>
#include <qpa/qplatformdrag.h>
#include <qpa/qplatformintegration.h>

#include <new>

namespace drags {

namespace {

// It lives for as long as the process: the application may be destroyed inside a drag.
QPlatformDrag *simple()
{
	static auto *one = new QSimpleDrag;
	return one;
}

// No fields: it has the place of another one.
class Handed : public QPlatformDrag
{
	Qt::DropAction drag(QDrag *object) override { return simple()->drag(object); }
	void cancelDrag() override { simple()->cancelDrag(); }
	bool ownsDragObject() const override { return simple()->ownsDragObject(); }
	Qt::DropAction defaultAction(Qt::DropActions possible, Qt::KeyboardModifiers modifiers) const override
	{
		return simple()->defaultAction(possible, modifiers);
	}
};

static_assert(sizeof(Handed) == sizeof(QPlatformDrag), "it is built where another drag was");

} // namespace

void haveLoops()
{
	static bool done;
	QPlatformIntegration *platform = QGuiApplicationPrivate::platformIntegration();
	if (done || !platform || QGuiApplication::platformName() != QLatin1String("offscreen"))
		return;
	done = true;
	QPlatformDrag *there = platform->drag();
	if (there && !dynamic_cast<QBasicDrag *>(there)) { // another version may wait already
		there->~QPlatformDrag();
		new (there) Handed;
	}
}

} // namespace drags
