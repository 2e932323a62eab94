// shown.cpp: see shown.h.
#include "shown.h"

#include "acts.h"
#include "keys.h"

#include <players/outside.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

namespace session {

namespace {

using namespace widgets;

enum { CHOICES = 120, BUTTONS = 12, ROWS = 3 };

// One line of the file of states, without what separates its fields: it holds a program's text.
std::string plain(std::string text)
{
	for (char &c : text)
		if (static_cast<unsigned char>(c) < ' ' || c == ';')
			c = ' ';
	return text;
}

// A step ends with the line, and a list of them has separators: another text has no step.
bool canBeSaid(const std::string &text)
{
	return !text.empty() && text == plain(text) && text.front() != ' ' && text.back() != ' ';
}

int percent(int part, int whole)
{
	return whole > 0 ? std::clamp((part * 100 + whole / 2) / whole, 0, 100) : 0;
}

struct Found {
	Window window;
	std::vector<std::string> steps;

	void add(const std::string &step)
	{
		if (steps.size() < CHOICES && std::find(steps.begin(), steps.end(), step) == steps.end())
			steps.push_back(step);
	}

	void addPlace(const char *word, screen::Point at)
	{
		add(std::string(word) + ' ' + std::to_string(percent(at.x, widthOf(window))) + ' ' + std::to_string(percent(at.y, heightOf(window))));
	}
};

bool isRow(Widget *widget)
{
	return gtk::is(widget, "GtkListBoxRow") || gtk::is(widget, "GtkFlowBoxChild");
}

// Rows are told by their places: what they are drawn from is the program's.
void addRows(Found &found, const Rect &place)
{
	enum { HEADER = 36, ROW = 24 };
	for (int i = 0; i < ROWS; i++) {
		screen::Point at = { place.centre().x, place.y + HEADER + i * ROW };
		if (place.has(at))
			found.addPlace("at", at);
	}
	found.addPlace("double", place.has({ place.centre().x, place.y + HEADER }) ? screen::Point{ place.centre().x, place.y + HEADER } : place.centre());
	found.addPlace("context", place.centre());
}

void addTarget(Found &found, Widget *widget, const Rect &place)
{
	std::string cls = gtk::classOf(widget), text = textOf(widget), name = widgets::nameOf(widget);
	if ((isEntry(widget) || isTab(widget) || isRow(widget)) && canBeSaid(text))
		found.add("item " + text);
	else if (isButton(widget) && canBeSaid(text))
		found.add("click " + cls + ' ' + text);
	else if (canBeSaid(name))
		found.add("field " + cls + ' ' + name);
	else
		found.addPlace("at", place.centre());
	if (gtk::is(widget, "GtkTreeView") || gtk::is(widget, "GtkIconView"))
		addRows(found, place);
	else if (gtk::is(widget, "GtkTextView"))
		found.addPlace("context", place.centre());
}

bool isInWindow(const Window &w, Widget *widget)
{
	return (gtk::isGtk4() ? gtk::functions()->widget_native(widget) : gtk::functions()->widget_toplevel(widget)) == w.widget;
}

bool isPartOfEntry(Widget *widget)
{
	for (widget = widgets::parentOf(widget); widget; widget = widgets::parentOf(widget))
		if (isEntry(widget))
			return true;
	return false;
}

// Those that GTK has in a window's title bar. To close a window is a step of its own, and that of the main one ends the session.
bool isOfTitleBar(Widget *widget)
{
	if (!gtk::isGtk4())
		return gtk::functions()->style_has(gtk::functions()->style(widget), "titlebutton");
	Widget *parent = widgets::parentOf(widget);
	return parent && gtk::is(parent, "GtkWindowControls");
}

void addTargets(Found &found)
{
	each(scopeOf(found.window), [&](Widget *c) {
		if ((isTarget(c) || isTab(c)) && !isPartOfEntry(c) && !isOfTitleBar(c) && isInWindow(found.window, c) && gtk::functions()->sensitive(c)) {
			Rect place = visibleIn(found.window, c);
			if (!place.isEmpty())
				addTarget(found, c, place);
		}
		return found.steps.size() < CHOICES;
	});
}

void addShortcut(Found &found, unsigned key, unsigned modifiers)
{
	std::string sequence = sequenceOf(key, modifiers);
	if (canBeSaid(sequence))
		found.add("key " + sequence);
}

int addAccelerator(unsigned *key, void *, void *found) // GtkAccelKey: the key, its modifiers
{
	addShortcut(*static_cast<Found *>(found), key[0], key[1]);
	return 0; // and the next one
}

void addAccelerators(Found &found, void *application, const char *action)
{
	const gtk::Functions *f = gtk::functions();
	char **list = f->accels_for(application, action);
	for (char **a = list; a && *a; a++) {
		unsigned key = 0;
		int modifiers = 0;
		f->accel_parse(*a, &key, &modifiers);
		addShortcut(found, key, unsigned(modifiers));
	}
	f->strings_free(list);
}

// Those of the window and of the application.
void addShortcuts(Found &found)
{
	const gtk::Functions *f = gtk::functions();
	for (GSList *l = gtk::isGtk4() ? nullptr : f->accel_groups(found.window.widget); l; l = l->next)
		f->accel_find(l->data, addAccelerator, &found);
	void *application = f->default_application();
	if (!gtk::is(application, "GtkApplication") || !gtk::is(found.window.widget, "GtkApplicationWindow"))
		return;
	char **actions = f->action_list(application);
	for (char **a = actions; a && *a; a++)
		addAccelerators(found, application, *a);
	f->strings_free(actions);
}

bool canBeLeft(const Window &w)
{
	if (gtk::functions()->modal(w.widget) || gtk::is(w.widget, "GtkDialog"))
		return true;
	std::vector<Window> list = all();
	return gtk::functions()->transient_for(w.widget) && list.size() > 1;
}

std::vector<std::string> choices()
{
	Found found { front(), {} };
	if (!found.window)
		return {};
	addTargets(found);
	if (!found.window.popup) {
		addShortcuts(found);
		for (const char *step : { "context 50 50", "at 50 50", "double 50 50" })
			found.add(step);
		if (Widget *focus = focusOf(found.window))
			if (takesText(focus))
				found.add("text");
		found.add("key Return");
	}
	found.add("key Escape");
	if (!found.window.popup && canBeLeft(found.window))
		found.steps.push_back("close");
	return found.steps;
}

// The steps that could be played now beside those of the script.
std::vector<std::string> couldCome()
{
	std::vector<std::string> list;
	bool open = hasPopup();
	for (const Window &w : behind()) {
		list.push_back("closewindow " + widgets::classOf(w) + ' ' + plain(widgets::nameOf(w)));
		int buttons = 0;
		each(w.widget, [&](Widget *c) {
			std::string text = !open && isButton(c) && gtk::functions()->sensitive(c) ? textOf(c) : "";
			if (canBeSaid(text) && buttons++ < BUTTONS)
				list.push_back("elsewhere " + gtk::classOf(c) + ' ' + text);
			return true;
		});
	}
	if (hasProcesses())
		list.push_back("outside processes");
	if (hasConnections())
		list.push_back("outside connections");
	if (hasFiles())
		list.insert(list.end(), { "outside files", "outside removals" });
	if (handlesTerm())
		list.push_back("outside terminate");
	if (handlesHangUp())
		list.push_back("outside hangup");
	list.insert(list.end(), { "outside hour", "closeall", "quit" });
	return list;
}

// How many event loops run, one in another.
int loops()
{
	static auto *of = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "sparseqt_loops"));
	return of ? of() : gtk::isGtk4() ? 1 : int(gtk::functions()->main_level());
}

int stateFile()
{
	const char *path = std::getenv("SESSION_STATE");
	return path ? open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600) : -1;
}

std::string join(const std::vector<std::string> &list)
{
	std::string all;
	for (const std::string &s : list)
		all += (all.empty() ? "" : ";") + s;
	return all;
}

std::vector<Widget *> &before = *new std::vector<Widget *>; // stays while the program ends

Window newModal()
{
	Window w = front();
	if (!w || w.popup || !gtk::functions()->modal(w.widget) || std::find(before.begin(), before.end(), w.widget) != before.end())
		return {};
	return w;
}

} // namespace

bool isTab(Widget *widget)
{
	Widget *parent = widgets::parentOf(widget);
	const gtk::Functions *f = gtk::functions();
	for (int up = 0; parent && up < 4 && !gtk::is(parent, "GtkNotebook"); up++) // GTK 4 has boxes between
		parent = widgets::parentOf(parent);
	if (!parent || !gtk::is(parent, "GtkNotebook"))
		return false;
	for (int i = 0; i < f->pages(parent); i++)
		if (f->tab(parent, f->page(parent, i)) == widget)
			return true;
	return false;
}

void writeState(int line, int act, bool choose)
{
	static const int file = stateFile();
	if (file < 0)
		return;
	giveKeyboard();
	Window w = front();
	std::string text = std::to_string(line) + '\t' + std::to_string(act) + '\t' + std::to_string(loops()) + '\t' +
	                   (w ? widgets::classOf(w) : "") + '\t' + (w ? plain(widgets::nameOf(w)) : "") + '\t' + join(couldCome());
	if (choose)
		text += '\t' + join(choices());
	text += '\n';
	if (write(file, text.data(), text.size()) < 0)
		std::perror("session: SESSION_STATE");
}

void rememberModals()
{
	before.clear();
	for (const Window &w : all())
		if (!w.popup && gtk::functions()->modal(w.widget))
			before.push_back(w.widget);
}

bool answerNew()
{
	Window w = newModal();
	if (!w)
		return false;
	for (const char *word : { "Yes", "OK", "Save", "Close without Saving", "Discard", "Apply", "Close" }) {
		if (act("click", std::string("GtkButton ") + word))
			return true;
	}
	return false;
}

} // namespace session
