// clipboard.h: a clipboard where the platform has none of its own.
//
// The rule it keeps: it is for programs that a person, or who stands for one, uses, as drags.h is. What such a program meets
// there has to be what it meets on a screen, or its crash says nothing of it.
#pragma once

namespace clipboard {

// From now on the offscreen platform's clipboard is empty where nothing was put, as on a screen, and not null. On others
// nothing changes. To be called from the main thread, while there is an application.
void isEmptyNotNull();

} // namespace clipboard
