/* What the programs of this folder share: a note that saves itself, and one window of QML. */
#pragma once
#include <QtQuick>

/* A handler that waits, as one that shows a dialog of another toolkit or asks a service. */
inline void waitAWhile()
{
	QEventLoop loop;
	QTimer::singleShot(250, &loop, &QEventLoop::quit);
	loop.exec();
}

/* Saves itself a while after it was made, and waits for the disk.
 *
 * Fixed: it is looked at again by a guarded pointer. */
class Note : public QQuickItem {
	Q_OBJECT
public:
	Note()
	{
		QTimer::singleShot(300, this, &Note::save);
	}

	void save()
	{
#ifdef MENDED
		QPointer<Note> self(this);
		waitAWhile();
		if (!self)
			return;
#else
		waitAWhile();
#endif
		saved = true;
	}

private:
	bool saved = false;
};

/* Shows the window that `qml` describes until the person is done with it. */
inline int show(QGuiApplication &app, QQmlApplicationEngine &engine, const QByteArray &qml)
{
	if (!qEnvironmentVariableIsSet("QSG_RENDER_LOOP"))
		QQuickWindow::setSceneGraphBackend("software"); // which the main thread draws
	qmlRegisterType<Note>("Sample", 1, 0, "Note");
	engine.loadData(qml, QUrl("qrc:/scene.qml"));
	if (engine.rootObjects().isEmpty())
		return 3;
	QTimer::singleShot(2500, &app, &QCoreApplication::quit);
	return app.exec();
}
