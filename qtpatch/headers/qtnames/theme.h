// theme.h: the window system says that the desktop's theme is another one. Which arguments
// that takes differs.
#pragma once

#include <qpa/qwindowsysteminterface.h>

namespace session {

template <typename Window> auto theme_changes(int) -> decltype(Window::handleThemeChange(nullptr))
{
	return Window::handleThemeChange(nullptr);
}

template <typename Window> auto theme_changes(long) -> decltype(Window::handleThemeChange())
{
	return Window::handleThemeChange();
}

} // namespace session
