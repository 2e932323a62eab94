// person.cpp: a person's input to a program with GTK, described and played again.
//
// `at` of a pointer event: where in the target and where in the window, both in thousandths; the
// button and all buttons down; the modifiers; of a wheel, by how much. Numbers
// of buttons, modifiers and keys are hexadecimal (numbers.h).
//
// The rules it keeps: nothing is played that a person could not do. The window must be shown, no
// modal window may block it, the target must be on top where the pointer goes, keys go to the
// window that has the keyboard only, which a person can give to any that is not blocked, as long
// as no menu is open. All goes to the X server. A pointer without a button matters only as it
// leads to where it presses, so it is not described.
#include "names.h"
#include "numbers.h"

#include <gtkwidgets/widgets.h>
#include <loopcore/person.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace person;
using namespace widgets;

namespace {

// What a person does, as the hooks and the schedule count it.
enum Kind { NONE, CLOSE, PRESS, RELEASE, KEYPRESS, KEYRELEASE, WHEEL };
enum { MODIFIERS = 0xd, FIRST_MODIFIER = 0xffe1, LAST_MODIFIER = 0xffee, NUM_LOCK = 0xff7f, ISO_FIRST = 0xfe01, ISO_LAST = 0xfe0f };
enum { WHEEL_UP = 4, WHEEL_DOWN = 5, NOTCH = 120 };

const char *const words[] = { "", steering_input_close, steering_input_press, steering_input_release,
	                      steering_input_keypress, steering_input_keyrelease, steering_input_wheel };

const gtk::Functions &f()
{
	return *gtk::functions();
}

Kind kindOf(const gtk::Event *event)
{
	static const Kind three[] = { CLOSE, NONE, NONE, NONE, PRESS, NONE, NONE, RELEASE, KEYPRESS, KEYRELEASE };
	static const Kind four[] = { CLOSE, NONE, PRESS, RELEASE, KEYPRESS, KEYRELEASE };
	enum { SCROLL_3 = 31, SCROLL_4 = 15 };
	int type = f().event_type(event);
	if (type == (gtk::isGtk4() ? SCROLL_4 : SCROLL_3))
		return WHEEL;
	if (type < 0 || type >= (gtk::isGtk4() ? 6 : 10))
		return NONE;
	return gtk::isGtk4() ? four[type] : three[type];
}

unsigned keyvalOf(const gtk::Event *event)
{
	unsigned key = 0;
	if (gtk::isGtk4())
		return f().keyval_of(event);
	f().event_keyval(event, &key);
	return key;
}

// Shift, Ctrl and their kin go with the key that they are held for.
bool isModifier(unsigned key)
{
	return (key >= FIRST_MODIFIER && key <= LAST_MODIFIER) || key == NUM_LOCK || (key >= ISO_FIRST && key <= ISO_LAST);
}

unsigned modifiersOf(const gtk::Event *event)
{
	unsigned state = 0;
	if (gtk::isGtk4())
		state = f().state_of(event);
	else
		f().event_state(event, &state);
	return modifierNumber(state & MODIFIERS);
}

unsigned buttonOf(const gtk::Event *event)
{
	unsigned button = 0;
	if (gtk::isGtk4())
		button = f().button_of(event);
	else
		f().event_button(event, &button);
	return buttonNumber(button);
}

Widget *widgetOf(const gtk::Event *event)
{
	Widget *widget = nullptr;
	if (gtk::isGtk4()) {
		gtk::Surface *surface = f().event_surface(event);
		return surface ? f().native_for(surface) : nullptr;
	}
	gtk::Surface *window = f().event_window(event);
	if (window && !f().window_gone(window)) // else its widget may be freed
		f().window_user_data(window, &widget);
	return widget;
}

// Where in the window it is; false: it is said nowhere.
bool placeOf(const gtk::Event *event, const Window &w, screen::Point *at)
{
	double x = 0, y = 0;
	screen::Point from, to;
	bool there = gtk::isGtk4() ? f().position_of(event, &x, &y) : f().event_coords(event, &x, &y);
	gtk::Surface *in = gtk::isGtk4() ? nullptr : f().event_window(event), *whole = in ? f().widget_window(w.widget) : nullptr;
	if (in && whole && in != whole) {
		f().window_origin(in, &from.x, &from.y);
		f().window_origin(whole, &to.x, &to.y);
	}
	*at = { int(x) + from.x - to.x, int(y) + from.y - to.y };
	return there;
}

void putTarget(person_input *in, const Window &w, screen::Point point, unsigned button, unsigned buttons, unsigned modifiers, int wheel)
{
	Widget *target = targetAt(w, point);
	target = target ? target : at(w, point);
	Rect place = visibleIn(w, target);
	put(in->target, pathOf(w, target));
	put(in->text, isField(target) ? "" : isTarget(target) ? textOf(target) : "");
	std::snprintf(in->at, sizeof(in->at), "%d %d %d %d %x %x %x 0 %d", thousandths(point.x - place.x, place.width),
	              thousandths(point.y - place.y, place.height), thousandths(point.x, widthOf(w)), thousandths(point.y, heightOf(w)), button,
	              buttons, modifiers, wheel);
}

int wheelOf(const gtk::Event *event)
{
	double x = 0, y = 0;
	int direction = -1; // up, down, left, right, smooth
	if (gtk::isGtk4()) {
		direction = f().direction_of(event);
		f().deltas_of(event, &x, &y);
	} else if (!f().event_direction(event, &direction)) {
		f().event_deltas(event, &x, &y);
	}
	return direction == 0 ? NOTCH : direction == 1 ? -NOTCH : y < 0 ? NOTCH : y > 0 ? -NOTCH : 0;
}

bool describePointer(person_input *in, const gtk::Event *event, const Window &w, Kind kind)
{
	screen::Point at;
	unsigned button = kind == WHEEL ? 0 : buttonOf(event);
	if (!placeOf(event, w, &at))
		return false;
	putTarget(in, w, at, button, kind == PRESS ? button : 0, modifiersOf(event), kind == WHEEL ? wheelOf(event) : 0);
	return true;
}

// Where a key of that window goes: an open menu comes first.
Widget *keyTarget(const Window &w)
{
	return w.popup ? nullptr : focusOf(w);
}

// A popup that stays beside a field has no keyboard, so it is asked where else the key may go.
bool mayBeHidden(const gtk::Event *event)
{
	for (const Window &w : all())
		if (w.widget == windowOf(widgetOf(event)).widget || (gtk::is(w.widget, "GtkWindow") && f().is_active(w.widget)))
			if (hidesText(focusOf(w)))
				return true;
	return false;
}

void describeKey(person_input *in, const gtk::Event *event, const Window &w)
{
	unsigned key = keyvalOf(event), character = f().keyval_to_unicode(key);
	Widget *focus = keyTarget(w);
	bool hidden = character >= 0x20 && (hidesText(focus) || mayBeHidden(event));
	put(in->target, focus ? pathOf(w, focus) : "");
	std::snprintf(in->key, sizeof(in->key), "%x %x %s", hidden ? unsigned('*') : keyNumber(key, character), hidden ? 0u : modifiersOf(event),
	              hidden ? "%2A" : encoded(character).c_str());
}

struct Pointer {
	int inX = 500, inY = 500, x = 500, y = 500, dx = 0, dy = 0;
	unsigned button = 0, buttons = 0, modifiers = 0;
};

bool readPointer(const person_input *in, Pointer *p)
{
	return std::sscanf(in->at, "%d %d %d %d %x %x %x %d %d", &p->inX, &p->inY, &p->x, &p->y, &p->button, &p->buttons, &p->modifiers,
	                   &p->dx, &p->dy) == 9;
}

screen::Point pointIn(const Rect &r, int x, int y)
{
	return { r.x + x * std::max(r.width, 1) / 1000, r.y + y * std::max(r.height, 1) / 1000 };
}

int distance(screen::Point a, screen::Point b)
{
	return std::abs(a.x - b.x) + std::abs(a.y - b.y);
}

// The target's place now; of several alike the one that is nearest to where it was.
const char *findTarget(const person_input *in, const Window &w, const Pointer &p, screen::Point *found)
{
	Rect whole;
	whole.width = widthOf(w);
	whole.height = heightOf(w);
	screen::Point was = pointIn(whole, p.x, p.y);
	int nearest = -1;
	bool insensitive = false;
	if (!in->target[0]) {
		*found = was;
		return nullptr;
	}
	each(scopeOf(w), [&](Widget *c) {
		if (pathOf(w, c) != in->target || (in->text[0] && textOf(c) != in->text))
			return true;
		Rect r = visibleIn(w, c);
		screen::Point at = pointIn(r, p.inX, p.inY);
		if (!f().sensitive(c))
			insensitive = true;
		else if (!r.isEmpty() && (nearest < 0 || distance(at, was) < nearest)) {
			nearest = distance(at, was);
			*found = at;
		}
		return true;
	});
	return nearest >= 0 ? nullptr : insensitive ? "its target is disabled" : "its target is not shown";
}

// Visible windows that may be the one described, the likeliest first.
std::vector<Window> windowsLike(const person_input *in)
{
	std::vector<std::pair<int, Window>> scored;
	std::string wanted = in->which;
	for (const Window &w : all()) {
		if (windowName(w) != in->window)
			continue;
		std::string which = whichOf(w);
		bool menu = wanted.size() > 1 && wanted.substr(wanted.rfind(' ') + 1) != "-";
		if (menu && which.substr(which.rfind(' ') + 1) != wanted.substr(wanted.rfind(' ') + 1))
			continue;
		scored.push_back({ -2 * (titleOf(w) == in->title) - (which == wanted), w });
	}
	std::stable_sort(scored.begin(), scored.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
	std::vector<Window> list;
	for (const auto &s : scored)
		list.push_back(s.second);
	return list;
}

unsigned down;     // the button that is held
Pointer pressedAt; // where it was pressed

const char *playPointer(const person_input *in, const Window &w, person_sent *sent)
{
	Pointer p;
	screen::Point at;
	if (!readPointer(in, &p))
		return "its place cannot be read";
	bool released = !std::strcmp(in->kind, steering_input_release);
	const char *why = findTarget(in, w, p, &at);
	if (why && !released)
		return why;
	if (released && !(down == p.button))
		return "its button is not down";
	if (!why && !pointTo(w, at) && !released)
		return "another window lies where it points";
	if (!std::strcmp(in->kind, steering_input_wheel)) {
		sent->type = WHEEL;
		screen::press(p.dy < 0 ? WHEEL_DOWN : WHEEL_UP);
		screen::release(p.dy < 0 ? WHEEL_DOWN : WHEEL_UP);
		return nullptr;
	}
	sent->type = released ? RELEASE : PRESS;
	released ? screen::release(person::buttonOf(p.button)) : screen::press(person::buttonOf(p.button));
	down = released ? 0 : p.button;
	pressedAt = p;
	return nullptr;
}

const char *letGoButton(const person_input *in, unsigned ms, person_sent *sent)
{
	Pointer p;
	if (!readPointer(in, &p) || !down || p.button != down)
		return "its button is not down";
	if (p.x != pressedAt.x || p.y != pressedAt.y)
		return "it is let go elsewhere";
	sent->type = RELEASE;
	screen::release(person::buttonOf(p.button), ms);
	down = 0;
	return nullptr;
}

// A shortcut or a function key is for the window, whatever has the focus.
bool isForWindow(unsigned key, unsigned modifiers)
{
	enum { F1 = 0x1000030, F35 = F1 + 34, SHIFT = 1 };
	return (stateOf(modifiers) & ~unsigned(SHIFT)) || (key >= F1 && key <= F35);
}

const char noKey[] = "the keyboard has no such key";

bool readKey(const person_input *in, unsigned *key, unsigned *modifiers, unsigned *keysym)
{
	int text = 0;
	bool there = std::sscanf(in->key, "%x %x %n", key, modifiers, &text) == 2;
	*keysym = there ? keysymOf(*key, text ? decoded(in->key + text) : 0) : 0;
	return there;
}

const char *letGoKey(const person_input *in, unsigned ms, person_sent *sent)
{
	unsigned key, modifiers, keysym;
	sent->type = KEYRELEASE;
	return readKey(in, &key, &modifiers, &keysym) && screen::releaseKey(keysym, ms) ? nullptr : noKey;
}

const char *playKey(const person_input *in, const Window &w, person_sent *sent)
{
	unsigned key, modifiers, keysym;
	if (!readKey(in, &key, &modifiers, &keysym))
		return "its key cannot be read";
	bool released = !std::strcmp(in->kind, steering_input_keyrelease); // goes wherever the keys go by then
	Window popup = topPopup();
	if (!released) {
		if (popup && popup.widget != w.widget)
			return "another menu or list is open and has the keyboard";
		if (!popup && !f().is_active(w.widget)) {
			screen::focus(w.id);
			return "its window is not active";
		}
		Widget *focus = keyTarget(w);
		if (in->target[0] && !isForWindow(key, modifiers) && (!focus || pathOf(w, focus) != in->target))
			return "the keyboard's focus is elsewhere";
	}
	sent->type = released ? KEYRELEASE : KEYPRESS;
	return (released ? screen::releaseKey(keysym) : screen::pressKey(keysym, stateOf(modifiers))) ? nullptr : noKey;
}

// A window manager gives the keyboard to a window when none has it.
void activateWhenNone()
{
	Window w = screen::nobodyHasFocus() && !screen::hasManager() ? front() : Window();
	if (w && !w.popup)
		screen::focus(w.id);
}

bool is(const person_input *in, const char *kind)
{
	return !std::strcmp(in->kind, kind);
}

bool ready()
{
	return gtk::functions() && gtk::hasDisplay();
}

// The window of that address, which may be gone: it is compared, and not asked.
Window shownAt(const void *widget)
{
	if (ready())
		for (const Window &w : all())
			if (w.widget == widget)
				return w;
	return {};
}

} // namespace

#define EXPORTED extern "C" __attribute__((visibility("default")))

// Which input of a person it is, of the kinds above; 0: none.
EXPORTED int person_kind(const void *gdk_event)
{
	auto *event = static_cast<const gtk::Event *>(gdk_event);
	Kind kind = ready() ? kindOf(event) : NONE;
	if (kind == CLOSE && !windowOf(widgetOf(event)))
		return NONE; // a surface of GTK 4 that the program destroyed
	return (kind == KEYPRESS || kind == KEYRELEASE) && isModifier(keyvalOf(event)) ? NONE : kind;
}

// The window that it goes to, of GTK; null: none is known.
EXPORTED const void *person_window(const void *gdk_event)
{
	auto *event = static_cast<const gtk::Event *>(gdk_event);
	int kind = person_kind(event);
	Window popup = kind == KEYPRESS || kind == KEYRELEASE ? topPopup() : Window();
	return popup ? popup.widget : windowOf(widgetOf(event)).widget;
}

EXPORTED unsigned person_code(const void *gdk_event)
{
	auto *event = static_cast<const gtk::Event *>(gdk_event);
	int kind = person_kind(event);
	return kind == PRESS || kind == RELEASE ? buttonOf(event) : kind == KEYPRESS || kind == KEYRELEASE ? keyvalOf(event) : 0;
}

EXPORTED bool person_describe(const void *gdk_event, person_input *in)
{
	auto *event = static_cast<const gtk::Event *>(gdk_event);
	Kind kind = Kind(person_kind(event));
	Window w = shownAt(person_window(event));
	std::memset(in, 0, sizeof(*in));
	if (kind == NONE || !w)
		return false;
	put(in->kind, words[kind]);
	putWindow(in, w);
	if (kind == KEYPRESS || kind == KEYRELEASE)
		describeKey(in, event, w);
	else if (kind != CLOSE)
		return describePointer(in, event, w, kind);
	return true;
}

EXPORTED const char *person_play(const person_input *in, unsigned long, person_sent *sent)
{
	bool released = is(in, steering_input_release) || is(in, steering_input_keyrelease);
	if (const char *why = screen::unusable())
		return why;
	std::vector<Window> like = windowsLike(in), shown = all();
	sent->windowless = shown.empty();
	if (shown.empty())
		return "it shows no window";
	if (like.empty() && !released)
		return "its window is not shown";
	Window w = like.empty() ? front() : like.front();
	bool closesMenu = is(in, steering_input_press) && topPopup();
	if (isBlocked(w) && !released && !closesMenu) {
		sent->blocked = true;
		return "a modal window or a menu blocks its window";
	}
	activateWhenNone();
	if (is(in, steering_input_close)) {
		sent->type = CLOSE;
		screen::close(w.id);
		return nullptr;
	}
	return is(in, steering_input_keypress) || is(in, steering_input_keyrelease) ? playKey(in, w, sent) : playPointer(in, w, sent);
}

EXPORTED const char *person_follow(const person_input *in, unsigned ms, person_sent *sent)
{
	return is(in, steering_input_release) ? letGoButton(in, ms, sent) : letGoKey(in, ms, sent);
}

// When the server saw it, in ms of a clock of its own.
EXPORTED unsigned person_time(const void *gdk_event)
{
	return f().event_time(static_cast<const gtk::Event *>(gdk_event));
}

// It is one that gets input; asked when it is mapped.
EXPORTED bool person_is_window(const void *widget)
{
	bool window = gtk::functions() && gtk::is(widget, "GtkWindow") && !gtk::is(widget, "GtkOffscreenWindow");
	if (window || (gtk::functions() && gtk::is(widget, "GtkPopover")))
		comes(static_cast<const Widget *>(widget));
	return window;
}

// A modal one keeps input from it.
EXPORTED bool person_blocked(const void *widget)
{
	Window w = shownAt(widget);
	return w && isBlocked(w);
}

EXPORTED bool person_grabs(const void *widget)
{
	Window w = shownAt(widget);
	return w && isMenu(w);
}

EXPORTED void person_names(const void *widget, char *cls, char *name, char *title, size_t size)
{
	auto *w = static_cast<Widget *>(const_cast<void *>(widget));
	Window window;
	window.widget = w;
	std::snprintf(cls, size, "%s", gtk::classOf(w).c_str());
	std::snprintf(name, size, "%s", nameOf(w).c_str());
	std::snprintf(title, size, "%s", titleOf(window).c_str());
}

// The modal window in front, and how a person goes on with what asked there.
EXPORTED bool person_question(person_question *q)
{
	Window w = ready() && !topPopup() ? front() : Window();
	if (!w || !f().modal(w.widget))
		return false;
	std::string says;
	put(q->window, windowName(w));
	put(q->title, titleOf(w));
	put(q->which, whichOf(w));
	each(w.widget, [&](Widget *c) {
		if (isButton(c)) // and the label in it is no question
			return true;
		Widget *parent = parentOf(c);
		if (gtk::is(c, "GtkLabel") && !(parent && isButton(parent)))
			says += (says.empty() ? "" : " / ") + std::string(f().label_text(c));
		return true;
	});
	put(q->says, says);
	for (const char *word : { "Yes", "OK", "Save", "Close without Saving", "Discard", "Apply", "Close" })
		each(w.widget, [&](Widget *c) {
			Rect r = isButton(c) && f().sensitive(c) && textOf(c) == word && q->buttons < PERSON_BUTTONS ? visibleIn(w, c) : Rect();
			if (!r.isEmpty()) {
				auto &b = q->button[q->buttons++];
				put(b.target, pathOf(w, c));
				put(b.text, textOf(c));
				std::snprintf(b.at, sizeof(b.at), "500 500 %d %d 1 1 0 0 0", thousandths(r.centre().x, widthOf(w)),
				              thousandths(r.centre().y, heightOf(w)));
			}
			return true;
		});
	return true;
}
