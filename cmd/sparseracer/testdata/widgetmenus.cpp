// A bar of tabs and a label that have menus of their own, below the middle of neither; a file says which were shown.
#include <QtWidgets>

static void ask(QWidget *of, const QString &name, const QString &file)
{
	of->setContextMenuPolicy(Qt::CustomContextMenu);
	QObject::connect(of, &QWidget::customContextMenuRequested, of, [=](const QPoint &at) {
		QFile said(file);
		if (said.open(QIODevice::Append))
			said.write((name + "\n").toUtf8());
		QMenu menu;
		menu.addAction("Close " + name);
		menu.exec(of->mapToGlobal(at));
	});
}

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	const QString file = QString::fromLocal8Bit(argv[1]);
	QMainWindow window;
	auto *tabs = new QTabWidget;
	for (const char *name : { "one", "two", "three" })
		tabs->addTab(new QWidget, name);
	ask(tabs->tabBar(), "tab", file);
	auto *state = new QLabel("ready");
	ask(state, "state", file);
	window.setCentralWidget(tabs);
	window.statusBar()->addPermanentWidget(state);
	window.resize(600, 400);
	window.show();
	return app.exec();
}
