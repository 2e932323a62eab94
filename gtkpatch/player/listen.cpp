// listen.cpp: see listen.h.
#include "listen.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include <fcntl.h>
#include <unistd.h>

namespace session {

namespace {

// Not to wait, also where nobody writes to a pipe yet.
int openSteps()
{
	const char *path = std::getenv("SESSION_STEPS");
	int fd = path ? open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) : -1;
	if (fd < 0)
		std::fprintf(stderr, "session: SESSION_STEPS cannot be read\n");
	return fd;
}

} // namespace

bool nextStep(std::string *step, bool *over)
{
	static const int fd = openSteps();
	static std::string &have = *new std::string; // stays while the program ends
	char chunk[4096];
	ssize_t n = -1;
	if (fd >= 0 && have.find('\n') == std::string::npos) {
		n = read(fd, chunk, sizeof chunk);
		have.append(chunk, n > 0 ? size_t(n) : 0);
	}
	size_t end = have.find('\n');
	bool none = end == std::string::npos;
	*over = none && (fd < 0 || n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR));
	if (none)
		return false;
	*step = have.substr(0, end);
	have.erase(0, end + 1);
	return true;
}

} // namespace session
