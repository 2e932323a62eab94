// screen.h: the X server of the program's windows, on a connection of our own.
//
// What a person does is said to the server (XTEST), which gives it to the program as it
// would a person's: with grabs, crossings and double clicks as they are. Rules: an error of
// the server is nobody's but ours, and ends nothing; no input goes to a window that is not
// the program's.
#ifndef GTKWIDGETS_SCREEN_H
#define GTKWIDGETS_SCREEN_H
#include <cstdint>
#include <string>
#include <vector>

namespace screen {

using Id = uint32_t;

struct Point {
	int x = 0, y = 0;
};

// Whether there is one, to be asked.
bool isThere();
// It is asked already, for input is played. A program that is only recorded, which may hold the
// server (XGrabServer) meanwhile, waits for no answer to us.
bool isAsked();
// Null: a person can be played there. The first call lets go what an earlier program's person
// left pressed, and takes the pointer aside.
const char *unusable();

bool placeOf(Id window, Point *at); // its corner on the screen
std::vector<Id> stack();            // those on the screen, the one furthest behind first
bool hasManager();

// A person points there. False: another window is there, and raising ours does not help.
bool pointTo(Id window, Point at);
void press(unsigned button);
void release(unsigned button, unsigned afterMs = 0); // the server does nothing else for us before
// The key of a keysym, with what must be held for it. False: the keyboard has none. The modifiers
// are those of X: Shift 1, Control 4, Alt 8.
bool pressKey(unsigned keysym, unsigned modifiers);
bool releaseKey(unsigned keysym, unsigned afterMs = 0);
// What a window manager does.
void focus(Id window);
bool hasFocus(Id window);
bool nobodyHasFocus();
void close(Id window);

} // namespace screen
#endif
