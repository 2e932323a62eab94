/* drawn: a thread of its own draws a window with what it took over last, and that is deleted: without a wait for the
 * thread (none), or after one, as the argument says; or what a job of that thread uses (job). */
#include <QtQuick>

struct Scale { int marks = 10, drawn = 0; };
static Scale *scale = new Scale, *drawing, *ofJob = new Scale; // the thread may draw on until the program has ended

int main(int argc, char **argv)
{
	QGuiApplication app(argc, argv);
	const QByteArray how = argc > 1 ? argv[1] : "";
	auto *view = new QQuickView;
	view->resize(300, 200);
	QObject::connect(view, &QQuickWindow::beforeSynchronizing, view, [] { drawing = scale; }, Qt::DirectConnection);
	QObject::connect(view, &QQuickWindow::beforeRendering, view, [] { if (drawing) drawing->drawn += drawing->marks; }, Qt::DirectConnection);
	QQmlComponent comp(view->engine());
	comp.setData("import QtQuick 2.15\nRectangle { width: 100; height: 100; color: 'red';"
		" NumberAnimation on x { from: 0; to: 100; duration: 1000; loops: -1 } }", QUrl());
	view->show();
	QTimer::singleShot(300, view, [view] { view->update(); }); // a frame that nobody waits for
	QQuickView other; // the main thread waits for its thread, too
	qobject_cast<QQuickItem *>(comp.create())->setParentItem(other.contentItem());
	other.resize(100, 100);
	other.show();
	QTimer::singleShot(1000, [&] {
		if (how.startsWith("job")) {
			view->scheduleRenderJob(QRunnable::create([] { ofJob->drawn += ofJob->marks; }), QQuickWindow::NoStage);
			QTimer::singleShot(500, view, [=] {
				if (how == "job, waited for")
					view->grabWindow();
				delete ofJob;
			});
			return;
		}
		if (how == "hide") view->hide();
		if (how == "grab") view->grabWindow();
		if (how == "destroy") view->destroy();
		if (how == "delete") delete view;
		delete scale;
		scale = nullptr;
	});
	QTimer::singleShot(2000, &app, &QCoreApplication::quit);
	return app.exec();
}
