/* handler_race: the handler of a button calls a function that waits; meanwhile another
 * button drops the page with the first one, of which a handler is in progress. QML ends
 * the program there.
 *
 * Fixed: what waits is called when the handler is over. */
#include "scene.h"

class Printer : public QObject {
	Q_OBJECT
public:
	explicit Printer(QObject *parent) : QObject(parent) {}
	Q_INVOKABLE void print(QObject *page)
	{
#ifdef MENDED
		Q_UNUSED(page);
		QTimer::singleShot(0, this, [] { waitAWhile(); });
#else
		waitAWhile();
		page->setObjectName("printed");
#endif
	}
};

int main(int argc, char **argv)
{
	QGuiApplication app(argc, argv);
	QQmlApplicationEngine engine;
	Printer printer(nullptr);
	engine.rootContext()->setContextProperty("printer", &printer);
	return show(app, engine, R"(
import QtQuick 2.15
import QtQuick.Window 2.15
Window {
	visible: true; width: 300; height: 200; title: "Handler"
	Loader {
		id: loader; anchors.fill: parent
		sourceComponent: Item {
			id: page
			MouseArea { objectName: "print"; width: 100; height: 40; onClicked: printer.print(page) }
		}
	}
	MouseArea { objectName: "leave"; y: 100; width: 100; height: 40; onClicked: loader.sourceComponent = undefined }
}
)");
}
#include "handler_race.moc"
#include "moc_scene.cpp"
