// script.cpp: scripts of two engines, and C++, ask for the end of objects and spin loops, on top of each other.
#include <QtQuick>

class Helper : public QObject {
	Q_OBJECT
public:
	Q_INVOKABLE void waits() // called by a script, and what is delivered meanwhile is not
	{
		QEventLoop loop;
		QTimer::singleShot(20, this, [] { (new QObject)->deleteLater(); });
		QTimer::singleShot(40, this, [this] { emit again(); });
		QTimer::singleShot(80, &loop, &QEventLoop::quit);
		loop.exec();
	}
	Q_INVOKABLE void deletes() { (new QObject)->deleteLater(); }
	Q_INVOKABLE QObject *made() { return new QObject; }

signals:
	void again();
};

int main(int argc, char **argv)
{
	QGuiApplication app(argc, argv);
	QJSEngine other;
	Helper helper;
	QQmlEngine engine;
	engine.rootContext()->setContextProperty("helper", &helper);
	QQmlComponent component(&engine);
	component.setData(R"(
import QtQml 2.15
QtObject {
	property var end: Timer { interval: 50; running: true; onTriggered: {
		helper.waits()
	} }
	property var generated: Timer { interval: 300; running: true; onTriggered: {
		function* all() { yield helper.made().destroy(); }
		all().next()
	} }
	property var heard: Connections { target: helper; function onAgain() {
		helper.deletes()
	} }
}
)", QUrl("qrc:/here/Main.qml"));
	QObject *root = component.create();
	if (!root)
		return 3;
	QTimer::singleShot(500, [&] {
		other.globalObject().setProperty("helper", other.newQObject(&helper));
		QQmlEngine::setObjectOwnership(&helper, QQmlEngine::CppOwnership);
		other.evaluate("function f() {\n helper.deletes()\n}\nf()", "other.js");
		(new QObject)->deleteLater();
		QCoreApplication::processEvents();
	});
	QTimer::singleShot(700, &app, &QCoreApplication::quit);
	int code = app.exec();
	delete root;
	return code;
}
#include "script.moc"
