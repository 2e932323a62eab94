/* render_race: a gauge is drawn by a thread of its own, with the scale that it had when the scene was taken over.
 * The person chooses another scale, and the old one goes, though the thread may still draw with it.
 *
 * Fixed: it goes when the next scene has been taken over, while the main thread waits. */
#include "scene.h"

#include <memory>

struct Scale {
	int marks = 10, drawn = 0;
};

class Gauge : public QQuickItem {
	Q_OBJECT
public:
	Gauge()
	{
		connect(this, &QQuickItem::windowChanged, this, &Gauge::watch);
	}
	~Gauge() override
	{
		delete scale;
	}

	Q_INVOKABLE void choose()
	{
		Scale *old = scale;
		scale = new Scale;
#ifdef MENDED
		retired.reset(old);
#else
		delete old;
#endif
		window()->update();
	}

private:
	void watch(QQuickWindow *in)
	{
		if (!in)
			return;
		connect(in, &QQuickWindow::beforeSynchronizing, this, &Gauge::takeOver, Qt::DirectConnection);
		connect(in, &QQuickWindow::beforeRendering, this, &Gauge::draw, Qt::DirectConnection);
	}
	void takeOver()
	{
		drawing = scale;
		retired.reset();
	}
	void draw()
	{
		if (drawing)
			drawing->drawn += drawing->marks;
	}

	Scale *scale = new Scale, *drawing = nullptr;
	std::unique_ptr<Scale> retired;
};

int main(int argc, char **argv)
{
	qputenv("QSG_RENDER_LOOP", "threaded"); // by OpenGL, on X11
	QGuiApplication app(argc, argv);
	qmlRegisterType<Gauge>("Sample", 1, 0, "Gauge");
	QQmlApplicationEngine engine;
	return show(app, engine, R"(
import QtQuick 2.15
import QtQuick.Window 2.15
import Sample 1.0
Window {
	visible: true; width: 300; height: 200; title: "Gauge"
	Gauge {
		id: gauge
		NumberAnimation on x { from: 0; to: 100; duration: 1000; loops: Animation.Infinite }
		Rectangle { width: 20; height: 20; color: "red" }
	}
	MouseArea { objectName: "choose"; width: 100; height: 40; onClicked: gauge.choose() }
}
)");
}
#include "render_race.moc"
#include "moc_scene.cpp"
