// submenu_race: a panel opens its context menu, waits in the menu's loop, and then counts
// what was chosen. The panel is made again by a timer, which a click started. The session
// goes through the menu by keyboard, into a submenu, and has chosen long before the timer
// fires (submenu_race.session). Menus have no title and are all of one class: to open the
// menu until the timer fires, the keys have to find the right one again.
//
// With MENDED: the panel asks whether it is still there.
#include <QApplication>
#include <QContextMenuEvent>
#include <QMainWindow>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

class Panel : public QWidget
{
public:
	explicit Panel(QWidget *parent) : QWidget(parent) { setMinimumSize(200, 150); }
	~Panel() override { chosen = -1; }

protected:
	void contextMenuEvent(QContextMenuEvent *e) override
	{
		QMenu menu;
		menu.addAction("Cut");
		QMenu *more = menu.addMenu("More");
		more->addAction("Cut");
		more->addMenu("Deep")->addAction("Cut");
		more->addAction("Copy");
#ifdef MENDED
		QPointer<Panel> self = this;
		menu.exec(e->globalPos());
		if (!self)
			return;
#else
		menu.exec(e->globalPos());
#endif
		chosen++;
	}

private:
	int chosen = 0;
};

class Window : public QMainWindow
{
public:
	Window()
	{
		auto *central = new QWidget;
		auto *layout = new QVBoxLayout(central);
		auto *button = new QPushButton("&Reload");
		layout->addWidget(button);
		layout->addWidget(panel = new Panel(central));
		setCentralWidget(central);
		connect(button, &QPushButton::clicked, this, [this, layout] {
			QTimer::singleShot(2500, Qt::CoarseTimer, this, [this, layout] { reload(layout); });
		});
	}

private:
	void reload(QLayout *layout)
	{
		delete panel;
		layout->addWidget(panel = new Panel(centralWidget()));
	}

	Panel *panel;
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	Window window;
	window.show();
	return app.exec();
}
