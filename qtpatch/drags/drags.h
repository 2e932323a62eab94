// drags.h: drags where the platform has none of its own.
//
// The rule it keeps: it is for programs that a person, or who stands for one, uses through the
// window system's queue. A program that nobody uses keeps the platform's drags, which end at once:
// the release that ends another one would never come.
#pragma once

namespace drags {

// From now on a drag on the offscreen platform waits for its drop, as on a screen. On others nothing changes. To be called
// from the main thread, while there is an application and no drag.
void haveLoops();

} // namespace drags
