// drags: what can be dragged, and where it can be dropped. It says what came of each: rows of a list that go to another
// list, a row that is copied in its own, tabs that are moved, rows that are chosen, a picture of the program's own that
// starts a drag, and a box that takes it, and
// is scrolled by pixels; two more windows have such boxes, one of them below it. It is said in the file that the argument names.
#include "says.h"

class Picture : public QLabel
{
public:
	Picture() : QLabel("Picture") { setObjectName("picture"); }

private:
	void mousePressEvent(QMouseEvent *) override {}
	void mouseMoveEvent(QMouseEvent *) override
	{
		auto *drag = new QDrag(this);
		auto *data = new QMimeData;
		data->setText("picture");
		drag->setMimeData(data);
		say(drag->exec(Qt::CopyAction) == Qt::CopyAction ? "the picture was taken" : "the picture was not taken");
	}
};

class Box : public QFrame
{
public:
	explicit Box(const QString &name)
	{
		setObjectName(name);
		setAcceptDrops(true);
		setMinimumHeight(40);
	}

private:
	void dragEnterEvent(QDragEnterEvent *event) override { event->acceptProposedAction(); }
	void wheelEvent(QWheelEvent *event) override
	{
		say(QString("the box is scrolled by %1 pixels, %2").arg(event->pixelDelta().y()).arg(event->angleDelta().y()));
	}
	void dropEvent(QDropEvent *event) override
	{
		say("the " + objectName() + " has a drop");
		event->acceptProposedAction();
	}
};

static QListWidget *list(const char *name, const QStringList &rows)
{
	auto *view = new QListWidget;
	view->setObjectName(name);
	view->addItems(rows);
	view->setMaximumHeight(90);
	return view;
}

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	open_said(argc, argv);
	QMainWindow window; // which `exercise` leaves open
	window.setCentralWidget(new QWidget);
	auto *tabs = new QTabBar;
	tabs->addTab("First");
	tabs->addTab("Second");
	tabs->setMovable(true);
	QObject::connect(tabs, &QTabBar::tabMoved, [tabs] { say("the tabs are " + tabs->tabText(0) + ", " + tabs->tabText(1)); });
	auto *from = list("from", { "one", "way to go", "three" }), *to = list("to", {}), *many = list("many", { "A", "B", "C", "D" });
	from->setDragDropMode(QAbstractItemView::DragDrop);
	from->setDefaultDropAction(Qt::CopyAction);
	to->setDragDropMode(QAbstractItemView::DropOnly);
	many->setSelectionMode(QAbstractItemView::ExtendedSelection);
	QObject::connect(from->model(), &QAbstractItemModel::rowsInserted, [] { say("its own list has another row"); });
	QObject::connect(to->model(), &QAbstractItemModel::rowsInserted, [] { say("the other list has a row"); });
	QObject::connect(many, &QListWidget::itemSelectionChanged, [many] { say(QString("%1 are chosen").arg(many->selectedItems().size())); });
	auto *layout = new QVBoxLayout(window.centralWidget());
	for (QWidget *w : QList<QWidget *> { tabs, from, to, many, new Picture, new Box("box") })
		layout->addWidget(w);
	QWidget below, beside; // in no way of its end
	for (QWidget *w : { &below, &beside }) {
		w->setAttribute(Qt::WA_QuitOnClose, false);
		w->setGeometry(w == &below ? 0 : 500, 0, 200, 200);
		(new QVBoxLayout(w))->addWidget(new Box(w == &below ? "covered" : "tray"));
		w->show();
	}
	window.move(0, 0);
	window.show();
	return app.exec();
}
