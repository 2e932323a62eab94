// palette_race: a board draws its pieces in the colours of the desktop, and is made anew when
// these change. The board asks before it starts again. In harmless use the colours stay as
// they are. When the desktop turns dark, or gets another style or font, while the question waits,
// the board is replaced by a new one, and the handler of the old one goes on.
//
// With MENDED: the handler holds its board by a QPointer.
#include <QApplication>
#include <QGridLayout>
#include <QLabel>
#include <QMainWindow>
#include <QMessageBox>
#include <QPixmap>
#include <QPointer>
#include <QPushButton>
#include <QStatusBar>

class Board : public QWidget
{
public:
	explicit Board(QMainWindow *parent) : window(parent)
	{
		auto *grid = new QGridLayout(this);
		for (int i = 0; i < 9; i++) {
			QPixmap piece(16, 16);
			piece.fill(parent->palette().color(i % 2 ? QPalette::Highlight : QPalette::WindowText));
			auto *label = new QLabel;
			label->setPixmap(piece);
			grid->addWidget(label, i / 3, i % 3);
		}
		auto *again = new QPushButton("Start &Again");
		grid->addWidget(again, 3, 0, 1, 3);
		connect(again, &QPushButton::clicked, this, &Board::startAgain);
	}

private:
	void startAgain()
	{
#ifdef MENDED
		QPointer<Board> self = this;
#endif
		auto answer = QMessageBox::question(window, "Again", "Start again?");
#ifdef MENDED
		if (!self)
			return;
#endif
		if (answer == QMessageBox::Yes)
			window->statusBar()->showMessage(QString("game %1").arg(++games));
	}

	QMainWindow *window;
	int games = 1;
};

class Window : public QMainWindow
{
public:
	Window() { setCentralWidget(board); }

protected:
	// The new board has to wait: Qt goes through all widgets with these events.
	bool event(QEvent *event) override
	{
		auto type = event->type();
		bool look = type == QEvent::ApplicationPaletteChange || type == QEvent::ApplicationFontChange ||
		            type == QEvent::StyleChange;
		if (look && !due) {
			due = true;
			QMetaObject::invokeMethod(this, [this] { rebuild(); }, Qt::QueuedConnection);
		}
		return QMainWindow::event(event);
	}

private:
	void rebuild()
	{
		due = false;
		delete board;
		board = new Board(this);
		setCentralWidget(board);
	}

	Board *board = new Board(this);
	bool due = false;
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	Window window;
	window.show();
	return app.exec();
}
