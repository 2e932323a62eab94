// person.cpp: a person's input, described and played again.
//
// `at` of a pointer event: where in the entry and where in the window, both in
// thousandths; the button and all buttons down; the modifiers; of a wheel, by how
// much, and of one that scrolls by pixels, a touchpad, how many; touching.h has what
// fingers, pens and touchpads have. Numbers that Qt's enumerations give are hexadecimal.
//
// The rules it keeps: nothing is played that a person could not do. The window
// must be shown and on the screen, no modal window may block it, the target must
// be on top where the pointer goes, keys go to the active window only, which a
// person can make any that is not blocked, as long as no popup is open. Everything
// goes through the window system's queue.
#include <qtnames/focus.h>
#include <qtnames/native.h>
#include <qtnames/ungrabbed.h>
#include "ours.h"
#include "pointer.h"
#include "put.h"
#include "target.h"
#include "touching.h"
#include "windows.h"
#include <clipboard/clipboard.h>
#include <compose/compose.h>
#include <drags/drags.h>
#include <loopcore/person.h>
#include <scene/scene.h>

#include <QAbstractEventDispatcher>
#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QShortcut>
#include <QWidget>
#include <QWindow>
#include <private/qguiapplication_p.h>
#include <qpa/qwindowsysteminterface.h>
#include <qpa/qwindowsysteminterface_p.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <set>

using namespace person;
using Private = QWindowSystemInterfacePrivate;
using Queue = QWindowSystemInterface;

namespace {

void putWindow(person_input *in, const QWindow *window)
{
	put(in->window, nameOf(window));
	put(in->title, window->title());
	put(in->which, whichOf(window));
}

// Pointing without a button matters where a menu is open: it opens submenus. The
// first moves on each entry are reported, for a menu takes one alone for an accident.
bool pointsAnew(const person_input *in, const QWindow *window)
{
	enum { TOLD = 2 };
	static const QWindow *last;
	static char entry[sizeof(in->text)];
	static int moves;
	if (window != last || std::strcmp(entry, in->text))
		moves = 0;
	last = window;
	std::strcpy(entry, in->text);
	return ++moves <= TOLD;
}

bool describeMouse(person_input *in, const Private::MouseEvent *e)
{
	QEvent::Type type = e->buttonType;
	bool hovers = e->buttons == Qt::NoButton;
	if (type == QEvent::MouseButtonPress || type == QEvent::MouseButtonDblClick)
		put(in->kind, QLatin1String(steering_input_press));
	else if (type == QEvent::MouseButtonRelease)
		put(in->kind, QLatin1String(steering_input_release));
	else if (!hovers || QApplication::activePopupWidget())
		put(in->kind, QLatin1String(steering_input_move));
	else
		return false;
	describePointer(in, e->window.data(), e->localPos, int(e->modifiers), int(e->button), int(e->buttons), QPoint());
	return std::strcmp(in->kind, steering_input_move) || !hovers || pointsAnew(in, e->window.data());
}

#if QT_VERSION >= QT_VERSION_CHECK(6, 0, 0)
int numberOf(QKeyCombination keys) { return keys.toCombined(); }
#else
int numberOf(int keys) { return keys; }
#endif

// Where a key of that window goes, as QWidgetWindow has it: an open popup comes
// first, and the window need not be the active one.
QWidget *keyTarget(const QWindow *window)
{
	QWidget *popup = QApplication::activePopupWidget();
	QWidget *top = popup ? popup : widgetOf(window);
	return top && top->focusWidget() ? top->focusWidget() : top;
}

QString keyPathOf(const QWindow *window)
{
	if (!scene::isScene(window))
		return pathOf(keyTarget(window));
	QObject *item = scene::focusItem(window);
	return item ? scene::pathOf(item) : QString();
}

// Is there a shortcut that works in whatever window is active, and `is` says so of its keys?
template <typename Is> bool anyEverywhere(Is is)
{
	for (QWidget *widget : QApplication::allWidgets())
		for (QAction *action : widget->actions())
			if (action->shortcutContext() == Qt::ApplicationShortcut)
				for (const QKeySequence &keys : action->shortcuts())
					if (is(keys))
						return true;
	for (QWidget *widget : QApplication::topLevelWidgets())
		for (QShortcut *shortcut : widget->findChildren<QShortcut *>())
			if (shortcut->context() == Qt::ApplicationShortcut && is(shortcut->key()))
				return true;
	return false;
}

// The keys of such shortcuts that there are, or were once, as Qt was seen to make them. It
// outlives the destructors of the program's own statics.
std::set<int> &everywhere = *new std::set<int>;
bool everywhereIsWhole = false;

bool isUnseen(const QKeySequence &keys)
{
	for (int i = 0; i < keys.count(); i++)
		if (!everywhere.count(numberOf(keys[uint(i)])))
			return true;
	return false;
}

// A Qt may make shortcuts in a way that is not seen: looked at ever more seldom, the 1st, 2nd, 4th, … time.
void checkEverywhere()
{
	static unsigned times;
	times++;
	if (everywhereIsWhole && !(times & (times - 1)) && anyEverywhere(isUnseen))
		everywhereIsWhole = false;
}

// Is it a shortcut that works in whatever window is active?
bool reachesAll(int combination)
{
	checkEverywhere();
	if (everywhereIsWhole && !everywhere.count(combination))
		return false;
	return anyEverywhere([combination](const QKeySequence &keys) {
		for (int i = 0; i < keys.count(); i++)
			if (numberOf(keys[uint(i)]) == combination)
				return true;
		return false;
	});
}

// Both may be empty, and neither has a blank: "=" stands before each. What is hidden, or too long to be said, is no input that is played.
bool describeWords(person_input *in, const QWindow *window, const compose::Words &words)
{
	if (hidesText(keyTarget(window)) || hidesText(QGuiApplication::focusObject()))
		return false;
	put(in->kind, QLatin1String(steering_input_compose));
	put(in->target, keyPathOf(window));
	int n = std::snprintf(in->key, sizeof(in->key), "=%s =%s", words.preedit.toUtf8().toPercentEncoding().constData(),
	                      words.commit.toUtf8().toPercentEncoding().constData());
	return n < int(sizeof(in->key));
}

bool describeKey(person_input *in, const QWindow *window, const Private::KeyEvent *e)
{
	bool printable = !e->unicode.isEmpty() && e->unicode[0].isPrint();
	QWidget *target = keyTarget(window), *popup = QApplication::activePopupWidget();
	// The window system gives keys to the first popup; the one that has them is the last.
	if (popup && popup->windowHandle())
		putWindow(in, popup->windowHandle());
	compose::Words words;
	if (compose::read(e, &words))
		return describeWords(in, window, words);
	bool hidden = printable && (hidesText(target) || hidesText(QGuiApplication::focusObject()));
	put(in->kind, e->keyType == QEvent::KeyPress ? QLatin1String(steering_input_keypress) : QLatin1String(steering_input_keyrelease));
	put(in->target, keyPathOf(window));
	if (e->keyType == QEvent::KeyPress && reachesAll(int(e->key) | int(e->modifiers & ~Qt::KeypadModifier)))
		put(in->reach, QStringLiteral("application"));
	QByteArray text = hidden ? QByteArray("*") : e->unicode.toUtf8();
	std::snprintf(in->key, sizeof(in->key), "%x %x %.80s", hidden ? unsigned(Qt::Key_Asterisk) : unsigned(e->key),
	              unsigned(e->modifiers), text.toPercentEncoding().left(80).constData());
	return true;
}

const QWindow *windowOf(const Private::WindowSystemEvent *event)
{
	switch (event->type) {
	case Private::Close:
		return static_cast<const Private::CloseEvent *>(event)->window.data();
	case Private::Mouse:
	case Private::Wheel:
	case Private::Touch:
	case Private::Tablet:
	case Private::Gesture:
	case Private::Key: {
		const QWindow *window = static_cast<const Private::UserEvent *>(event)->window.data();
		return window || event->type != Private::Key ? window : QGuiApplication::focusWindow();
	}
	default:
		return nullptr;
	}
}

// Where the input goes: of the windows that are like the one described the first in which
// the target is. A schedule without `which` knows no more than the target.
const char *findPointer(const person_input *in, const QList<QWindow *> &like, const Pointer &p, QWindow **w, QPoint *at)
{
	const char *first = nullptr, *why = nullptr;
	int tries = in->which[0] ? 1 : int(like.size());
	for (int i = 0; i < tries; i++) {
		if (findTarget(like[i], p.target, at, &why)) {
			*w = like[i];
			return nullptr;
		}
		first = first ? first : why;
	}
	*w = like.first();
	findTarget(*w, p.target, at, &why);
	return first;
}

// The pointer that is played: where it rests, and when it pressed last.
struct {
	QPointF at;
	ulong pressed = 0;
} pointer;

// NULL: it is in the queue. Otherwise why it is not.
const char *playPointer(const person_input *in, const QList<QWindow *> &like, ulong ms, person_sent *sent)
{
	Pointer p;
	QPoint at;
	QWindow *w;
	touch::Phase phase;
	bool touching = isTouching(in, &phase);
	if (!readPointer(in, &p))
		return "its place cannot be read";
	bool held = !std::strcmp(in->kind, steering_input_release) ||
	            (!std::strcmp(in->kind, steering_input_move) && p.buttons) || (touching && phase != touch::Begins && !isNear(in, p));
	// What was pressed is let go wherever that is; but a menu would take another entry for it.
	if (const char *why = findPointer(in, like, p, &w, &at))
		if (!held || (in->text[0] && qobject_cast<QMenu *>(widgetOf(w))))
			return why;
	sent->window = w;
	if (touching)
		return playTouching(in, w, p, at, ms, sent);
	NativePlace place = native_place(w, at);
	auto mods = Qt::KeyboardModifiers(QFlag(int(p.modifiers)));
	sent->type = Private::Mouse;
	if (!std::strcmp(in->kind, steering_input_wheel)) {
		sent->type = Private::Wheel;
		Queue::handleWheelEvent(w, ms, place.local, place.global, p.pixels, p.delta, mods);
		return nullptr;
	}
	QEvent::Type type = !std::strcmp(in->kind, steering_input_press)     ? QEvent::MouseButtonPress
	                    : !std::strcmp(in->kind, steering_input_release) ? QEvent::MouseButtonRelease
	                                                        : QEvent::MouseMove;
	// A menu takes the first move after a pointer has entered it for an accident: one more. And
	// what is pressed again where the pointer rests may have come to be under it meanwhile.
	bool presses = type == QEvent::MouseButtonPress;
	sent->before = (type == QEvent::MouseMove && !p.buttons) || (presses && place.global == pointer.at);
	NativePlace before = native_place(w, at - QPoint(1, 1));
	if (sent->before)
		Queue::handleMouseEvent<Queue::AsynchronousDelivery>(w, ms, before.local, before.global,
		                                                     Qt::MouseButtons(QFlag(int(p.buttons & ~p.button))),
		                                                     Qt::NoButton, QEvent::MouseMove, mods);
	if (presses) // two of one moment are no double click
		ms = pointer.pressed = std::max(ms, pointer.pressed + 1);
	pointer.at = place.global;
	Queue::handleMouseEvent<Queue::AsynchronousDelivery>(w, ms, place.local, place.global, Qt::MouseButtons(QFlag(int(p.buttons))),
	                                                     Qt::MouseButton(p.button), type, mods);
	return nullptr;
}

// A window manager activates a window when none is; offscreen there is none, and
// the program would go on without a focus. Like the stacking order of windows: the
// newest comes first.
void activateWhenNone()
{
	QWindow *focus = QGuiApplication::focusWindow(), *newest = nullptr;
	if (focus && focus->isVisible())
		return;
	for (QWindow *w : QGuiApplication::topLevelWindows())
		if (w->isVisible() && w->isExposed() && (w->type() == Qt::Window || w->type() == Qt::Dialog) &&
		    !QGuiApplicationPrivate::instance()->isWindowBlocked(w))
			newest = w;
	if (newest)
		give_focus(newest);
}

// Without a window manager the window that a dialog leaves in front is not always the
// one that it was in the recording.
void activate(QWindow *w)
{
	if (!QApplication::activePopupWidget() && (w->type() == Qt::Window || w->type() == Qt::Dialog))
		give_focus(w);
}

// A popup gets all keys, whichever window of the program they come to.
bool hasKeys(const QWindow *w)
{
	QWidget *popup = QApplication::activePopupWidget();
	return popup ? popup->windowHandle() == w : QGuiApplication::focusWindow() == w;
}

// Recordings of older releases name the window that the key came to: the first popup, or
// the active window.
bool cameTo(const person_input *in, const QWindow *w)
{
	QList<QWidget *> open = popups();
	return !in->which[0] && !open.isEmpty() && (open.first()->windowHandle() == w || QGuiApplication::focusWindow() == w);
}

// A shortcut or a function key is for the window: what has the focus does not matter, a
// person presses it wherever that is.
bool isForWindow(unsigned key, unsigned modifiers)
{
	return (modifiers & unsigned(Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) ||
	       (key >= unsigned(Qt::Key_F1) && key <= unsigned(Qt::Key_F35));
}

// NULL: what the window's keyboard says goes there. Otherwise why it does not.
const char *takeKeyboard(const person_input *in, QWindow *w)
{
	if (hasKeys(w) || cameTo(in, w))
		return nullptr;
	activate(w);
	return QApplication::activePopupWidget() ? "another menu or list is open and has the keyboard" : "its window is not active";
}

const char *playWords(const person_input *in, QWindow *w, ulong ms, person_sent *sent)
{
	QList<QByteArray> parts = QByteArray(in->key).split(' ');
	auto part = [&](int n) { return QString::fromUtf8(QByteArray::fromPercentEncoding(parts[n].mid(1))); };
	if (parts.size() != 2 || !parts[0].startsWith('=') || !parts[1].startsWith('='))
		return "its words cannot be read";
	if (const char *why = takeKeyboard(in, w))
		return why;
	if (in->target[0] && keyPathOf(w) != QString::fromUtf8(in->target))
		return "the keyboard's focus is elsewhere";
	sent->window = w;
	sent->type = Private::Key;
	compose::send(w, { part(0), part(1) }, &ms);
	return nullptr;
}

const char *playKey(const person_input *in, QWindow *w, ulong ms, person_sent *sent)
{
	unsigned key, modifiers;
	int text = 0;
	if (std::sscanf(in->key, "%x %x %n", &key, &modifiers, &text) != 2)
		return "its key cannot be read";
	bool released = !std::strcmp(in->kind, steering_input_keyrelease); // goes wherever the keys go by then
	const char *why = released ? nullptr : takeKeyboard(in, w);
	if (why)
		return why;
	if (in->target[0] && !released && !isForWindow(key, modifiers) && keyPathOf(w) != QString::fromUtf8(in->target))
		return "the keyboard's focus is elsewhere";
	sent->window = w;
	sent->type = Private::Key;
	Queue::handleKeyEvent<Queue::AsynchronousDelivery>(
		w, ms, released ? QEvent::KeyRelease : QEvent::KeyPress, int(key),
		Qt::KeyboardModifiers(QFlag(int(modifiers))),
		QString::fromUtf8(QByteArray::fromPercentEncoding(in->key + text)));
	return nullptr;
}

bool showsWindows()
{
	for (QWindow *w : QGuiApplication::topLevelWindows())
		if (w->isVisible())
			return true;
	return false;
}

std::atomic<QAbstractEventDispatcher *> dispatcher;
void (*applicationEnds)();

void forgetDispatcher()
{
	dispatcher = nullptr;
	applicationEnds();
}

} // namespace

#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED bool person_describe(const void *event, person_input *in)
{
	auto *e = static_cast<const Private::WindowSystemEvent *>(event);
	const QWindow *window = windowOf(e);
	std::memset(in, 0, sizeof(*in));
	if (!window && e->type == Private::Touch)
		touch::read(e);
	if (!window || !qobject_cast<QGuiApplication *>(QCoreApplication::instance()))
		return false;
	putWindow(in, window);
	if (e->type == Private::Close) {
		put(in->kind, QLatin1String(steering_input_close));
		return true;
	}
	if (e->type == Private::Mouse)
		return describeMouse(in, static_cast<const Private::MouseEvent *>(e));
	if (e->type == Private::Key)
		return describeKey(in, window, static_cast<const Private::KeyEvent *>(e));
	if (e->type == Private::Touch || e->type == Private::Tablet || e->type == Private::Gesture)
		return describeTouching(in, window, e);
	put(in->kind, QLatin1String(steering_input_wheel));
	auto *wheel = static_cast<const Private::WheelEvent *>(e);
	describePointer(in, window, wheel->localPos, int(wheel->modifiers), 0, 0, wheel->angleDelta, wheel->pixelDelta);
	return true;
}

EXPORTED void person_shortcut(const void *keys)
{
	everywhereIsWhole |= !keys;
	if (auto *sequence = static_cast<const QKeySequence *>(keys))
		for (int i = 0; i < sequence->count(); i++)
			everywhere.insert(numberOf((*sequence)[uint(i)]));
}

EXPORTED bool person_is_of_none(const void *event)
{
	return loses_focus_of_itself(static_cast<const Private::WindowSystemEvent *>(event));
}

EXPORTED bool person_grabs(const void *window)
{
	auto *w = static_cast<const QWindow *>(window);
	return w->type() == Qt::Popup && qobject_cast<QApplication *>(QCoreApplication::instance()) &&
	       qobject_cast<QMenu *>(widgetOf(w));
}

EXPORTED const char *person_play(const person_input *in, unsigned long ms, person_sent *sent)
{
	QList<QWindow *> like = windowsLike({ QString::fromUtf8(in->window), QString::fromUtf8(in->title), QString::fromUtf8(in->which) });
	clipboard::isEmptyNotNull();
	drags::haveLoops();
	touch::Phase phase;
	bool released = !std::strcmp(in->kind, steering_input_release) || !std::strcmp(in->kind, steering_input_keyrelease) ||
	                (isTouching(in, &phase) && phase == touch::Ends);
	if (like.isEmpty()) {
		sent->windowless = !showsWindows();
		return sent->windowless ? "it shows no window" : "its window is not shown";
	}
	QWindow *w = like.first();
	if (!w->isExposed())
		return "its window is not on the screen yet";
	if (QGuiApplicationPrivate::instance()->isWindowBlocked(w) && !released) {
		sent->blocked = true;
		return "a modal window blocks its window";
	}
	show_popups_ungrabbed();
	activateWhenNone();
	if (!std::strcmp(in->kind, steering_input_close)) {
		sent->window = w;
		sent->type = Private::Close;
		Queue::handleCloseEvent<Queue::AsynchronousDelivery>(w);
		return nullptr;
	}
	if (!std::strcmp(in->kind, steering_input_compose))
		return playWords(in, w, ms, sent);
	bool key = !std::strcmp(in->kind, steering_input_keypress) || !std::strcmp(in->kind, steering_input_keyrelease);
	return key ? playKey(in, w, ms, sent) : playPointer(in, like, ms, sent);
}

EXPORTED void person_on_idle(void (*f)(), void (*ends)())
{
	QAbstractEventDispatcher *d = QAbstractEventDispatcher::instance();
	if (!d)
		return;
	applicationEnds = ends;
	dispatcher = d;
	QObject::connect(d, &QAbstractEventDispatcher::aboutToBlock, d, [f] { f(); });
	qAddPostRoutine(forgetDispatcher);
}

// The caller keeps application_ends from returning meanwhile.
EXPORTED void person_wake()
{
	if (QAbstractEventDispatcher *d = dispatcher)
		d->wakeUp();
}
