// once: asks in a dialog, and uses eight items after it. In its first run timers free them later; no later run has these timers.
// A ninth one goes by SIGHUP, which a session has only if somebody sends it. The file that is its argument has a byte for each run.
#include <QApplication>
#include <QFile>
#include <QMainWindow>
#include <QMessageBox>
#include <QPushButton>
#include <QSocketNotifier>
#include <QTimer>
#include <csignal>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

static int ends[2];
static int *items[8], *last;

static void hangup(int)
{
	char one = 1;
	if (write(ends[0], &one, 1) < 0)
		_exit(1);
}

template<int n> __attribute__((noinline)) static void use(int *item)
{
	*item += n + 1;
}

template<int n> static void later(bool first)
{
	items[n] = new int(n);
	if (first)
		QTimer::singleShot(1500 + n, [] {
			delete items[n];
			items[n] = nullptr;
		});
}

template<int... n> static void ask(QWidget *window, std::integer_sequence<int, n...>)
{
	int *kept[] = { items[n]... }, *rest = last;
	QMessageBox::question(window, "Question", "Go on?");
	(use<n>(kept[n]), ...);
	use<8>(rest);
}

template<int... n> static void begin(bool first, std::integer_sequence<int, n...>)
{
	(later<n>(first), ...);
}

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	QFile runs(argv[1]);
	runs.open(QIODevice::Append);
	bool first = runs.size() == 0;
	runs.write("x");
	runs.close();
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
		return 1;
	signal(SIGHUP, hangup);
	QSocketNotifier signal(ends[1], QSocketNotifier::Read);
	QObject::connect(&signal, &QSocketNotifier::activated, [] {
		char one;
		if (read(ends[1], &one, 1) == 1)
			delete last;
	});
	last = new int(4);
	begin(first, std::make_integer_sequence<int, 8>());
	QMainWindow window;
	auto *button = new QPushButton("Ask");
	window.setCentralWidget(button);
	QObject::connect(button, &QPushButton::clicked, [&] { ask(&window, std::make_integer_sequence<int, 8>()); });
	window.show();
	return app.exec();
}
