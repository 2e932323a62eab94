// menus.cpp: menus of several depths, which Qt does not tell apart by class or title:
// of a menu bar, of a context menu, of tool buttons, lists of combo boxes, two
// dialogs of one title, and two windows whose titles are others in each run. What is chosen is written to the file that is named.
#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDialog>
#include <QFile>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QProxyStyle>
#include <QPushButton>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>

static QFile out;

static void say(const QString &text)
{
	out.write(text.toUtf8() + '\n');
	out.flush();
}

// "HTML": an entry; "Export>": a submenu, with the entries that follow up to "<".
static void fill(QMenu *menu, QStringList &entries, const QString &path)
{
	while (!entries.isEmpty()) {
		QString entry = entries.takeFirst();
		if (entry == "<")
			return;
		QString here = path + '/' + entry;
		if (entry.endsWith('>')) {
			fill(menu->addMenu(entry.chopped(1)), entries, here);
		} else {
			QAction *action = menu->addAction(entry);
			QObject::connect(action, &QAction::triggered, [here] { say(here); });
		}
	}
}

static void fill(QMenu *menu, const char *entries, const QString &path)
{
	QStringList list = QString(entries).split(' ');
	fill(menu, list, path);
}

class Paper : public QWidget {
public:
	QMenu menu;
	Paper()
	{
		fill(&menu, "Cut More> Cut Deep> Cut Paste < Copy < Last", "context");
		setMinimumSize(300, 200);
	}

protected:
	void contextMenuEvent(QContextMenuEvent *e) override
	{
		QAction *chosen = menu.exec(e->globalPos());
		say(QString("context left: ") + (chosen ? chosen->text() : "nothing"));
	}
};

// Submenus come well before the next step of a session: Qt 5 crashes by itself where an entry of
// the parent is chosen while one is still to come.
class Prompt : public QProxyStyle {
public:
	int styleHint(StyleHint hint, const QStyleOption *o, const QWidget *w, QStyleHintReturn *r) const override
	{
		return hint == SH_Menu_SubMenuPopupDelay ? 20 : QProxyStyle::styleHint(hint, o, w, r);
	}
};

static void dialog(QMainWindow *window, const QString &name, int x)
{
	auto *d = new QDialog(window);
	d->setWindowTitle("Note");
	d->move(x, 300);
	auto *layout = new QVBoxLayout(d);
	auto *line = new QLineEdit(d);
	auto *ok = new QPushButton("OK", d);
	layout->addWidget(line);
	layout->addWidget(ok);
	QObject::connect(ok, &QPushButton::clicked, [=] { say(name + " says " + line->text()); });
	auto *key = new QShortcut(QKeySequence(name == "first" ? "F6" : "F7"), window);
	key->setContext(Qt::ApplicationShortcut);
	QObject::connect(key, &QShortcut::activated, [=] {
		d->show();
		d->activateWindow();
		line->setFocus();
	});
}

static void numbered(QMainWindow *window, const QString &name, int x)
{
	auto *w = new QDialog(window);
	w->setWindowTitle(QString("%1 (%2)").arg(name).arg(QCoreApplication::applicationPid()));
	w->move(x, 300);
	auto *turn = new QPushButton("Turn", w);
	(new QVBoxLayout(w))->addWidget(turn);
	QObject::connect(turn, &QPushButton::clicked, [=] { say(name + " turns"); });
	auto *key = new QShortcut(QKeySequence(name == "even" ? "F4" : "F5"), window);
	key->setContext(Qt::ApplicationShortcut);
	QObject::connect(key, &QShortcut::activated, [=] {
		w->show();
		w->activateWindow();
	});
}

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	app.setStyle(new Prompt);
	out.setFileName(argc > 1 ? argv[1] : "/dev/stdout");
	if (!out.open(QIODevice::WriteOnly | QIODevice::Append))
		return 1;
	QMainWindow window;
	fill(window.menuBar()->addMenu("&File"), "Open Export> HTML Image> PNG JPEG < Text < Quit", "File");
	fill(window.menuBar()->addMenu("&Edit"), "Copy Export> HTML Image> PNG JPEG < Text < Paste", "Edit");
	auto *paper = new Paper;
	auto *central = new QWidget;
	auto *layout = new QVBoxLayout(central);
	for (const char *name : { "Left", "Right" }) {
		auto *button = new QToolButton;
		auto *menu = new QMenu(button);
		fill(menu, "One Two More> One Two < Three", name);
		button->setText(name);
		button->setMenu(menu);
		button->setPopupMode(QToolButton::InstantPopup);
		layout->addWidget(button);
	}
	for (const char *name : { "upper", "lower" }) {
		auto *box = new QComboBox;
		box->setObjectName(name);
		box->addItems({ "red", "green", "blue" });
		QObject::connect(box, QOverload<int>::of(&QComboBox::activated), [=](int i) { say(QString("%1 is %2").arg(name, box->itemText(i))); });
		layout->addWidget(box);
	}
	layout->addWidget(paper);
	window.setCentralWidget(central);
	dialog(&window, "first", 20);
	dialog(&window, "second", 220);
	numbered(&window, "even", 20);
	numbered(&window, "odd", 220);
	window.resize(500, 500);
	window.show();
	return app.exec();
}
