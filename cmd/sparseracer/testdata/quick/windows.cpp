// windows.cpp: C++ waits in a loop with a window of QML's in its hands. Nobody closes that one in the session.
#include <QtQuick>

static void show(QWindow *window)
{
	QEventLoop loop;
	QTimer::singleShot(500, &loop, &QEventLoop::quit);
	loop.exec();
	puts(window->metaObject()->className());
}

int main(int argc, char **argv)
{
	QQuickWindow::setSceneGraphBackend("software");
	QGuiApplication app(argc, argv);
	QQmlApplicationEngine engine;
	engine.loadData(R"(
import QtQuick 2.15
import QtQuick.Window 2.15
Window {
	id: root
	visible: true; width: 300; height: 200; title: "First"
	Component { id: second; Window { visible: true; width: 200; height: 100; title: "Second"; onClosing: destroy() } }
	Component { id: third; Window { visible: true; width: 100; height: 100; title: "Third" } }
	Component.onCompleted: { second.createObject(root); third.createObject(root) }
}
)");
	for (QWindow *window : QGuiApplication::topLevelWindows())
		if (window->title() == "Second")
			QTimer::singleShot(300, &app, [window] { show(window); });
	QTimer::singleShot(2500, &app, &QCoreApplication::quit);
	return engine.rootObjects().isEmpty() ? 3 : app.exec();
}
