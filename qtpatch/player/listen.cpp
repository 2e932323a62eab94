// listen.cpp: see listen.h.
#include "listen.h"

#include <QByteArray>

#include <cerrno>
#include <cstdio>

#include <fcntl.h>
#include <unistd.h>

namespace session {

namespace {

// Not to wait, also where nobody writes to a pipe yet.
int openSteps()
{
	QByteArray path = qgetenv("SESSION_STEPS");
	int fd = path.isEmpty() ? -1 : open(path.constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		std::fprintf(stderr, "session: SESSION_STEPS cannot be read\n");
	return fd;
}

} // namespace

bool nextStep(QString *step, bool *over)
{
	static const int fd = openSteps();
	static QByteArray have;
	char chunk[4096];
	ssize_t n = -1;
	if (fd >= 0 && !have.contains('\n')) {
		n = read(fd, chunk, sizeof chunk);
		have.append(chunk, n > 0 ? int(n) : 0);
	}
	int end = int(have.indexOf('\n'));
	*over = end < 0 && (fd < 0 || n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR));
	if (end < 0)
		return false;
	*step = QString::fromUtf8(have.left(end));
	have.remove(0, end + 1);
	return true;
}

} // namespace session
