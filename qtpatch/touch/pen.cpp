// pen.cpp: see pen.h.
#include "pen.h"

#include "find.h"

#include <qtnames/native.h>

#include <QTabletEvent>
#include <QWindow>
#include <qpa/qwindowsysteminterface.h>
#include <qpa/qwindowsysteminterface_p.h>

#include <cstring>
#include <map>

#if QT_VERSION_MAJOR >= 6
#include <QPointingDevice>
#endif

namespace touch {

namespace {

using Private = QWindowSystemInterfacePrivate;
using Event = Private::TabletEvent;

constexpr double TENTHS = 10;

#define HANDLES "_ZN22QWindowSystemInterface17handleTabletEventEP7QWindow"

// What is called, in each version. `time`: "m", or "" where Qt takes its own.
#if QT_VERSION_MAJOR >= 6
using PenDevice = const QPointingDevice *;

// Tilts have been of one type and the other: `D`, a letter each in the name.
#define TAKES(tilts) "PK15QPointingDeviceRK7QPointFS7_6QFlagsIN2Qt11MouseButtonEEd" tilts "ddiS8_INS9_16KeyboardModifierEE"

template <typename Tilt, typename... Time> using Handles =
	bool (*)(QWindow *, Time..., PenDevice, const QPointF &, const QPointF &, Qt::MouseButtons, qreal, Tilt, Tilt, qreal, qreal, int, Qt::KeyboardModifiers);

PenDevice device(bool eraser)
{
	using Can = QInputDevice::Capability;
	static PenDevice ends[2];
	static const auto registers = find<void (*)(const QInputDevice *)>(REGISTERS_INPUT_DEVICE);
	PenDevice &end = ends[eraser];
	if (!end && registers) // the name: as that of a touch screen of ours
		registers(end = new QPointingDevice(eraser ? "core eraser" : "core pen", eraser ? 3 : 1, QInputDevice::DeviceType::Stylus,
		                                    eraser ? QPointingDevice::PointerType::Eraser : QPointingDevice::PointerType::Pen,
		                                    Can::Position | Can::Pressure | Can::Hover | Can::XTilt | Can::YTilt, 1, 3, QString(),
		                                    QPointingDeviceUniqueId::fromNumericId(1)));
	return end;
}

template <typename Tilt, typename... Time> bool call(const char *name, QWindow *w, Time... time, const NativePlace &place, const Pen &pen)
{
	auto handles = find<Handles<Tilt, Time...>>(name);
	if (!handles || !device(pen.eraser))
		return false;
	handles(w, time..., device(pen.eraser), place.local, place.global, Qt::MouseButtons(QFlag(pen.buttons)), pen.pressure / 1000.0, Tilt(pen.tilt.x() / TENTHS),
	        Tilt(pen.tilt.y() / TENTHS), 0, 0, 0, Qt::NoModifier);
	return true;
}

bool callNow(QWindow *w, const NativePlace &place, const Pen &pen)
{
	return call<int>(HANDLES TAKES("ii"), w, place, pen) || call<qreal>(HANDLES TAKES("dd"), w, place, pen);
}

bool callAt(QWindow *w, ulong ms, const NativePlace &place, const Pen &pen)
{
	return call<int, ulong>(HANDLES "m" TAKES("ii"), w, ms, place, pen) || call<qreal, ulong>(HANDLES "m" TAKES("dd"), w, ms, place, pen);
}

PenDevice deviceOf(const Event *e) { return static_cast<PenDevice>(e->device); }
bool isEnd(const Event *e, bool eraser)
{
	return deviceOf(e) && deviceOf(e)->pointerType() == (eraser ? QPointingDevice::PointerType::Eraser : QPointingDevice::PointerType::Pen);
}

bool hasFineTilts()
{
	static const bool fine = find<void *>(HANDLES TAKES("dd"));
	return fine;
}
#else
using PenDevice = qint64;

#define TAKES "RK7QPointFS4_ii6QFlagsIN2Qt11MouseButtonEEdiiddixS5_INS6_16KeyboardModifierEE"

template <typename... Time> bool call(const char *name, QWindow *w, Time... time, const NativePlace &place, const Pen &pen)
{
	using Handles = bool (*)(QWindow *, Time..., const QPointF &, const QPointF &, int, int, Qt::MouseButtons, qreal, int, int, qreal, qreal, int, qint64,
	                         Qt::KeyboardModifiers);
	auto handles = find<Handles>(name);
	if (handles)
		handles(w, time..., place.local, place.global, QTabletEvent::Stylus, pen.eraser ? QTabletEvent::Eraser : QTabletEvent::Pen, Qt::MouseButtons(QFlag(pen.buttons)),
		        pen.pressure / 1000.0, int(pen.tilt.x() / TENTHS), int(pen.tilt.y() / TENTHS), 0, 0, 0, 1, Qt::NoModifier);
	return handles;
}

bool callNow(QWindow *w, const NativePlace &place, const Pen &pen) { return call<>(HANDLES TAKES, w, place, pen); }
bool callAt(QWindow *w, ulong ms, const NativePlace &place, const Pen &pen) { return call<ulong>(HANDLES "m" TAKES, w, ms, place, pen); }

PenDevice deviceOf(const Event *e) { return e->uid; }
bool isEnd(const Event *e, bool eraser) { return e->pointerType == (eraser ? QTabletEvent::Eraser : QTabletEvent::Pen); }
bool hasFineTilts() { return false; }
#endif

// They lie behind the pressure, in the program's Qt, of a type that the headers here may have another for.
QPoint tiltOf(const Event *e)
{
	const char *behind = reinterpret_cast<const char *>(&e->pressure + 1);
	int whole[2];
	double fine[2];
	if (hasFineTilts()) {
		std::memcpy(fine, behind, sizeof(fine));
		return QPointF(fine[0] * TENTHS, fine[1] * TENTHS).toPoint();
	}
	std::memcpy(whole, behind, sizeof(whole));
	return QPoint(whole[0], whole[1]) * int(TENTHS);
}

// A platform that makes a mouse's events of a pen's would send its own, which are none of the player's.
void qtMakesMouseEvents()
{
	static const auto set = find<void (*)(bool)>("_ZN29QWindowSystemInterfacePrivate11TabletEvent27setPlatformSynthesizesMouseEb");
	if (set)
		set(false);
}

} // namespace

bool sendPen(QWindow *w, const Pen &pen, const unsigned long *ms)
{
	NativePlace place = native_place(w, pen.at);
	qtMakesMouseEvents();
	return ms ? callAt(w, *ms, place, pen) : callNow(w, place, pen);
}

bool readPen(const void *event, Pen *pen)
{
	static std::map<PenDevice, int> &down = *new std::map<PenDevice, int>; // by pen; it outlives the program's own statics
	auto *e = static_cast<const Event *>(event);
	pen->eraser = isEnd(e, true);
	if (!pen->eraser && !isEnd(e, false))
		return false;
	int &before = down[deviceOf(e)], now = int(e->buttons);
	pen->at = e->local;
	pen->button = before ^ now;
	pen->buttons = now;
	pen->phase = now == before ? Moves : now > before ? Begins : Ends; // as Qt tells them apart
	pen->pressure = qRound(e->pressure * 1000);
	pen->tilt = tiltOf(e);
	before = now;
	return true;
}

} // namespace touch
