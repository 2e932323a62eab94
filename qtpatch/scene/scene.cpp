// scene.cpp: see scene.h.
#include "scene.h"

#include <QMetaProperty>
#include <QStringList>
#include <QWindow>

#include <algorithm>
#include <cstring>

#include <dlfcn.h>

class QQuickItem;

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

// Qt Quick's functions that we call. Objects are their own QObject.
struct Functions {
	QList<QQuickItem *> (*children)(const QObject *item) = nullptr;
	QRectF (*toScene)(const QObject *item, const QRectF &rect) = nullptr;
	int (*buttons)(const QObject *item) = nullptr;

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

bool hasShown(const QObject *item)
{
	for (QObject *child : childrenOf(item))
		if (isShown(child))
			return true;
	return false;
}

QObject *parentOf(const QObject *item)
{
	return qvariant_cast<QObject *>(ofItem(item, "parent"));
}

// Depth first, the children above their parent.
template <typename Visit> void walk(QObject *item, const QRectF &clip, const Visit &visit)
{
	if (!isShown(item))
		return;
	visit(item, clip);
	QRectF inside = ofItem(item, "clip").toBool() ? clip & wholeOf(item) : clip;
	for (QObject *child : childrenOf(item))
		walk(child, inside, visit);
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

QString pathOf(const QObject *item)
{
	QStringList names;
	for (const QObject *i = item; i; i = parentOf(i)) {
		bool ofFile = std::strstr(i->metaObject()->className(), "_QML");
		if (i == item || ofFile || !i->objectName().isEmpty())
			names.prepend(classOf(i) + QLatin1Char(':') + i->objectName());
	}
	return names.join(QLatin1Char('/')).right(PATH);
}

QString textOf(const QObject *item)
{
	if (baseOf(item, "QQuickTextInput") || baseOf(item, "QQuickTextEdit"))
		return QString();
	for (const QMetaObject *m = item->metaObject(); m; m = m->superClass()) {
		int i = m->indexOfProperty("text");
		if (i < m->propertyOffset() || std::strncmp(m->className(), "QQuick", 6) || std::strstr(m->className(), "_QML"))
			continue;
		return m->property(i).read(item).toString();
	}
	return QString();
}

// A text takes clicks for its links, and hands on all others. What popups lie in covers the whole window and does
// likewise, as long as none of them is open.
bool takesClicks(const QObject *item)
{
	const Functions *f = functionsFor(item);
	if (!f || baseOf(item, "QQuickText") || (baseOf(item, "QQuickOverlay") && !hasShown(item)))
		return false;
	return ofItem(item, "enabled").toBool() && (f->buttons(item) & Qt::LeftButton);
}

bool takesText(const QObject *item)
{
	const QMetaObject *field = baseOf(item, "QQuickTextInput");
	field = field ? field : baseOf(item, "QQuickTextEdit");
	return field && !read(item, field, "readOnly").toBool();
}

QList<Shown> shown(const QWindow *window)
{
	QList<Shown> list;
	walkAll(window, [&](QObject *item, const QRectF &clip) {
		QRectF rect = wholeOf(item) & clip;
		if (rect.isValid())
			list += { item, rect, takesClicks(item) };
	});
	return list;
}

const Shown *itemAt(const QList<Shown> &shown, QPointF at)
{
	const Shown *front = nullptr;
	for (int i = int(shown.size()) - 1; i >= 0; i--) {
		if (!shown[i].rect.contains(at))
			continue;
		if (shown[i].takes)
			return &shown[i];
		front = front ? front : &shown[i];
	}
	return front;
}

QObject *focusItem(const QWindow *window)
{
	return qvariant_cast<QObject *>(read(window, baseOf(window, "QQuickWindow"), "activeFocusItem"));
}

} // namespace scene
