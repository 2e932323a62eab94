// touch_race: a tap on a map asks whether the place may be kept, in a loop of its own; a timer loads the map again
// and frees the places. In the session the answer comes long before. The map takes fingers itself, the mouse does nothing there.
//
// With MENDED: the place is looked up again when the question is over.
#include <QApplication>
#include <QMessageBox>
#include <QTimer>
#include <QTouchEvent>
#include <QWidget>

struct Place {
	int kept = 0;
};

class Map : public QWidget
{
public:
	Map()
	{
		setObjectName("map");
		setAttribute(Qt::WA_AcceptTouchEvents);
		resize(300, 200);
		QTimer::singleShot(1500, Qt::CoarseTimer, this, [this] { reload(); });
	}
	~Map() override { delete place; }

private:
	bool event(QEvent *event) override
	{
		if (event->type() == QEvent::TouchEnd)
			keep();
		bool touched = event->type() == QEvent::TouchBegin || event->type() == QEvent::TouchEnd;
		return touched || QWidget::event(event);
	}

	void keep()
	{
		Place *tapped = place;
		QMessageBox question(QMessageBox::Question, "Map", "Keep this place?", QMessageBox::Yes | QMessageBox::No, this);
		int answer = question.exec();
#ifdef MENDED
		tapped = place;
#endif
		if (answer == QMessageBox::Yes)
			tapped->kept++;
	}

	void reload()
	{
		delete place;
		place = nullptr;
		place = new Place;
	}

	Place *place = new Place;
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	auto *map = new Map;
	map->show();
	int code = app.exec();
	delete map;
	return code;
}
