// touch.cpp: see touch.h.
#include "touch.h"

#include "find.h"

#include <qtnames/native.h>

#include <QScreen>
#include <QWindow>
#include <qpa/qwindowsysteminterface.h>
#include <qpa/qwindowsysteminterface_p.h>

#include <algorithm>
#include <map>

#if QT_VERSION_MAJOR >= 6
#include <QPointingDevice>
#else
#include <QTouchDevice>
#endif

namespace touch {

namespace {

using Queue = QWindowSystemInterface;
using Private = QWindowSystemInterfacePrivate;

enum { FINGERS = 10 };

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
	                           QInputDevice::Capability::Position | QInputDevice::Capability::Area, FINGERS, 0);
}

State stateOf(Phase phase)
{
	return phase == Begins ? State::Pressed : phase == Moves ? State::Updated : phase == Ends ? State::Released : State::Stationary;
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
	device->setMaximumTouchPoints(FINGERS);
	return device;
}

State stateOf(Phase phase)
{
	return phase == Begins ? Qt::TouchPointPressed
	       : phase == Moves ? Qt::TouchPointMoved
	       : phase == Ends  ? Qt::TouchPointReleased
	                        : Qt::TouchPointStationary;
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

Phase phaseOf(State state)
{
	for (Phase p : { Begins, Moves, Ends })
		if (state == stateOf(p))
			return p;
	return Rests;
}

#if QT_VERSION_MAJOR >= 6
QPointF globalOf(const QEventPoint &point) { return point.globalPosition(); }
#else
QPointF globalOf(const QTouchEvent::TouchPoint &point) { return point.screenPos(); }
#endif

// A window system's numbers of fingers that are down count on, from one touch to the next. It outlives the program's own statics.
std::map<int, int> &down = *new std::map<int, int>;

int numberOf(int id, Phase phase)
{
	auto known = down.find(id);
	int number = 1;
	if (known != down.end()) {
		number = known->second;
	} else {
		while (std::any_of(down.begin(), down.end(), [&](const auto &other) { return other.second == number; }))
			number++;
		down[id] = number;
	}
	if (phase == Ends)
		down.erase(id);
	return number;
}

Queue::TouchPoint pointOf(const QWindow *w, const Finger &finger)
{
	NativePlace place = native_place(w, finger.at);
	Queue::TouchPoint point;
	point.id = finger.number;
	point.state = stateOf(finger.phase);
	point.pressure = finger.phase == Ends ? 0 : 1;
	point.area = QRectF(place.global, QSizeF());
	point.normalPosition = onScreen(w, place.global);
	return point;
}

} // namespace

bool send(QWindow *w, const QList<Finger> &fingers, const unsigned long *ms)
{
	using Points = QList<Queue::TouchPoint>;
	using Now = bool (*)(QWindow *, const Device *, const Points &, Qt::KeyboardModifiers);
	using At = bool (*)(QWindow *, ulong, const Device *, const Points &, Qt::KeyboardModifiers);
	static const Now now = find<Now>(HANDLES(""));
	static const At then = find<At>(HANDLES("m"));
	static const auto registers = find<void (*)(const Device *)>(REGISTERS);
	if (!now || !then || !registers)
		return false;
	static const Device *device = nullptr;
	if (!device)
		registers(device = newDevice());
	Points points;
	for (const Finger &finger : fingers)
		points += pointOf(w, finger);
	if (ms)
		then(w, *ms, device, points, Qt::NoModifier);
	else
		now(w, device, points, Qt::NoModifier);
	return true;
}

QList<Finger> read(const void *event)
{
	auto *e = static_cast<const Private::TouchEvent *>(event);
	const QWindow *w = e->window.data();
	QList<Finger> fingers;
	if (e->touchType == QEvent::TouchCancel)
		down.clear();
	if (e->touchType == QEvent::TouchCancel)
		return fingers;
	QPointF origin(w ? w->mapToGlobal(QPoint()) : QPoint());
	for (const auto &point : e->points) { // a finger goes up though its window is gone
		Phase phase = phaseOf(point.state());
		Finger finger = { numberOf(point.id(), phase), phase, globalOf(point) - origin };
		fingers += finger;
	}
	if (!w)
		return QList<Finger>();
	std::sort(fingers.begin(), fingers.end(), [](const Finger &a, const Finger &b) { return a.number < b.number; });
	bool rest = std::all_of(fingers.begin(), fingers.end(), [](const Finger &f) { return f.phase == Rests; });
	return rest ? QList<Finger>() : fingers;
}

Phase together(const QList<Finger> &fingers)
{
	for (Phase p : { Begins, Ends })
		if (std::all_of(fingers.begin(), fingers.end(), [p](const Finger &f) { return f.phase == p; }))
			return p;
	return Moves;
}

} // namespace touch
