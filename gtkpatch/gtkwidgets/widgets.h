// widgets.h: the windows of a GTK program and what is in them: which one is in front, what a
// widget shows, where it lies, and who takes a click.
//
// Rules: what is not mapped, not sensitive, clipped away, or kept from input by a modal window
// takes none; no widget is kept across two steps, for it may be gone by then.
#ifndef GTKWIDGETS_WIDGETS_H
#define GTKWIDGETS_WIDGETS_H
#include "gtk.h"
#include "screen.h"

#include <functional>

namespace widgets {

using gtk::Widget;

struct Rect {
	int x = 0, y = 0, width = 0, height = 0;

	screen::Point centre() const { return { x + width / 2, y + height / 2 }; }
	bool isEmpty() const { return width <= 0 || height <= 0; }
	bool has(screen::Point at) const { return at.x >= x && at.y >= y && at.x < x + width && at.y < y + height; }
};

struct Window {
	Widget *widget = nullptr; // a GtkWindow, or of GTK 4 a GtkPopover
	screen::Id id = 0;        // 0: no window of X
	bool popup = false;       // no window manager has it: a menu, a list
	int made = 0;             // the how many-th of those that are shown, by when they were made

	explicit operator bool() const { return widget; }
};

// Those that are mapped, the one furthest behind first, no tooltips: as the screen has them once
// input is played, else by when they were shown.
std::vector<Window> all();
// It is mapped now.
void comes(const Widget *window);
// The window that a person would be talking to: the open popup, then the modal one, then the one
// with the keyboard.
Window front();
Window windowOf(Widget *widget);
// A modal window has all input, or an open menu, which a click elsewhere only closes.
bool isBlocked(const Window &w);
// Those that take input beside the one in front, in the same order in each run; none that lie in a window of another program.
std::vector<Window> behind();
bool hasPopup();

// The part of the window that takes input: all of it, or a popover that has grabbed it.
Widget *scopeOf(const Window &w);

std::string classOf(const Window &w); // of a menu's window the menu's
std::string nameOf(Widget *widget);   // that a program gave, or its builder file; "" for none
std::string nameOf(const Window &w);  // else the title
std::string titleOf(const Window &w);
// What it shows: its own label's text, or that of the first one in it; else the tooltip.
std::string textOf(Widget *widget);

// A click is for it: a button, an entry of a menu, a row, a field.
bool isTarget(Widget *widget);
bool isEntry(Widget *widget);   // of a menu
bool isButton(Widget *widget);
bool isField(Widget *widget);
bool takesText(Widget *widget);
bool hidesText(Widget *widget); // what is typed is not shown

// Its visible part, in the window; empty: nothing of it can be hit.
Rect visibleIn(const Window &w, Widget *widget);
// Each mapped widget, before its children; until f says false.
void each(Widget *from, const std::function<bool(Widget *)> &f);
// The innermost widget there, of those that are drawn last.
Widget *at(const Window &w, screen::Point at);
// Likewise, of those that take clicks, null: none; an entry of a menu takes those of what is in it.
Widget *targetAt(const Window &w, screen::Point at);
Widget *parentOf(Widget *widget);
Widget *focusOf(const Window &w);
int widthOf(const Window &w);
int heightOf(const Window &w);

// A person points there, in the window; false: it cannot be reached.
bool pointTo(const Window &w, screen::Point at);

} // namespace widgets
#endif
