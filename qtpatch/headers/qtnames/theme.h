// theme.h: the window system says that the desktop's theme is another one. Which arguments
// that takes differs: it is looked up in the program's Qt, which may be another one than that of the headers.
#pragma once

#include <dlfcn.h>

class QWindow;

namespace session {

inline void theme_changes()
{
#define CHANGES "_ZN22QWindowSystemInterface17handleThemeChangeINS_15DefaultDeliveryEEEv"
	void *of_window = dlsym(RTLD_DEFAULT, CHANGES "P7QWindow"), *of_all = dlsym(RTLD_DEFAULT, CHANGES "v");
#undef CHANGES
	if (of_window)
		reinterpret_cast<void (*)(QWindow *)>(of_window)(nullptr);
	else if (of_all)
		reinterpret_cast<void (*)()>(of_all)();
}

} // namespace session
