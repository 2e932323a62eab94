// A program that watches the folder `watched`, as file managers do, and says of which files in it it is told.
#include <QApplication>
#include <QMainWindow>
#include <QSocketNotifier>
#include <cstdio>
#include <sys/inotify.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	QMainWindow window;
	int fd = inotify_init1(IN_NONBLOCK);
	inotify_add_watch(fd, "watched", IN_ATTRIB);
	QSocketNotifier notifier(fd, QSocketNotifier::Read);
	QObject::connect(&notifier, &QSocketNotifier::activated, [fd] {
		alignas(inotify_event) char buffer[65536];
		ssize_t n = read(fd, buffer, sizeof(buffer));
		for (ssize_t at = 0; at < n;) {
			auto *e = reinterpret_cast<inotify_event *>(buffer + at);
			fprintf(stderr, "told of %s\n", e->len ? e->name : "");
			at += ssize_t(sizeof(*e)) + e->len;
		}
	});
	window.show();
	return app.exec();
}
