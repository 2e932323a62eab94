// shortcuts.cpp: keys of which some are shortcuts in whatever window is active, made so in
// each way and order that Qt has.
#include <QAction>
#include <QApplication>
#include <QKeySequence>
#include <QMainWindow>
#include <QShortcut>

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	QMainWindow window;
	auto action = [](const char *key) {
		auto *a = new QAction(key, qApp);
		a->setShortcut(QKeySequence(key));
		return a;
	};
	QAction *f2 = action("F2"), *f3 = action("F3"), *f4 = action("F4"), *f5 = action("F5"), *f6 = action("F6");
	f2->setShortcutContext(Qt::ApplicationShortcut); // and then it belongs to a window
	window.addAction(f2);
	window.addAction(f3); // in its window only
	window.addAction(f4); // and then it works in all
	f4->setShortcutContext(Qt::ApplicationShortcut);
	f5->setShortcutContext(Qt::ApplicationShortcut); // to no window: never
	f6->setShortcutContext(Qt::ApplicationShortcut);
	window.addAction(f6); // not any more
	f6->setShortcut(QKeySequence("F12"));
	auto *f7 = new QShortcut(QKeySequence("F7"), &window);
	f7->setContext(Qt::ApplicationShortcut);
	auto *f8 = new QShortcut(QKeySequence("F11"), &window);
	f8->setContext(Qt::ApplicationShortcut);
	f8->setKey(QKeySequence("F8"));
	auto *f9 = new QShortcut(QKeySequence("F9"), &window);
	f9->setContext(Qt::ApplicationShortcut);
	// Made by a key.
	QObject::connect(f3, &QAction::triggered, &window, [&] {
		delete f9;
		f5->setShortcut(QKeySequence("Ctrl+K, F10"));
		window.addAction(f5);
	});
	window.show();
	return app.exec();
}
