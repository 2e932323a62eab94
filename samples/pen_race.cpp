// pen_race: whoever presses hard with the pen is asked whether the line may stay so thick, in a loop of its own; a timer
// writes the line down and frees it. In the session the answer comes long before. The mouse draws nothing here.
//
// With MENDED: the line is looked up again when the question is over.
#include <QApplication>
#include <QMessageBox>
#include <QTabletEvent>
#include <QTimer>
#include <QWidget>

#include <algorithm>

struct Line {
	bool thick = false;
};

class Canvas : public QWidget
{
public:
	Canvas()
	{
		resize(300, 200);
		QTimer::singleShot(1500, Qt::CoarseTimer, this, [this] { writeDown(); });
	}
	~Canvas() override { delete line; }

private:
	void tabletEvent(QTabletEvent *event) override
	{
		event->accept();
		hardest = event->type() == QEvent::TabletPress ? 0 : std::max(hardest, double(event->pressure()));
		if (event->type() == QEvent::TabletRelease && hardest > 0.7)
			askAbout();
	}

	void askAbout()
	{
		Line *drawn = line;
		QMessageBox question(QMessageBox::Question, "Canvas", "Shall the line be so thick?", QMessageBox::Yes | QMessageBox::No, this);
		bool thick = question.exec() == QMessageBox::Yes;
#ifdef MENDED
		drawn = line;
#endif
		drawn->thick = thick;
	}

	void writeDown()
	{
		delete line;
		line = nullptr;
		line = new Line;
	}

	Line *line = new Line;
	double hardest = 0;
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	auto *canvas = new Canvas;
	canvas->show();
	int code = app.exec();
	delete canvas;
	return code;
}
