// acts.cpp: see acts.h.
#include "acts.h"

#include "keys.h"
#include "shown.h"

#include <gtkwidgets/widgets.h>
#include <players/outside.h>

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <unistd.h>

namespace session {

namespace {

using namespace widgets;

enum { LEFT = 1, RIGHT = 3, WHEEL_UP = 4, WHEEL_DOWN = 5 };

using Act = bool (*)(const Window &w, screen::Point at);

bool press(const Window &w, screen::Point at, unsigned button)
{
	if (!pointTo(w, at))
		return false;
	screen::press(button);
	screen::release(button);
	return true;
}

bool click(const Window &w, screen::Point at) { return press(w, at, LEFT); }
bool clickRight(const Window &w, screen::Point at) { return press(w, at, RIGHT); }
bool doubleClick(const Window &w, screen::Point at) { return click(w, at) && click(w, at); }
bool hover(const Window &w, screen::Point at) { return pointTo(w, at); }

bool actOn(const Window &w, Widget *widget, Act act)
{
	Rect place = visibleIn(w, widget);
	return !place.isEmpty() && act(w, place.centre());
}

std::string first(const std::string &rest, std::string *others)
{
	size_t space = rest.find(' ');
	*others = space == std::string::npos ? "" : rest.substr(space + 1);
	return rest.substr(0, space);
}

// The first that matches and can be hit.
template <typename Matches> bool actOnFirst(const Window &w, Act act, const Matches &matches)
{
	Widget *found = nullptr;
	if (w)
		each(scopeOf(w), [&](Widget *c) {
			if (gtk::functions()->sensitive(c) && matches(c) && !visibleIn(w, c).isEmpty())
				found = c;
			return !found;
		});
	return found && actOn(w, found, act);
}

bool clickIn(const Window &w, const std::string &what)
{
	std::string text, cls = first(what, &text);
	return actOnFirst(w, click, [&](Widget *c) { return isTarget(c) && gtk::is(c, cls.c_str()) && textOf(c) == text; });
}

bool actOnField(const std::string &what, Act act)
{
	std::string name, cls = first(what, &name);
	return actOnFirst(front(), act, [&](Widget *c) { return gtk::is(c, cls.c_str()) && widgets::nameOf(c) == name; });
}

bool isItem(Widget *c)
{
	return isEntry(c) || isTab(c) || gtk::is(c, "GtkListBoxRow") || gtk::is(c, "GtkFlowBoxChild");
}

// Of open menus the last one first: an entry of a parent menu can be hit, too.
bool actOnItem(const std::string &text, Act act)
{
	std::vector<Window> list = all();
	bool open = hasPopup();
	for (size_t i = list.size(); i-- > 0;)
		if (open ? list[i].popup : list[i].widget == front().widget)
			if (actOnFirst(list[i], act, [&](Widget *c) { return isItem(c) && textOf(c) == text; }))
				return true;
	return false;
}

// In percent of the window.
screen::Point placeIn(const Window &w, const std::string &where, int from)
{
	int n[4] = {};
	std::sscanf(where.c_str(), "%d %d %d %d", &n[0], &n[1], &n[2], &n[3]);
	auto inside = [](int percent, int size) { return std::min(percent * size / 100, std::max(size - 1, 0)); };
	return { inside(n[from], widthOf(w)), inside(n[from + 1], heightOf(w)) };
}

bool actAt(const std::string &where, Act act)
{
	Window w = front();
	return w && act(w, placeIn(w, where, 0));
}

bool carry(const Window &w, screen::Point from, screen::Point to)
{
	enum { STEPS = 5 };
	if (!pointTo(w, from))
		return false;
	screen::press(LEFT);
	for (int i = 1; i <= STEPS; i++)
		pointTo(w, { from.x + (to.x - from.x) * i / STEPS, from.y + (to.y - from.y) * i / STEPS });
	return true;
}

struct {
	Window window;
	screen::Point at;
} pointed;

bool note(const Window &w, screen::Point at)
{
	pointed = { w, at };
	return true;
}

// Where a target is: "item TEXT", "field CLASS NAME" or "at X Y". Nothing is done there.
bool pointAt(const std::string &target)
{
	std::string rest, word = first(target, &rest);
	return word == "item" ? actOnItem(rest, note) : word == "field" ? actOnField(rest, note) : word == "at" && actAt(rest, note);
}

// "TARGET to TARGET" of one window, or the four numbers of two places. A text may have the word "to", too.
bool lift(const std::string &what)
{
	Window w = front();
	if (!what.empty() && std::isdigit(static_cast<unsigned char>(what[0])))
		return w && carry(w, placeIn(w, what, 0), placeIn(w, what, 2));
	for (size_t at = what.find(" to "); at != std::string::npos; at = what.find(" to ", at + 1)) {
		if (!pointAt(what.substr(0, at)))
			continue;
		auto from = pointed;
		if (pointAt(what.substr(at + 4)) && pointed.window.widget == from.window.widget)
			return carry(from.window, from.at, pointed.at);
	}
	return false;
}

bool drop(const std::string &)
{
	screen::release(LEFT);
	return true;
}

bool drag(const std::string &what)
{
	return lift(what) && drop(what);
}

bool turnWheel(const std::string &where)
{
	int x, y, notches = 0;
	Window w = front();
	std::sscanf(where.c_str(), "%d %d %d", &x, &y, &notches);
	if (!w || !pointTo(w, placeIn(w, where, 0)))
		return false;
	for (int i = 0; i < std::abs(notches); i++) {
		screen::press(notches > 0 ? WHEEL_UP : WHEEL_DOWN);
		screen::release(notches > 0 ? WHEEL_UP : WHEEL_DOWN);
	}
	return true;
}

bool close(const Window &w)
{
	if (w && !w.popup)
		screen::close(w.id);
	return w && !w.popup;
}

// The first that was made and is for nobody else, and lies in no window of another program, as a tray's icon does.
Window mainWindow()
{
	Window found;
	for (const Window &w : all())
		if (!w.popup && !gtk::is(w.widget, "GtkPlug") && !gtk::functions()->transient_for(w.widget) && (!found || gtk::is(w.widget, "GtkApplicationWindow")))
			found = w;
	return found;
}

bool closeBehind(const std::string &what)
{
	std::string name, cls = first(what, &name);
	for (const Window &w : behind())
		if (widgets::classOf(w) == cls && widgets::nameOf(w) == name)
			return close(w);
	return false;
}

bool clickBehind(const std::string &what)
{
	for (const Window &w : behind())
		if (clickIn(w, what))
			return true;
	return false;
}

// Keys go to whoever has the keyboard: a window of the program's, or they are not played. Where
// there is no window manager we have given it.
bool hasKeyboard()
{
	if (!screen::hasManager())
		return bool(front());
	for (const Window &w : all())
		if (!w.popup && gtk::functions()->is_active(w.widget))
			return true;
	return false;
}

bool sendKeys(const std::string &sequence)
{
	Key key = keyOf(sequence);
	giveKeyboard();
	if (!key.symbol || !hasKeyboard())
		return false;
	bool there = screen::pressKey(key.symbol, key.modifiers);
	screen::releaseKey(key.symbol);
	return there;
}

bool sendText(const std::string &text)
{
	giveKeyboard();
	if (!hasKeyboard())
		return false;
	for (unsigned symbol : symbolsOf(text))
		if (screen::pressKey(symbol, 0))
			screen::releaseKey(symbol);
	return true;
}

bool shortcutBehind(const std::string &what)
{
	std::string sequence, cls = first(what, &sequence);
	Key key = keyOf(sequence);
	Window back = front();
	for (const Window &w : behind())
		if (key.symbol && widgets::classOf(w) == cls) {
			screen::focus(w.id);
			bool there = hasKeyboard() && screen::pressKey(key.symbol, key.modifiers);
			if (there)
				screen::releaseKey(key.symbol);
			if (back)
				screen::focus(back.id);
			return there;
		}
	return false;
}

bool closeAll()
{
	for (const Window &w : all())
		if (!isBlocked(w))
			close(w);
	return true;
}

// What a program's own menu does; loops of other kinds end with their windows.
bool quit()
{
	const gtk::Functions *f = gtk::functions();
	if (void *application = f->default_application())
		f->application_quit(application);
	else if (!gtk::isGtk4() && f->main_level() > 0)
		f->main_quit();
	return true;
}

} // namespace

void giveKeyboard()
{
	Window w = front();
	if (w && w.popup) { // it has grabbed the keyboard from the window that it is for
		w = {};
		for (const Window &o : all())
			if (!o.popup && !isBlocked(o))
				w = gtk::functions()->is_active(o.widget) || !w ? o : w;
	}
	if (w && !screen::hasManager())
		screen::focus(w.id);
}

void clickThere(int x, int y, unsigned button)
{
	if (Window w = front())
		press(w, { x * widthOf(w) / 1000, y * heightOf(w) / 1000 }, button);
}

void typeThere(const std::string &text)
{
	sendText(text);
}

void pressThere(const std::string &sequence)
{
	sendKeys(sequence);
}

// GTK hears of a theme by the desktop's settings, which there are none of.
bool changeTheme()
{
	return false;
}

namespace {

struct Step {
	const char *word;
	bool (*act)(const std::string &rest);
};

const Step *stepOf(const std::string &word)
{
	static const Step table[] = {
		{ "key", sendKeys },
		{ "text", sendText },
		{ "click", [](const std::string &what) { return clickIn(front(), what); } },
		{ "item", [](const std::string &text) { return actOnItem(text, click); } },
		{ "hover", [](const std::string &text) { return actOnItem(text, hover); } },
		{ "field", [](const std::string &what) { return actOnField(what, click); } },
		{ "context", [](const std::string &where) { return actAt(where, clickRight); } },
		{ "at", [](const std::string &where) { return actAt(where, click); } },
		{ "double", [](const std::string &where) { return actAt(where, doubleClick); } },
		{ "drag", drag },
		{ "lift", lift },
		{ "drop", drop },
		{ "wheel", turnWheel },
		{ "close", [](const std::string &) { return close(front()); } },
		{ "closemain", [](const std::string &) { return close(mainWindow()); } },
		{ "closewindow", closeBehind },
		{ "closeall", [](const std::string &) { return closeAll(); } },
		{ "elsewhere", clickBehind },
		{ "shortcut", shortcutBehind },
		{ "outside", [](const std::string &what) { return session::comesFromOutside(what.c_str()); } },
		{ "dismiss", [](const std::string &) { return front().widget == mainWindow().widget || close(front()); } },
		{ "quit", [](const std::string &) { return quit(); } },
	};
	for (const Step &known : table)
		if (word == known.word)
			return &known;
	return nullptr;
}

} // namespace

bool isAct(const std::string &word)
{
	return stepOf(word);
}

bool act(const std::string &word, const std::string &rest)
{
	giveKeyboard();
	const Step *step = stepOf(word);
	return step && step->act(rest);
}

} // namespace session
