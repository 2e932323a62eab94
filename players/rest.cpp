// rest.cpp: see rest.h.
#include "rest.h"

#include <sys/resource.h>

namespace session {

namespace {

enum { LOOK_MS = 10, QUIET_LOOKS = 5, QUIET_US = 3000 };

long takenInUs()
{
	rusage use {};
	getrusage(RUSAGE_SELF, &use);
	return (use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1000000L + use.ru_utime.tv_usec + use.ru_stime.tv_usec;
}

// Looks are counted, and not the time: the loop gets round to one only after what was ready before it, however busy
// the machine is.
void look(int left, int quiet, long before, std::function<void()> f)
{
	if (left <= 0 || quiet == QUIET_LOOKS)
		return f();
	after(LOOK_MS, [=] {
		long now = takenInUs();
		look(left - 1, now - before < QUIET_US ? quiet + 1 : 0, now, f);
	});
}

} // namespace

void atRest(int most, std::function<void()> f)
{
	look((most + LOOK_MS - 1) / LOOK_MS, 0, takenInUs(), std::move(f));
}

} // namespace session
