// shown.h: what a person could do now, as steps of a script, and what stands open
// (docs/sessions.md: SESSION_STATE).
#ifndef SESSION_SHOWN_H
#define SESSION_SHOWN_H
#include <gtkwidgets/widgets.h>

#include <string>

namespace session {

bool isTab(gtk::Widget *widget); // what a notebook shows a page by

// Writes a line before a step of line `line` of the script, or before act `act` of its monkey;
// with what there is to choose from if somebody does.
void writeState(int line, int act, bool choose = false);

// Modal windows that are there; and how the ones that came since go on: false, there is none.
void rememberModals();
bool answerNew();

} // namespace session
#endif
