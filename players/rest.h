// rest.h: when the program has done what a step has set off.
#pragma once

#include <functional>

namespace session {

// Calls f when the program has come to rest, `most` ms from now at the latest: for 50 ms its threads together have
// taken less than a third of a processor's time, which a cursor that blinks or a button that fades takes, too. What it
// waits for meanwhile, a timer or another process, may still come.
void atRest(int most, std::function<void()> f);

// The player's own clock.
void after(int ms, std::function<void()> f);

} // namespace session
