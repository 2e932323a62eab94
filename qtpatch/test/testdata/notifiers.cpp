// notifiers.cpp: what a program does to socket notifiers, one scenario each; argv[1] names
// it. Whatever a schedule holds, nothing that comes through `held` is lost, and in order.

#include <QCoreApplication>
#include <QSocketNotifier>
#include <QTimer>

#include <cstdio>
#include <cstring>
#include <ctime>
#include <functional>
#include <unistd.h>

struct Pipe {
	Pipe(const char *name, std::function<void(char)> comes)
	{
		if (pipe(ends) != 0)
			_exit(2);
		notifier = new QSocketNotifier(ends[0], QSocketNotifier::Read);
		notifier->setObjectName(name);
		QObject::connect(notifier, &QSocketNotifier::activated, [this, comes] { comes(read()); });
	}
	char read()
	{
		char c = 0;
		return ::read(ends[0], &c, 1) == 1 ? c : '!';
	}
	void write(const char *text)
	{
		if (::write(ends[1], text, strlen(text)) < 0)
			_exit(3);
	}
	int ends[2];
	QSocketNotifier *notifier;
};

static Pipe *held, *until;
static int ticks;
static bool isLast, hasCome; // of what comes through `held`, and `until`

static void say(char c)
{
	printf("%c", c);
	isLast |= c == '3' || c == '!';
	hasCome |= c == 'u';
	if (isLast && hasCome)
		QCoreApplication::quit();
}

static void later(int ms, std::function<void()> what)
{
	QTimer::singleShot(ms, qApp, what);
}

// Timers fire and the program sleeps while the notifier is held.
static void order()
{
	static const clock_t began = clock();
	held->write("123");
	later(300, [] {
		bool busy = clock() - began > CLOCKS_PER_SEC / 5;
		printf("%s%s%s ", held->notifier->isEnabled() ? "enabled" : "disabled", busy ? " busy" : "", ticks > 5 ? " ticks" : "");
		until->write("u");
	});
}

static void disabled()
{
	held->write("123");
	later(60, [] { held->notifier->setEnabled(false); });
	later(120, [] { until->write("u"); });
	later(200, [] {
		printf(" again ");
		held->notifier->setEnabled(true);
	});
}

// Enabled again before what it waits for has come.
static void toggled()
{
	held->write("123");
	later(60, [] {
		held->notifier->setEnabled(false);
		held->notifier->setEnabled(true);
	});
	later(120, [] { until->write("u"); });
}

static void deleted()
{
	held->write("1");
	later(60, [] { delete held->notifier; });
	later(120, [] { until->write("u"); });
	later(200, [] { QCoreApplication::quit(); });
}

// The program reads what is there by itself.
static void consumed()
{
	held->write("1");
	later(60, [] { printf("(%c)", held->read()); });
	later(120, [] { until->write("u"); });
	later(200, [] { held->write("23"); });
}

// Nothing else comes: the loop sleeps when the time of the hold is up.
static void alone()
{
	hasCome = true;
	held->write("123");
}

int main(int argc, char **argv)
{
	QCoreApplication app(argc, argv);
	const char *name = argc > 1 ? argv[1] : "";
	setvbuf(stdout, nullptr, _IONBF, 0);
	held = new Pipe("held", say);
	until = new Pipe("until", say);
	QTimer tick;
	QObject::connect(&tick, &QTimer::timeout, [] { ticks++; });
	if (strcmp(name, "alone") != 0)
		tick.start(20);
	static const struct {
		const char *name;
		void (*run)();
	} scenarios[] = { { "order", order }, { "disabled", disabled }, { "toggled", toggled }, { "deleted", deleted },
			  { "consumed", consumed }, { "alone", alone } };
	for (const auto &s : scenarios)
		if (!strcmp(s.name, name))
			s.run();
	return app.exec();
}
