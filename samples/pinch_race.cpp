// pinch_race: a picture that two fingers have made larger asks whether it may stay so, in a loop of its own; a timer loads it again
// and frees what it was. In the session the answer comes long before. The mouse does nothing there.
//
// With MENDED: the picture is looked up again when the question is over.
#include <QApplication>
#include <QGestureEvent>
#include <QMessageBox>
#include <QTimer>
#include <QWidget>

struct Picture {
	qreal scale = 1;
};

class Viewer : public QWidget
{
public:
	Viewer()
	{
		setObjectName("viewer");
		grabGesture(Qt::PinchGesture);
		resize(300, 200);
		QTimer::singleShot(1500, Qt::CoarseTimer, this, [this] { reload(); });
	}
	~Viewer() override { delete picture; }

private:
	bool event(QEvent *event) override
	{
		if (event->type() == QEvent::TouchBegin || event->type() == QEvent::TouchUpdate || event->type() == QEvent::TouchEnd)
			return true;
		if (event->type() != QEvent::Gesture)
			return QWidget::event(event);
		auto *pinch = static_cast<QPinchGesture *>(static_cast<QGestureEvent *>(event)->gesture(Qt::PinchGesture));
		if (pinch->state() == Qt::GestureFinished && pinch->totalScaleFactor() > 1)
			keep(pinch->totalScaleFactor());
		return true;
	}

	void keep(qreal by)
	{
		Picture *pinched = picture;
		QMessageBox question(QMessageBox::Question, "Viewer", "Keep this size?", QMessageBox::Yes | QMessageBox::No, this);
		int answer = question.exec();
#ifdef MENDED
		pinched = picture;
#endif
		if (answer == QMessageBox::Yes)
			pinched->scale *= by;
	}

	void reload()
	{
		delete picture;
		picture = nullptr;
		picture = new Picture;
	}

	Picture *picture = new Picture;
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	auto *viewer = new Viewer;
	viewer->show();
	int code = app.exec();
	delete viewer;
	return code;
}
