// aside.h: what a player does while it works is no part of what is recorded, and is not held. Without
// the hooks and the recorder, in a plain run, there is nobody to hide from.
#pragma once

#include <dlfcn.h>

namespace session {

// A function of another of our libraries; nullptr where that is not in the process.
template <typename F> F *byName(const char *name)
{
	return reinterpret_cast<F *>(dlsym(RTLD_DEFAULT, name));
}

struct Aside {
	Aside() : isQuiet(quiet && quiet(1))
	{
		if (begin)
			begin();
	}
	~Aside()
	{
		if (end)
			end();
		if (isQuiet)
			quiet(0);
	}
	Aside(const Aside &) = delete;
	Aside &operator=(const Aside &) = delete;

	void (*begin)() = byName<void()>("sparseqt_aside_begin");
	void (*end)() = byName<void()>("sparseqt_aside_end");
	int (*quiet)(int) = byName<int(int)>("sparse_quiet");
	bool isQuiet;
};

} // namespace session
