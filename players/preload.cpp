// preload.cpp: a player takes itself out of LD_PRELOAD, before main: what the program starts is not played to.
#include <cstdlib>
#include <string>

#include <dlfcn.h>

namespace {

struct TakeOut {
	TakeOut()
	{
		Dl_info self = {};
		dladdr(this, &self);
		const char *set = std::getenv("LD_PRELOAD");
		std::string path = self.dli_fname ? self.dli_fname : "", own = path.substr(path.rfind('/') + 1), kept, all = set ? set : "";
		for (size_t at = 0; at < all.size();) {
			size_t end = all.find_first_of(": ", at);
			end = end == std::string::npos ? all.size() : end;
			std::string entry = all.substr(at, end - at);
			if (!entry.empty() && entry.substr(entry.rfind('/') + 1) != own)
				kept += (kept.empty() ? "" : ":") + entry;
			at = end + 1;
		}
		kept.empty() ? unsetenv("LD_PRELOAD") : setenv("LD_PRELOAD", kept.c_str(), 1);
	}
} takeOut;

} // namespace
