// touch.cpp: see touch.h.
#include "touch.h"

#include "find.h"

#include <qtnames/native.h>

#include <QScreen>
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

using Queue = QWindowSystemInterface;
using Finger = Queue::TouchPoint;
using Private = QWindowSystemInterfacePrivate;

// Which of Qt's own, in each version: the device, what it is registered by, and the state of a finger.
#if QT_VERSION_MAJOR >= 6
using Device = QPointingDevice;
using State = QEventPoint::State;
#define DEVICE "PK15QPointingDevice"
#define REGISTERS REGISTERS_INPUT_DEVICE

const Device *newDevice()
{
	// By this beginning of the name Qt's own are told that stand for what is not there (qtnames/focus.h).
	return new QPointingDevice("core touch screen", 0, QInputDevice::DeviceType::TouchScreen, QPointingDevice::PointerType::Finger,
	                           QInputDevice::Capability::Position | QInputDevice::Capability::Area, 1, 0);
}

State stateOf(Phase phase)
{
	return phase == Begins ? State::Pressed : phase == Moves ? State::Updated : State::Released;
}
#else
using Device = QTouchDevice;
using State = Qt::TouchPointState;
#define DEVICE "P12QTouchDevice"
#define REGISTERS "_ZN22QWindowSystemInterface19registerTouchDeviceEPK12QTouchDevice"

const Device *newDevice()
{
	auto *device = new QTouchDevice;
	device->setName("touch screen");
	device->setType(QTouchDevice::TouchScreen);
	device->setCapabilities(QTouchDevice::Position | QTouchDevice::Area);
	device->setMaximumTouchPoints(1);
	return device;
}

State stateOf(Phase phase)
{
	return phase == Begins ? Qt::TouchPointPressed : phase == Moves ? Qt::TouchPointMoved : Qt::TouchPointReleased;
}
#endif

#define HANDLES(time) "_ZN22QWindowSystemInterface16handleTouchEventINS_20AsynchronousDeliveryEEEbP7QWindow" time DEVICE \
	"RK5QListINS_10TouchPointEE6QFlagsIN2Qt16KeyboardModifierEE"

// Where it lies on the screen, each from 0 to 1.
QPointF onScreen(const QWindow *w, QPointF global)
{
	QRectF all = w->screen() ? QRectF(w->screen()->geometry()) : QRectF();
	return all.isEmpty() ? QPointF() : QPointF((global.x() - all.x()) / all.width(), (global.y() - all.y()) / all.height());
}

// Both are told by the event: a finger that rests moves nothing.
bool phaseOf(QEvent::Type type, State state, Phase *phase)
{
	for (Phase p : { Begins, Moves, Ends })
		if (type == (p == Begins ? QEvent::TouchBegin : p == Moves ? QEvent::TouchUpdate : QEvent::TouchEnd) && state == stateOf(p)) {
			*phase = p;
			return true;
		}
	return false;
}

} // namespace

bool send(QWindow *w, QPointF at, Phase phase, const unsigned long *ms)
{
	using Now = bool (*)(QWindow *, const Device *, const QList<Finger> &, Qt::KeyboardModifiers);
	using At = bool (*)(QWindow *, ulong, const Device *, const QList<Finger> &, Qt::KeyboardModifiers);
	static const Now now = find<Now>(HANDLES(""));
	static const At then = find<At>(HANDLES("m"));
	static const auto registers = find<void (*)(const Device *)>(REGISTERS);
	if (!now || !then || !registers)
		return false;
	static const Device *device = nullptr;
	if (!device)
		registers(device = newDevice());
	NativePlace place = native_place(w, at);
	Finger finger;
	finger.id = 1;
	finger.state = stateOf(phase);
	finger.pressure = phase == Ends ? 0 : 1;
	finger.area = QRectF(place.global, QSizeF());
	finger.normalPosition = onScreen(w, place.global);
	if (ms)
		then(w, *ms, device, { finger }, Qt::NoModifier);
	else
		now(w, device, { finger }, Qt::NoModifier);
	return true;
}

bool read(const void *event, QPointF *at, Phase *phase)
{
	auto *e = static_cast<const Private::TouchEvent *>(event);
	const QWindow *w = e->window.data();
	if (!w || e->points.size() != 1 || !phaseOf(e->touchType, e->points.first().state(), phase))
		return false;
#if QT_VERSION_MAJOR >= 6
	QPointF global = e->points.first().globalPosition();
#else
	QPointF global = e->points.first().screenPos();
#endif
	*at = global - QPointF(w->mapToGlobal(QPoint()));
	return true;
}

} // namespace touch
