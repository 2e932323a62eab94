/* incubator_race: a shelf has its book made while the window goes on drawing. When the book is there, the
 * incubator waits for what the book shows; meanwhile the person leaves the shelf, which frees the incubator.
 *
 * Fixed: the book, which goes with the shelf and its incubator, is looked at again by a guarded pointer. */
#include "scene.h"

class Shelf : public QQuickItem {
	Q_OBJECT
	Q_PROPERTY(QQmlComponent *book MEMBER book)
public:
	Shelf()
	{
		QTimer::singleShot(300, this, [this] { book->create(*filling, qmlContext(this)); });
	}
	~Shelf() override
	{
		delete filling;
	}

private:
	class Filling : public QQmlIncubator {
	public:
		explicit Filling(Shelf *shelf) : QQmlIncubator(Asynchronous), shelf(shelf) {}

	protected:
		void setInitialState(QObject *made) override
		{
			made->setParent(shelf);
			static_cast<QQuickItem *>(made)->setParentItem(shelf);
		}
		void statusChanged(Status status) override
		{
			if (status != Ready)
				return;
#ifdef MENDED
			QPointer<QObject> made(object());
			waitAWhile();
			if (!made)
				return;
#else
			waitAWhile();
#endif
			filled = true;
			object()->setObjectName("filled");
		}

	private:
		Shelf *shelf;
		bool filled = false;
	};

	QQmlComponent *book = nullptr;
	Filling *filling = new Filling(this);
};

int main(int argc, char **argv)
{
	QGuiApplication app(argc, argv);
	qmlRegisterType<Shelf>("Sample", 1, 0, "Shelf");
	QQmlApplicationEngine engine;
	return show(app, engine, R"(
import QtQuick 2.15
import QtQuick.Window 2.15
import Sample 1.0
Window {
	visible: true; width: 300; height: 200; title: "Shelves"
	Loader {
		id: loader; anchors.fill: parent
		sourceComponent: Shelf { book: Rectangle { width: 50; height: 80 } }
	}
	MouseArea { objectName: "leave"; width: 100; height: 40; onClicked: loader.sourceComponent = undefined }
}
)");
}
#include "incubator_race.moc"
#include "moc_scene.cpp"
