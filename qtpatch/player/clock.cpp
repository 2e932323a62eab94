// clock.cpp: see clock.h. A file descriptor of the kernel's, not a QTimer, which
// would stand among the program's own timers: it comes in every loop that looks for
// sockets.
#include "clock.h"

#include <players/aside.h>

#include <QEvent>
#include <QSocketNotifier>

#include <cstdio>
#include <utility>

#include <sys/timerfd.h>
#include <unistd.h>

namespace session {

namespace {

class Clock : public QSocketNotifier {
public:
	explicit Clock(int fd) : QSocketNotifier(fd, Read), fd(fd) {}

	void set(int ms, std::function<void()> f)
	{
		itimerspec when = {};
		when.it_value.tv_sec = ms / 1000;
		when.it_value.tv_nsec = ms % 1000 * 1000000L + 1; // 0 would be never
		next = std::move(f);
		timerfd_settime(fd, 0, &when, nullptr);
	}

protected:
	bool event(QEvent *e) override
	{
		unsigned long long times;
		if (e->type() != QEvent::SockAct)
			return QSocketNotifier::event(e);
		Aside aside;
		if (read(fd, &times, sizeof(times)) == sizeof(times) && next)
			std::exchange(next, nullptr)();
		return true;
	}

private:
	int fd;
	std::function<void()> next;
};

Clock *theClock; // stays to the program's end

} // namespace

void startClock()
{
	Aside aside;
	int fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
	if (fd < 0)
		return std::perror("session: timerfd_create");
	theClock = new Clock(fd);
	if (auto *setAside = byName<void(const void *)>("sparseqt_aside_object"))
		setAside(static_cast<QObject *>(theClock));
}

void after(int ms, std::function<void()> f)
{
	if (theClock)
		theClock->set(ms, std::move(f));
}

} // namespace session
