// acts.h: what a person does to a program with GTK, step by step (docs/sessions.md).
//
// Each function tells whether there was a target. All of it goes to the X server
// (gtkwidgets/screen.h), and comes to the program when it looks for input.
#ifndef SESSION_ACTS_H
#define SESSION_ACTS_H
#include <string>

namespace session {

// Is it a step of the language that can be done here, and takes no time?
bool isAct(const std::string &word);
// Does it. False also: no such step.
bool act(const std::string &word, const std::string &rest);

// A window manager gives a window the keyboard when it comes; where there is none, we do.
void giveKeyboard();

// Of a monkey: at X and Y thousandths of the window in front.
void clickThere(int x, int y, unsigned button);
void typeThere(const std::string &text);
void pressThere(const std::string &sequence);

} // namespace session
#endif
