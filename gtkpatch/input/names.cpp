// names.cpp: see names.h.
#include "names.h"

#include <algorithm>
#include <cstdio>

using namespace widgets;

namespace person {

namespace {

enum { DEEPEST = 24 };

// How much of the text has whole characters only, of at most so many bytes.
size_t wholeUpTo(const std::string &text, size_t most)
{
	size_t end = std::min(text.size(), most);
	while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
		end--;
	return end;
}

std::string typed(Widget *widget)
{
	return gtk::classOf(widget) + ':' + nameOf(widget);
}

std::string entriesOf(const Window &w)
{
	unsigned sum = 2166136261u; // FNV-1a
	if (!isMenu(w))
		return "-";
	each(w.widget, [&](Widget *c) {
		if (isEntry(c))
			for (char letter : textOf(c) + '\n')
				sum = (sum ^ static_cast<unsigned char>(letter)) * 16777619u;
		return true;
	});
	char text[16];
	std::snprintf(text, sizeof text, "%x", sum);
	return text;
}

} // namespace

std::string oneLine(std::string text, size_t most)
{
	for (char &c : text)
		if (static_cast<unsigned char>(c) < ' ' || c == 0x7f)
			c = '?';
	text.erase(0, text.find_first_not_of(' '));
	text.resize(wholeUpTo(text, most));
	text.erase(text.find_last_not_of(' ') + 1);
	return text;
}

Window topPopup()
{
	Window top;
	for (const Window &w : all())
		if (w.popup)
			top = w;
	return top;
}

bool isMenu(const Window &w)
{
	return w.popup && (classOf(w) == "GtkMenu" || gtk::is(w.widget, "GtkPopoverMenu"));
}

std::string windowName(const Window &w)
{
	return classOf(w) + ':' + nameOf(w.widget);
}

std::string whichOf(const Window &w)
{
	int popup = 0, nth = 1, above = 0;
	for (const Window &o : all()) {
		above += o.popup;
		if (o.widget == w.widget)
			popup = w.popup ? above : 0;
		else if (o.made < w.made && windowName(o) == windowName(w) && titleOf(o) == titleOf(w) && entriesOf(o) == entriesOf(w))
			nth++;
	}
	return std::to_string(popup) + ' ' + std::to_string(nth) + " - - " + entriesOf(w);
}

std::string pathOf(const Window &w, Widget *widget)
{
	std::string path;
	for (int i = 0; widget && widget != w.widget && i < DEEPEST; i++, widget = parentOf(widget))
		path = typed(widget) + (path.empty() ? "" : "/") + path;
	if (path.size() > STEERING_MOST_target)
		path = path.substr(path.size() - STEERING_MOST_target);
	return path;
}

void putWindow(person_input *in, const Window &w)
{
	put(in->window, windowName(w));
	put(in->title, titleOf(w));
	put(in->which, whichOf(w));
}

int thousandths(int part, int whole)
{
	return whole > 0 ? std::clamp(part * 1000 / whole, 0, 999) : 0;
}

} // namespace person
