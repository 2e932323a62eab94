// scene.cpp: see scene.h.
#include "scene.h"

#include <QMetaProperty>
#include <QStringList>
#include <QWindow>

#include <algorithm>
#include <cstring>

#include <dlfcn.h>

class QQuickItem;
class QQmlContext;

namespace scene {

namespace {

enum { PATH = 300 };

const QMetaObject *baseOf(const QObject *object, const char *cls)
{
	for (const QMetaObject *m = object->metaObject(); m; m = m->superClass())
		if (!std::strcmp(m->className(), cls))
			return m;
	return nullptr;
}

// By the meta object of Qt's class: QML may have a property of that name, too.
QVariant read(const QObject *object, const QMetaObject *meta, const char *property)
{
	int i = meta ? meta->indexOfProperty(property) : -1;
	return i < 0 ? QVariant() : meta->property(i).read(object);
}

QVariant ofItem(const QObject *item, const char *property)
{
	return read(item, baseOf(item, "QQuickItem"), property);
}

// Qt Quick's and QML's functions that we call. Objects are their own QObject.
struct Functions {
	QList<QQuickItem *> (*children)(const QObject *item) = nullptr;
	QRectF (*toScene)(const QObject *item, const QRectF &rect) = nullptr;
	int (*buttons)(const QObject *item) = nullptr;
	QQmlContext *(*context)(const QObject *object) = nullptr;
	QString (*id)(const QQmlContext *context, const QObject *object) = nullptr;

	template <typename F> static void find(F *f, void *library, const char *name)
	{
		if (!*f)
			*reinterpret_cast<void **>(f) = dlsym(library, name);
	}

	explicit Functions(const QMetaObject *item)
	{
		Dl_info info;
		void *library = dladdr(item, &info) ? dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : nullptr;
		if (!library)
			return;
		find(&children, library, "_ZNK10QQuickItem10childItemsEv");
		find(&toScene, library, "_ZNK10QQuickItem14mapRectToSceneERK6QRectF");
		find(&buttons, library, "_ZNK10QQuickItem20acceptedMouseButtonsEv");
		find(&context, library, "_Z10qmlContextPK7QObject"); // of QtQml, which QtQuick is linked with
		find(&id, library, "_ZNK11QQmlContext13nameForObjectEPK7QObject");
		find(&id, library, "_ZNK11QQmlContext13nameForObjectEP7QObject");
	}
};

const Functions *functionsFor(const QObject *item)
{
	const QMetaObject *meta = baseOf(item, "QQuickItem");
	if (!meta)
		return nullptr;
	static const Functions all(meta);
	return all.children && all.toScene && all.buttons ? &all : nullptr;
}

QObject *rootOf(const QWindow *window)
{
	return qvariant_cast<QObject *>(read(window, baseOf(window, "QQuickWindow"), "contentItem"));
}

// From the back to the front: by `z`, those of one `z` as they were made.
QList<QObject *> childrenOf(const QObject *item)
{
	QList<QObject *> list;
	const Functions *f = functionsFor(item);
	if (!f)
		return list;
	for (QQuickItem *child : f->children(item))
		list += reinterpret_cast<QObject *>(child); // its first base
	std::stable_sort(list.begin(), list.end(), [](QObject *a, QObject *b) { return ofItem(a, "z").toDouble() < ofItem(b, "z").toDouble(); });
	return list;
}

QRectF wholeOf(const QObject *item)
{
	const Functions *f = functionsFor(item);
	return f ? f->toScene(item, QRectF(0, 0, ofItem(item, "width").toDouble(), ofItem(item, "height").toDouble())) : QRectF();
}

bool isShown(const QObject *item)
{
	return ofItem(item, "visible").toBool() && ofItem(item, "opacity").toDouble() > 0;
}

QObject *parentOf(const QObject *item)
{
	return qvariant_cast<QObject *>(ofItem(item, "parent"));
}

// Depth first, the children above their parent. False: `visit` has seen enough.
template <typename Visit> bool walk(QObject *item, const QRectF &clip, const Visit &visit)
{
	if (!isShown(item))
		return true;
	if (!visit(item, clip))
		return false;
	QRectF inside = ofItem(item, "clip").toBool() ? clip & wholeOf(item) : clip;
	for (QObject *child : childrenOf(item))
		if (!walk(child, inside, visit))
			return false;
	return true;
}

template <typename Visit> void walkAll(const QWindow *window, const Visit &visit)
{
	if (QObject *root = rootOf(window))
		walk(root, QRectF(QPointF(), QSizeF(window->size())), visit);
}

} // namespace

bool isScene(const QWindow *window)
{
	return window && baseOf(window, "QQuickWindow");
}

QString classOf(const QObject *object)
{
	QString name = QString::fromLatin1(object->metaObject()->className());
	int cut = int(name.indexOf(QLatin1String("_QML")));
	return cut > 0 ? name.left(cut) : name;
}

QString nameOf(const QObject *item)
{
	const Functions *f = functionsFor(item);
	QString name = item->objectName();
	if (!name.isEmpty() || !f || !f->context || !f->id)
		return name;
	const QQmlContext *in = f->context(item);
	return in ? f->id(in, item) : name;
}

QString pathOf(const QObject *item)
{
	QStringList names;
	for (const QObject *i = item; i; i = parentOf(i)) {
		QString name = nameOf(i);
		if (i == item || !name.isEmpty())
			names.prepend(classOf(i) + QLatin1Char(':') + name);
	}
	return names.join(QLatin1Char('/')).right(PATH);
}

QString textOf(const QObject *item)
{
	for (const QMetaObject *m = item->metaObject(); m; m = m->superClass()) {
		int i = m->indexOfProperty("text");
		if (i < m->propertyOffset() || std::strncmp(m->className(), "QQuick", 6) || std::strstr(m->className(), "_QML"))
			continue;
		return m->property(i).read(item).toString();
	}
	return QString();
}

QRectF rectOf(const QObject *item)
{
	QRectF rect = wholeOf(item);
	for (const QObject *i = parentOf(item); i; i = parentOf(i))
		if (ofItem(i, "clip").toBool())
			rect &= wholeOf(i);
	return rect;
}

// A text takes clicks for its links, and hands on all others.
bool takesClicks(const QObject *item)
{
	const Functions *f = functionsFor(item);
	return f && !baseOf(item, "QQuickText") && ofItem(item, "enabled").toBool() && (f->buttons(item) & Qt::LeftButton);
}

bool takesText(const QObject *item)
{
	const QMetaObject *field = baseOf(item, "QQuickTextInput");
	field = field ? field : baseOf(item, "QQuickTextEdit");
	return field && !read(item, field, "readOnly").toBool();
}

QList<QObject *> itemsOf(const QWindow *window)
{
	QList<QObject *> list;
	QRectF whole(QPointF(), QSizeF(window->size()));
	walkAll(window, [&](QObject *item, const QRectF &clip) {
		if ((wholeOf(item) & clip).isValid())
			list += item;
		return true;
	});
	return list;
}

QObject *itemAt(const QWindow *window, QPointF at)
{
	QObject *front = nullptr, *takes = nullptr;
	walkAll(window, [&](QObject *item, const QRectF &clip) {
		if ((wholeOf(item) & clip).contains(at)) {
			front = item;
			takes = takesClicks(item) ? item : takes;
		}
		return true;
	});
	return takes ? takes : front;
}

QObject *focusItem(const QWindow *window)
{
	return qvariant_cast<QObject *>(read(window, baseOf(window, "QQuickWindow"), "activeFocusItem"));
}

} // namespace scene
