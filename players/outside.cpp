// outside.cpp: see outside.h.
#include "outside.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace session {

namespace {

// names of a folder's entries
std::vector<std::string> entries(const std::string &folder)
{
	std::vector<std::string> list;

	if (DIR *d = opendir(folder.c_str())) {
		while (dirent *e = readdir(d))
			list.push_back(e->d_name);
		closedir(d);
	}
	return list;
}

// Parents before their children.
void descendants(pid_t of, std::vector<pid_t> &list)
{
	std::string tasks = "/proc/" + std::to_string(of) + "/task/";

	for (const std::string &task : entries(tasks))
		if (FILE *f = fopen((tasks + task + "/children").c_str(), "re")) {
			int child;
			while (fscanf(f, "%d", &child) == 1) {
				list.push_back(child);
				descendants(child, list);
			}
			fclose(f);
		}
}

std::vector<pid_t> processes()
{
	std::vector<pid_t> list;

	descendants(getpid(), list);
	return list;
}

// A path of the other end that is no peer of the program's making.
bool isDesktop(const char *path)
{
	for (const char *part : { ".X11-unix/", "wayland-", "at-spi", "pulse", "pipewire", "systemd" })
		if (std::strstr(path, part))
			return true;
	for (const char *bus : { "DBUS_SESSION_BUS_ADDRESS", "DBUS_SYSTEM_BUS_ADDRESS" })
		if (const char *address = getenv(bus))
			if (*path && std::strstr(address, path))
				return true;
	return std::strstr(path, "system_bus_socket") || std::strstr(path, "/dbus-");
}

bool isToOthers(int fd)
{
	sockaddr_storage peer = {};
	socklen_t size = sizeof peer, n = sizeof(int);
	int type = 0;

	if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &n) < 0 || type != SOCK_STREAM ||
	    getpeername(fd, reinterpret_cast<sockaddr *>(&peer), &size) < 0)
		return false;
	if (peer.ss_family != AF_UNIX)
		return peer.ss_family == AF_INET || peer.ss_family == AF_INET6;
	ucred who = {};
	n = sizeof who;
	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &n) < 0 || who.pid == getpid())
		return false; // the two ends of a pair: how a program wakes itself
	const auto *name = reinterpret_cast<const sockaddr_un *>(&peer);
	return size <= sizeof(sa_family_t) || !isDesktop(name->sun_path[0] ? name->sun_path : name->sun_path + 1);
}

std::vector<int> connections()
{
	std::vector<int> list;

	for (const std::string &fd : entries("/proc/self/fd"))
		if (fd[0] != '.' && isToOthers(std::atoi(fd.c_str())))
			list.push_back(std::atoi(fd.c_str()));
	return list;
}

// What was asked to be watched, by descriptor and watch: inotify tells nobody its paths.
struct Watch {
	int fd, number;
	char path[1024];
};

enum { WATCHES = 512 };
Watch watches[WATCHES];
int watched;
pthread_mutex_t watching = PTHREAD_MUTEX_INITIALIZER;

void remember(int fd, int number, const char *path)
{
	pthread_mutex_lock(&watching);
	int i = 0;
	while (i < watched && (watches[i].fd != fd || watches[i].number != number))
		i++;
	if (i < WATCHES && std::strlen(path) < sizeof watches[i].path) {
		watches[i].fd = fd;
		watches[i].number = number;
		std::strcpy(watches[i].path, path);
		watched = std::max(watched, i + 1);
	}
	pthread_mutex_unlock(&watching);
}

void forget(int fd, int number)
{
	pthread_mutex_lock(&watching);
	for (int i = 0; i < watched; i++)
		if (watches[i].fd == fd && watches[i].number == number)
			watches[i--] = watches[--watched];
	pthread_mutex_unlock(&watching);
}

std::vector<std::string> files()
{
	std::vector<std::string> list;

	pthread_mutex_lock(&watching);
	for (int i = 0; i < watched; i++)
		list.push_back(watches[i].path);
	pthread_mutex_unlock(&watching);
	std::sort(list.begin(), list.end());
	list.erase(std::unique(list.begin(), list.end()), list.end());
	return list;
}

// Files of a folder that are told of: of a large one, some will do.
const size_t mostTold = 20;

// Who watches a folder is told of its files, too. They get the times that they have, so nothing but who watches notices.
void tellOfFiles(const std::string &folder)
{
	struct stat st;
	std::vector<std::string> list = entries(folder);

	std::sort(list.begin(), list.end());
	size_t told = 0;
	for (const std::string &entry : list) {
		std::string path = folder + "/" + entry;
		if (told == mostTold)
			return;
		if (lstat(path.c_str(), &st) < 0 || !S_ISREG(st.st_mode))
			continue;
		const struct timespec times[2] = { st.st_atim, st.st_mtim };
		told += utimensat(AT_FDCWD, path.c_str(), times, AT_SYMLINK_NOFOLLOW) == 0;
	}
}

bool touch(const std::string &path)
{
	struct stat st;

	if (stat(path.c_str(), &st) < 0)
		return false;
	if (!S_ISDIR(st.st_mode))
		return utimensat(AT_FDCWD, path.c_str(), nullptr, 0) == 0;
	tellOfFiles(path);
	std::string entry = path + "/changed-by-session";
	int fd = open(entry.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return false;
	close(fd);
	return unlink(entry.c_str()) == 0;
}

bool handles(int number)
{
	struct sigaction act;

	return sigaction(number, nullptr, &act) == 0 && act.sa_handler != SIG_DFL && act.sa_handler != SIG_IGN;
}

// Only if the program has a handler of its own: else nothing but its end would come of it.
bool sendIfHandled(int number)
{
	return handles(number) && kill(getpid(), number) == 0;
}

// Those that the program started die, with their own children.
bool endProcesses()
{
	std::vector<pid_t> list = processes();

	for (auto p = list.rbegin(); p != list.rend(); ++p)
		kill(*p, SIGKILL);
	return !list.empty();
}

bool endConnections()
{
	std::vector<int> list = connections();

	for (int fd : list)
		shutdown(fd, SHUT_RDWR);
	return !list.empty();
}

// A file gets another time, a folder an entry for a moment, and who watches it is told of its files.
bool touchFiles()
{
	bool any = false;

	for (const std::string &path : files())
		any |= touch(path);
	return any;
}

// What came into being while the program runs: nobody misses it for a moment.
bool isNew(const std::string &path)
{
	struct stat process;
	struct statx file = {};

	return stat("/proc/self", &process) == 0 && statx(AT_FDCWD, path.c_str(), AT_SYMLINK_NOFOLLOW, STATX_BTIME, &file) == 0 &&
	       (file.stx_mask & STATX_BTIME) && !S_ISDIR(file.stx_mode) && file.stx_btime.tv_sec >= process.st_ctim.tv_sec;
}

const char away[] = ".gone-for-session";
std::vector<std::string> gone;

// Watched files, and files in watched folders, that are new go until the next step.
bool removeFiles()
{
	std::vector<std::string> list;

	for (const std::string &path : files()) {
		if (isNew(path))
			list.push_back(path);
		for (const std::string &entry : entries(path))
			if (isNew(path + "/" + entry))
				list.push_back(path + "/" + entry);
	}
	for (const std::string &path : list)
		if (rename(path.c_str(), (path + away).c_str()) == 0)
			gone.push_back(path);
	return !gone.empty();
}

} // namespace

bool comesFromOutside(const char *what)
{
	static const struct {
		const char *word;
		bool (*act)();
	} table[] = {
		{ "processes", endProcesses },
		{ "connections", endConnections },
		{ "files", touchFiles },
		{ "removals", removeFiles },
		{ "terminate", [] { return sendIfHandled(SIGTERM); } },
		{ "hangup", [] { return sendIfHandled(SIGHUP); } },
		{ "theme", changeTheme },
		{ "hour", letAnHourPass },
	};
	for (const auto &known : table)
		if (std::strcmp(what, known.word) == 0)
			return known.act();
	return false;
}

void bringBack()
{
	for (const std::string &path : gone)
		rename((path + away).c_str(), path.c_str());
	gone.clear();
}

bool hasProcesses() { return !processes().empty(); }
bool hasConnections() { return !connections().empty(); }
bool hasFiles() { return !files().empty(); }
bool handlesTerm() { return handles(SIGTERM); }
bool handlesHangUp() { return handles(SIGHUP); }

} // namespace session

// In place of libc's, to know what the program watches.
extern "C" __attribute__((visibility("default"))) int inotify_add_watch(int fd, const char *path, uint32_t mask) noexcept
{
	using Next = int(int, const char *, uint32_t);
	static auto *next = reinterpret_cast<Next *>(dlsym(RTLD_NEXT, "inotify_add_watch"));
	int number = next ? next(fd, path, mask) : (errno = ENOSYS, -1);

	if (number >= 0)
		session::remember(fd, number, path);
	return number;
}

extern "C" __attribute__((visibility("default"))) int inotify_rm_watch(int fd, int number) noexcept
{
	using Next = int(int, int);
	static auto *next = reinterpret_cast<Next *>(dlsym(RTLD_NEXT, "inotify_rm_watch"));
	int result = next ? next(fd, number) : (errno = ENOSYS, -1);

	if (result == 0)
		session::forget(fd, number);
	return result;
}
