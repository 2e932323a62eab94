// gesture.cpp: see gesture.h.
#include "gesture.h"

#include "find.h"

#include <qtnames/native.h>

#include <QElapsedTimer>
#include <QWindow>
#include <qpa/qwindowsysteminterface.h>
#include <qpa/qwindowsysteminterface_p.h>

#if QT_VERSION_MAJOR >= 6
#include <QPointingDevice>
#else
#include <QTouchDevice>
#endif

namespace touch {

namespace {

using Event = QWindowSystemInterfacePrivate::GestureEvent;

enum { MILLIONTHS = 1000000, THOUSANDTHS = 1000 };

// What Qt takes where a platform gives no time.
ulong now()
{
	static const auto *since = find<const QElapsedTimer *>("_ZN29QWindowSystemInterfacePrivate9eventTimeE");
	return since && since->isValid() ? ulong(since->elapsed()) : 0;
}

#if QT_VERSION_MAJOR >= 6
using Pad = QPointingDevice;
#define REGISTERS REGISTERS_INPUT_DEVICE

const Pad *newPad() // the name: as that of a touch screen of ours
{
	return new QPointingDevice("core touchpad", 2, QInputDevice::DeviceType::TouchPad, QPointingDevice::PointerType::Finger,
	                           QInputDevice::Capability::Position | QInputDevice::Capability::Scroll, 5, 0);
}

bool handle(QWindow *w, ulong ms, const Pad *pad, const Gesture &g, double value)
{
	using Handles = bool (*)(QWindow *, ulong, const Pad *, Qt::NativeGestureType, qreal, const QPointF &, const QPointF &, const QPointF &, int);
	static const auto handles = find<Handles>("_ZN22QWindowSystemInterface35handleGestureEventWithValueAndDeltaEP7QWindowmPK15QPointingDevice"
	                                          "N2Qt17NativeGestureTypeEdRK7QPointFS9_S9_i");
	NativePlace place = native_place(w, g.at);
	if (handles)
		handles(w, ms, pad, Qt::NativeGestureType(g.type), value, QPointF(g.delta) / THOUSANDTHS, place.local, place.global, g.fingers);
	return handles;
}

void readMore(const Event *e, Gesture *g)
{
	g->fingers = e->fingerCount;
	g->delta = (e->delta * THOUSANDTHS).toPoint();
}
#else
using Pad = QTouchDevice;
#define REGISTERS "_ZN22QWindowSystemInterface19registerTouchDeviceEPK12QTouchDevice"

const Pad *newPad()
{
	auto *pad = new QTouchDevice;
	pad->setName("touchpad");
	pad->setType(QTouchDevice::TouchPad);
	pad->setCapabilities(QTouchDevice::Position);
	return pad;
}

// It takes places as the program counts them.
bool handle(QWindow *w, ulong ms, const Pad *pad, const Gesture &g, double value)
{
	using Handles = bool (*)(QWindow *, const Pad *, ulong, Qt::NativeGestureType, qreal, QPointF &, QPointF &);
	static const auto handles = find<Handles>("_ZN22QWindowSystemInterface31handleGestureEventWithRealValueEP7QWindowP12QTouchDevicem"
	                                          "N2Qt17NativeGestureTypeEdR7QPointFS7_");
	QPointF local = g.at, global = g.at + QPointF(w->mapToGlobal(QPoint()));
	if (handles)
		handles(w, pad, ms, Qt::NativeGestureType(g.type), value, local, global);
	return handles;
}

void readMore(const Event *, Gesture *g)
{
	g->fingers = 0;
	g->delta = QPoint();
}
#endif

} // namespace

bool sendGesture(QWindow *w, const Gesture &gesture, const unsigned long *ms)
{
	static const auto registers = find<void (*)(const Pad *)>(REGISTERS);
	static const Pad *pad = nullptr;
	if (!registers)
		return false;
	if (!pad)
		registers(pad = newPad());
	return handle(w, ms ? *ms : now(), pad, gesture, double(gesture.value) / MILLIONTHS);
}

bool readGesture(const void *event, Gesture *gesture, Phase *phase)
{
	static bool begun = false;
	auto *e = static_cast<const Event *>(event);
	gesture->at = e->pos;
	gesture->type = e->type;
	gesture->value = qRound(e->realValue * MILLIONTHS);
	readMore(e, gesture);
	*phase = e->type == Qt::BeginNativeGesture ? Begins : e->type == Qt::EndNativeGesture ? Ends : Moves;
	begun = *phase == Begins || begun;
	bool belongs = begun;
	if (*phase == Ends)
		begun = false;
	return belongs;
}

} // namespace touch
