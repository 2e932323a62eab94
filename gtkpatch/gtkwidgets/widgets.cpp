// widgets.cpp: see widgets.h.
#include "widgets.h"

#include <algorithm>
#include <cstring>

namespace widgets {

namespace {

enum { POPUP = 1, HINT_TOOLTIP = 11, HINT_DND = 13, DEEPEST = 64 };

const gtk::Functions &f()
{
	return *gtk::functions();
}

screen::Id idOf(Widget *widget)
{
	gtk::Surface *surface = gtk::isGtk4() ? f().native_surface(widget) : f().widget_window(widget);
	auto xid = gtk::isGtk4() ? f().surface_xid : f().window_xid;
	if (!surface || !xid || !(gtk::is(surface, "GdkX11Window") || gtk::is(surface, "GdkX11Surface")))
		return 0;
	return screen::Id(xid(surface));
}

bool isTooltip(Widget *widget)
{
	if (gtk::isGtk4())
		return gtk::is(widget, "GtkTooltipWindow");
	int hint = f().type_hint(widget);
	return hint == HINT_TOOLTIP || hint == HINT_DND;
}

void children(Widget *of, std::vector<Widget *> *list)
{
	if (gtk::isGtk4())
		for (Widget *c = f().first_child(of); c; c = f().next_sibling(c))
			list->push_back(c);
	else if (gtk::is(of, "GtkContainer"))
		f().forall(of, [](Widget *c, void *data) { static_cast<std::vector<Widget *> *>(data)->push_back(c); }, list);
}

std::vector<Widget *> toplevels()
{
	std::vector<Widget *> list;
	if (!gtk::isGtk4()) {
		GList *all = f().list_toplevels();
		for (GList *l = all; l; l = l->next)
			list.push_back(static_cast<Widget *>(l->data));
		f().list_free(all);
		return list;
	}
	void *model = f().toplevels();
	for (unsigned i = f().model_items(model); i-- > 0;) { // the newest is the first
		void *item = f().model_item(model, i);
		list.push_back(static_cast<Widget *>(item));
		f().unref(item); // GTK has one of its own
	}
	return list;
}

// Popovers of GTK 4 are windows of X.
void addPopovers(Widget *in, std::vector<Window> *list)
{
	each(in, [&](Widget *w) {
		if (gtk::is(w, "GtkPopover"))
			list->push_back({ w, idOf(w), true, int(list->size()) });
		return true;
	});
}

Rect allocation(const Window &w, Widget *widget)
{
	Rect r;
	r.width = f().width(widget);
	r.height = f().height(widget);
	if (!gtk::isGtk4())
		return f().translate(widget, w.widget, 0, 0, &r.x, &r.y) ? r : Rect();
	double x = 0, y = 0, dx = 0, dy = 0;
	if (!f().translate4(widget, w.widget, 0, 0, &x, &y))
		return Rect();
	f().native_transform(w.widget, &dx, &dy);
	r.x = int(x + dx);
	r.y = int(y + dy);
	return r;
}

Rect common(const Rect &a, const Rect &b)
{
	Rect r;
	r.x = std::max(a.x, b.x);
	r.y = std::max(a.y, b.y);
	r.width = std::min(a.x + a.width, b.x + b.width) - r.x;
	r.height = std::min(a.y + a.height, b.y + b.height) - r.y;
	return r;
}

Widget *menuIn(const Window &w)
{
	Widget *menu = nullptr;
	if (w.popup)
		each(w.widget, [&](Widget *c) {
			menu = gtk::is(c, "GtkMenu") ? c : nullptr;
			return !menu;
		});
	return menu;
}

// GTK 4 has no grabs: a modal window blocks those it is not for.
Widget *modalWindow()
{
	Widget *modal = nullptr;
	for (Widget *w : toplevels())
		if (f().mapped(w) && f().modal(w))
			modal = w;
	return modal;
}

// The widget that has all input of the window's group, null for none.
Widget *grabOf(const Window &w)
{
	if (gtk::isGtk4())
		return modalWindow();
	return f().group_grab(f().window_group(w.widget));
}

// Programs align with spaces.
std::string trimmed(std::string text)
{
	text.erase(0, text.find_first_not_of(' '));
	text.erase(text.find_last_not_of(' ') + 1);
	return text;
}

// By when they were mapped; some are gone, so they are compared and not asked.
std::vector<const Widget *> shown;

// -1: it is not there.
template <typename T> int placeIn(const std::vector<T> &list, const T &what)
{
	auto at = std::find(list.begin(), list.end(), what);
	return at == list.end() ? -1 : int(at - list.begin());
}

template <typename Place> void sortBy(std::vector<Window> *list, Place place)
{
	std::vector<std::pair<int, Window>> ordered;
	for (const Window &w : *list)
		ordered.push_back({ place(w), w });
	std::stable_sort(ordered.begin(), ordered.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
	for (size_t i = 0; i < ordered.size(); i++)
		(*list)[i] = ordered[i].second;
}

bool isIn(Widget *widget, Widget *in)
{
	for (int i = 0; widget && i < DEEPEST; i++, widget = f().parent(widget))
		if (widget == in)
			return true;
	return false;
}

} // namespace

void each(Widget *from, const std::function<bool(Widget *)> &say)
{
	bool more = true;
	std::function<void(Widget *, int)> walk = [&](Widget *w, int depth) {
		if (!more || depth > DEEPEST || !f().mapped(w) || !(more = say(w)))
			return;
		std::vector<Widget *> list;
		children(w, &list);
		for (Widget *c : list)
			walk(c, depth + 1);
	};
	walk(from, 0);
}

std::vector<Window> all()
{
	std::vector<Window> list;
	for (Widget *w : toplevels()) {
		if (!f().mapped(w) || isTooltip(w) || gtk::is(w, "GtkOffscreenWindow")) // the last is on no screen
			continue;
		list.push_back({ w, idOf(w), !gtk::isGtk4() && f().window_type(w) == POPUP, int(list.size()) });
		if (gtk::isGtk4())
			addPopovers(w, &list);
	}
	if (screen::isAsked()) {
		std::vector<screen::Id> stack = screen::stack();
		sortBy(&list, [&](const Window &w) { return w.id ? placeIn(stack, w.id) : 0; });
	} else {
		sortBy(&list, [](const Window &w) { return placeIn(shown, static_cast<const Widget *>(w.widget)); });
	}
	return list;
}

void comes(const Widget *window)
{
	enum { MOST = 1024 };
	shown.erase(std::remove(shown.begin(), shown.end(), window), shown.end());
	if (shown.size() == MOST)
		shown.erase(shown.begin());
	shown.push_back(window);
}

bool hasPopup()
{
	std::vector<Window> list = all();
	return std::any_of(list.begin(), list.end(), [](const Window &w) { return w.popup; });
}

bool isBlocked(const Window &w)
{
	Widget *grab = w.popup ? nullptr : grabOf(w);
	return grab && !isIn(grab, w.widget);
}

Window front()
{
	std::vector<Window> list = all();
	Window popup, active, last;
	for (const Window &w : list) {
		if (w.popup) {
			popup = w;
			continue;
		}
		if (isBlocked(w))
			continue;
		last = w;
		if (f().is_active(w.widget))
			active = w;
	}
	// A modal window that came last is in front, whichever window has the keyboard yet.
	Widget *grab = active ? grabOf(active) : nullptr;
	return popup ? popup : active && (grab || screen::hasManager() || active.widget == last.widget) ? active : last;
}

Window windowOf(Widget *widget)
{
	Widget *top = !widget ? nullptr : gtk::isGtk4() ? f().widget_native(widget) : f().widget_toplevel(widget);
	for (const Window &w : all())
		if (w.widget == top)
			return w;
	return {};
}

std::vector<Window> behind()
{
	Window first = front();
	std::vector<Window> list;
	for (const Window &w : all())
		if (w.widget != first.widget && !w.popup && !isBlocked(w) && !gtk::is(w.widget, "GtkPlug"))
			list.push_back(w);
	std::sort(list.begin(), list.end(), [](const Window &a, const Window &b) {
		return std::make_pair(classOf(a), nameOf(a)) < std::make_pair(classOf(b), nameOf(b));
	});
	return list;
}

Widget *scopeOf(const Window &w)
{
	Widget *grab = gtk::isGtk4() || w.popup ? nullptr : grabOf(w);
	return grab && isIn(grab, w.widget) && gtk::is(grab, "GtkPopover") ? grab : w.widget;
}

std::string classOf(const Window &w)
{
	Widget *menu = menuIn(w);
	return gtk::classOf(menu ? menu : w.widget);
}

std::string nameOf(Widget *widget)
{
	const char *given = f().name(widget);
	if (given && *given && gtk::classOf(widget) != given)
		return given;
	const char *built = gtk::isGtk4() ? f().buildable_id(widget) : f().buildable_name(widget);
	// What a builder file leaves without a name has a number, and a template's is its class.
	return built && std::strncmp(built, "___", 3) && gtk::classOf(widget) != built ? built : "";
}

std::string titleOf(const Window &w)
{
	const char *title = gtk::is(w.widget, "GtkWindow") && !w.popup ? f().title(w.widget) : nullptr;
	return title ? title : "";
}

std::string nameOf(const Window &w)
{
	std::string name = nameOf(w.widget);
	return name.empty() ? titleOf(w) : name;
}

std::string textOf(Widget *widget)
{
	std::string text;
	each(widget, [&](Widget *w) {
		if (w != widget && (isField(w) || gtk::is(w, "GtkMenu")))
			return text.empty(); // what was typed is no label
		if (gtk::is(w, "GtkLabel"))
			text = trimmed(f().label_text(w));
		return text.empty();
	});
	if (text.empty() && isTarget(widget) && !isField(widget)) {
		char *tip = f().tooltip(widget);
		text = tip ? tip : "";
		if (!gtk::isGtk4()) // there it is the widget's own
			f().free(tip);
	}
	return text;
}

bool isEntry(Widget *widget)
{
	return (gtk::is(widget, "GtkMenuItem") && !gtk::is(widget, "GtkSeparatorMenuItem")) || gtk::is(widget, "GtkModelButton") ||
	       gtk::is(widget, "GtkPopoverMenuBarItem");
}

bool isButton(Widget *widget)
{
	return gtk::is(widget, "GtkButton") || gtk::is(widget, "GtkSwitch") || gtk::is(widget, "GtkExpander") || gtk::is(widget, "GtkCheckButton");
}

bool isField(Widget *widget)
{
	for (const char *type : { "GtkEntry", "GtkText", "GtkTextView", "GtkRange", "GtkTreeView", "GtkIconView", "GtkSpinButton" })
		if (gtk::is(widget, type))
			return true;
	return false;
}

bool isTarget(Widget *widget)
{
	return isEntry(widget) || isButton(widget) || isField(widget) || gtk::is(widget, "GtkListBoxRow") || gtk::is(widget, "GtkFlowBoxChild");
}

bool takesText(Widget *widget)
{
	if (gtk::is(widget, "GtkTextView"))
		return f().view_editable(widget);
	if (gtk::is(widget, "GtkEditable"))
		return f().editable(widget);
	return gtk::is(widget, "VteTerminal");
}

bool hidesText(Widget *widget)
{
	for (int i = 0; widget && i < 3; i++, widget = f().parent(widget)) // of GTK 4 the text is in the entry
		if ((gtk::is(widget, "GtkEntry") && !f().entry_shows(widget)) ||
		    (gtk::isGtk4() && (gtk::is(widget, "GtkPasswordEntry") || (gtk::is(widget, "GtkText") && !f().text_shows(widget)))))
			return true;
	return false;
}

Rect visibleIn(const Window &w, Widget *widget)
{
	Rect r = allocation(w, widget);
	for (Widget *p = f().parent(widget); p && p != w.widget && !r.isEmpty(); p = f().parent(p)) {
		r = common(r, allocation(w, p));
		if (gtk::is(p, "GtkPopover"))
			break; // it lies where its parent does not
	}
	Rect whole;
	whole.width = widthOf(w);
	whole.height = heightOf(w);
	if (!gtk::isGtk4())
		return common(r, whole);
	double x = 0, y = 0;
	f().native_transform(w.widget, &x, &y);
	whole.x = int(x);
	whole.y = int(y);
	// Until the X server has told its size, a window has none: its widgets have their least sizes then, and a click there is lost.
	return whole.has(r.centre()) ? r : Rect();
}

Widget *at(const Window &w, screen::Point point)
{
	Widget *found = w.widget;
	each(scopeOf(w), [&](Widget *c) {
		if (gtk::isGtk4() ? f().widget_native(c) == w.widget : f().widget_toplevel(c) == w.widget)
			if (visibleIn(w, c).has(point))
				found = c;
		return true;
	});
	return found;
}

Widget *targetAt(const Window &w, screen::Point point)
{
	Widget *found = nullptr;
	for (Widget *c = at(w, point); c && c != w.widget; c = f().parent(c)) {
		if (isEntry(c))
			return c;
		found = !found && isTarget(c) ? c : found;
	}
	return found;
}

Widget *parentOf(Widget *widget)
{
	return f().parent(widget);
}

Widget *focusOf(const Window &w)
{
	return gtk::is(w.widget, "GtkWindow") ? f().focus(w.widget) : nullptr;
}

int widthOf(const Window &w)
{
	return f().width(w.widget);
}

int heightOf(const Window &w)
{
	return f().height(w.widget);
}

bool pointTo(const Window &w, screen::Point at)
{
	screen::Point corner;
	return w.id && screen::placeOf(w.id, &corner) && screen::pointTo(w.id, { corner.x + at.x, corner.y + at.y });
}

} // namespace widgets
