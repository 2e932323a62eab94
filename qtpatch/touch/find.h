// find.h: what is private to Qt, by its name in the program, which may have another Qt than that of the headers.
#pragma once

#include <dlfcn.h>

namespace touch {

template <typename F> F find(const char *name) { return reinterpret_cast<F>(dlsym(RTLD_DEFAULT, name)); }

#define REGISTERS_INPUT_DEVICE "_ZN22QWindowSystemInterface19registerInputDeviceEPK12QInputDevice"

} // namespace touch
