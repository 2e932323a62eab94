// names.h: windows and widgets of GTK by what another run finds again: classes, names, titles and
// order, no addresses.
#ifndef SPARSEINPUT_NAMES_H
#define SPARSEINPUT_NAMES_H
#include <gtkwidgets/widgets.h>
#include <loopcore/person.h>

#include <cstring>
#include <string>

namespace person {

using widgets::Widget;
using widgets::Window;

// Of at most so many bytes, whole characters only, and nothing that breaks a line.
std::string oneLine(std::string text, size_t most);

template <size_t size> void put(char (&to)[size], const std::string &text)
{
	std::string line = oneLine(text, size - 1);
	std::memcpy(to, line.c_str(), line.size() + 1);
}

Window topPopup();
bool isMenu(const Window &w);
std::string windowName(const Window &w); // "Class:name"
// "POPUP NTH PARENTS MENU ENTRIES": its place in the stack of open popups, which of those alike it
// is, "-" for what is not known of GTK's windows, and what a menu's entries are.
std::string whichOf(const Window &w);
std::string pathOf(const Window &w, Widget *widget); // from the window inwards: "Class:name/Class:name"
void putWindow(person_input *in, const Window &w);
int thousandths(int part, int whole);

} // namespace person
#endif
