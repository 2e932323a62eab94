// window_contents.cpp: what the windows of a program show, for a comparison of runs.
//
// In the folder: pictures, and the file `look` with a line each, a name and a value
// with a tab between:
//   window PATH        WIDTHxHEIGHT FILE     as it was last drawn, shown or hidden since
//   object PATH WHAT   its text, title, value, …, whether it is enabled and visible
//   timer PATH         its interval, if it is running
//   handler PATH WHAT  how many wait for that signal of it; what a notifier or a watcher
//                      waits for. As it is at the end, of hidden windows, too.
// A path is made of classes and names from the outermost object inwards.
//
// The rules it keeps: no code of the program is called, only properties that Qt's own
// classes have are read; what a field hides is not reported; nothing is painted for the
// picture: what was drawn last is in the backing store. At the end, updates of visible
// windows that are in the queue already are delivered, as the loop would have done next.
#include "target.h"
#include <loopcore/person.h>

#include <QAbstractButton>
#include <QApplication>
#include <QBackingStore>
#include <QFile>
#include <QFileSystemWatcher>
#include <QImage>
#include <QMap>
#include <QMetaProperty>
#include <QPointer>
#include <QSocketNotifier>
#include <QStyleHints>
#include <QThread>
#include <QTimer>
#include <QWidget>
#include <QWindow>
#include <qpa/qplatformbackingstore.h>

#include <algorithm>

using namespace person;

namespace {

QString folder;
QMap<QString, QByteArray> windows; // what each showed last, by name: lines
enum { PICTURES = 200, OBJECTS = 20000, TEXT = 300 };
int taken;

bool isWindow(const QWidget *w)
{
	return w->isWindow() && (w->windowType() == Qt::Window || w->windowType() == Qt::Dialog);
}

// The last that was drawn; a platform without a screen keeps it in an image.
QImage drawn(const QWidget *w)
{
	QBackingStore *store = w->backingStore();
	QPlatformBackingStore *handle = store ? store->handle() : nullptr;
	if (!handle)
		return QImage();
	QImage image = handle->toImage();
	QPaintDevice *device = image.isNull() ? handle->paintDevice() : nullptr;
	if (device && device->devType() == QInternal::Image)
		image = *static_cast<QImage *>(device);
	return image;
}

QByteArray line(QString text)
{
	text.truncate(TEXT);
	for (QChar &c : text)
		if (!c.isPrint())
			c = QLatin1Char(c == QLatin1Char('\n') ? '|' : '?');
	return text.toUtf8();
}

void tell(QByteArray *out, const QString &name, const QString &value)
{
	*out += line(name) + '\t' + line(value) + '\n';
}

void picture(QByteArray *out, const QWidget *w)
{
	QImage image = drawn(w);
	if (image.isNull() || taken == PICTURES)
		return;
	QString file = QStringLiteral("picture-%1.png").arg(++taken);
	if (image.save(folder + QLatin1Char('/') + file))
		tell(out, QLatin1String(steering_look_window) + nameOf(w),
		     QStringLiteral("%1x%2 %3").arg(image.width()).arg(image.height()).arg(file));
}

// The properties that are shown to a person, of a class of Qt's.
const char *const shown[] = { "text", "plainText", "title", "windowTitle", "currentText", "currentIndex", "value",
	"checked", "enabled", "visible", "readOnly" };

void properties(QByteArray *out, const QString &path, QObject *object)
{
	const QMetaObject *meta = object->metaObject();
	bool hidden = object->property("echoMode").toInt() != 0;
	for (const char *name : shown) {
		int i = meta->indexOfProperty(name);
		if (i < 0 || (hidden && !qstrcmp(name, "text")))
			continue;
		QMetaProperty p = meta->property(i);
		if (p.enclosingMetaObject()->className()[0] == 'Q')
			tell(out, QLatin1String(steering_look_object) + path + QLatin1Char(' ') + QLatin1String(name), p.read(object).toString());
	}
}

struct Open : QObject {
	using QObject::isSignalConnected;
	using QObject::receivers;
};

QString handlerOf(const QString &path, const char *what)
{
	return QLatin1String(steering_look_handler) + path + QLatin1Char(' ') + QLatin1String(what);
}

// Who waits for its signals. Who waits for its end says nothing: Qt does, at any time.
void handlers(QByteArray *out, const QString &path, QObject *object)
{
	const auto *open = static_cast<const Open *>(object);
	const QMetaObject *meta = object->metaObject();
	for (int i = QObject::staticMetaObject.methodCount(); i < meta->methodCount(); i++) {
		const QMetaMethod m = meta->method(i);
		if (m.methodType() != QMetaMethod::Signal || m.attributes() & QMetaMethod::Cloned || !open->isSignalConnected(m))
			continue;
		const QByteArray signature = m.methodSignature();
		if (int n = open->receivers('2' + signature))
			tell(out, handlerOf(path, signature), QString::number(n));
	}
	if (auto *notifier = qobject_cast<QSocketNotifier *>(object)) {
		if (notifier->isEnabled())
			tell(out, handlerOf(path, "waits"), QString::number(int(notifier->type())));
	} else if (auto *watcher = qobject_cast<QFileSystemWatcher *>(object)) {
		QStringList all = watcher->files() + watcher->directories();
		all.sort();
		tell(out, handlerOf(path, "watches"), all.join(QLatin1Char(' ')));
	}
}

// `facts` describes each object. Windows inside others are described by themselves.
using Facts = void (*)(QByteArray *out, const QString &path, QObject *object);
void tree(QByteArray *out, const QString &above, const QObjectList &objects, int *reported, Facts facts)
{
	QMap<QString, int> count;
	for (QObject *object : objects) {
		if (!above.isEmpty() && object->isWidgetType() && static_cast<QWidget *>(object)->isWindow())
			continue;
		QString name = nameOf(object);
		int n = ++count[name];
		if (++*reported > OBJECTS)
			return;
		QString path = above + name + (n > 1 ? QStringLiteral("#%1").arg(n) : QString());
		facts(out, path, object);
		tree(out, path + QLatin1Char('/'), object->children(), reported, facts);
	}
}

void looks(QByteArray *out, const QString &path, QObject *object)
{
	auto *timer = qobject_cast<QTimer *>(object);
	if (!timer)
		properties(out, path, object);
	else if (timer->isActive())
		tell(out, QLatin1String(steering_look_timer) + path, QStringLiteral("%1 ms").arg(timer->interval()));
}

// All that is there, shown or not.
QByteArray allHandlers()
{
	int reported = 0;
	QByteArray out;
	QObjectList all;
	for (QWidget *w : QApplication::topLevelWidgets())
		if (isWindow(w))
			all << w;
	std::sort(all.begin(), all.end(), [](QObject *a, QObject *b) { return nameOf(a) < nameOf(b); });
	tree(&out, QString(), all + QCoreApplication::instance()->children(), &reported, handlers);
	return out;
}

void look(QWidget *w)
{
	int reported = 0;
	QByteArray lines;
	picture(&lines, w);
	tree(&lines, QString(), { w }, &reported, looks);
	windows[nameOf(w)] = lines;
}

// Qt calls this for every event before it is delivered. A window that is about to be
// hidden may be gone at the end.
bool onEvent(void **data)
{
	auto *receiver = static_cast<QObject *>(data[0]);
	auto *event = static_cast<QEvent *>(data[1]);
	if (event->type() == QEvent::Hide && receiver->isWidgetType() && !event->spontaneous()) {
		auto *w = static_cast<QWidget *>(receiver);
		if (isWindow(w))
			look(w);
	}
	return false; // it goes on as it would
}

} // namespace

#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED bool person_look_begin(const char *path)
{
	if (!qobject_cast<QApplication *>(QCoreApplication::instance()))
		return false;
	folder = QFile::decodeName(path);
	QGuiApplication::styleHints()->setCursorFlashTime(0);
	return QInternal::registerCallback(QInternal::EventNotifyCallback, onEvent);
}

EXPORTED void person_look_end()
{
	QInternal::unregisterCallback(QInternal::EventNotifyCallback, onEvent);
	if (!qobject_cast<QApplication *>(QCoreApplication::instance()))
		return;
	for (QPointer<QWidget> w : QApplication::topLevelWidgets()) {
		if (w && w->isVisible() && isWindow(w))
			QCoreApplication::sendPostedEvents(w, QEvent::LayoutRequest);
		if (w && w->isVisible() && isWindow(w))
			QCoreApplication::sendPostedEvents(w, QEvent::UpdateRequest);
		if (w && w->isVisible() && isWindow(w))
			look(w);
	}
	int reported = 0;
	QByteArray rest;
	tree(&rest, QString(), QCoreApplication::instance()->children(), &reported, looks);
	QFile out(folder + QLatin1Char('/') + QLatin1String(steering_look_file));
	if (!out.open(QIODevice::WriteOnly))
		return;
	for (const QByteArray &lines : windows)
		out.write(lines);
	out.write(rest);
	out.write(allHandlers());
}

EXPORTED void person_settle(bool (*late)(void))
{
	enum { TURNS = 3 };
	auto turn = [] { QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents); };
	for (; late(); QThread::msleep(1))
		turn();
	for (int i = 0; i < TURNS; i++)
		turn();
}
