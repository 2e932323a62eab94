// drag_race: a book is dragged from a shelf to a reader, who counts the books that were lent. QDrag::exec waits
// in a loop of its own until the book is dropped; a timer loads the shelf again. In the session the
// drop comes long before.
//
// With MENDED: the book is looked up again when the drag is over.
#include <QApplication>
#include <QDrag>
#include <QDragEnterEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QMimeData>
#include <QTimer>

struct Book {
	int lent = 0;
};

class Shelf : public QListWidget
{
public:
	Shelf()
	{
		addItem("Emma");
		setDragEnabled(true);
		QTimer::singleShot(1500, Qt::CoarseTimer, this, [this] { reload(); });
	}
	~Shelf() override { delete book; }

private:
	void startDrag(Qt::DropActions) override { lend(); }

	void lend()
	{
		Book *dragged = book;
		auto *drag = new QDrag(this);
		auto *data = new QMimeData;
		data->setText("Emma");
		drag->setMimeData(data);
		Qt::DropAction dropped = drag->exec(Qt::CopyAction);
#ifdef MENDED
		dragged = book;
#endif
		if (dropped == Qt::CopyAction)
			dragged->lent++;
	}

	void reload()
	{
		delete book;
		book = nullptr;
		book = new Book;
	}

	Book *book = new Book;
};

class Reader : public QLabel
{
public:
	Reader() : QLabel("Reader")
	{
		setObjectName("reader");
		setAcceptDrops(true);
	}

private:
	void dragEnterEvent(QDragEnterEvent *event) override { event->acceptProposedAction(); }
	void dropEvent(QDropEvent *event) override
	{
		setText(event->mimeData()->text());
		event->acceptProposedAction();
	}
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	auto *window = new QWidget;
	auto *layout = new QHBoxLayout(window);
	layout->addWidget(new Shelf);
	layout->addWidget(new Reader);
	window->show();
	int code = app.exec();
	delete window;
	return code;
}
