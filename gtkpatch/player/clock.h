// clock.h: the player's time, which is no timer of the program.
#ifndef SESSION_CLOCK_H
#define SESSION_CLOCK_H
#include <functional>

namespace session {

// From here on the player runs as no part of the program: nothing that it does is recorded. To
// be called once, when there is GLib.
void startClock();
// Calls `f` from the event loop that then runs, nested ones too, after `ms` milliseconds. There is
// one such call at a time: the last one that was asked for.
void after(int ms, std::function<void()> f);

} // namespace session
#endif
