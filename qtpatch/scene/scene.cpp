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

// What we ask of Qt Quick's items: functions, and properties of QQuickItem itself. Objects are their own QObject.
struct Quick {
	QList<QQuickItem *> (*children)(const QObject *item) = nullptr;
	QRectF (*toScene)(const QObject *item, const QRectF &rect) = nullptr;
	int (*buttons)(const QObject *item) = nullptr;
	QMetaProperty visible, enabled, opacity, clip, z, width, height, parent;

	explicit Quick(const QMetaObject *item)
	{
		Dl_info info;
		void *library = dladdr(item, &info) ? dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : nullptr;
		if (!library)
			return;
		find(&children, library, "_ZNK10QQuickItem10childItemsEv");
		find(&toScene, library, "_ZNK10QQuickItem14mapRectToSceneERK6QRectF");
		find(&buttons, library, "_ZNK10QQuickItem20acceptedMouseButtonsEv");
		auto property = [item](const char *name) { return item->property(item->indexOfProperty(name)); };
		visible = property("visible");
		enabled = property("enabled");
		opacity = property("opacity");
		clip = property("clip");
		z = property("z");
		width = property("width");
		height = property("height");
		parent = property("parent");
	}

	template <typename F> static void find(F *f, void *library, const char *name)
	{
		*reinterpret_cast<void **>(f) = dlsym(library, name);
	}

	bool isWhole() const { return children && toScene && buttons; }
};

// Null: it is no item, or of a Qt Quick that lacks what we ask for.
const Quick *quickOf(const QObject *item)
{
	const QMetaObject *meta = baseOf(item, "QQuickItem");
	if (!meta)
		return nullptr;
	static const Quick all(meta);
	return all.isWhole() ? &all : nullptr;
}

QObject *rootOf(const QWindow *window)
{
	QObject *root = qvariant_cast<QObject *>(read(window, baseOf(window, "QQuickWindow"), "contentItem"));
	return root && quickOf(root) ? root : nullptr;
}

// From the back to the front: by `z`, those of one `z` as they were made.
QList<QObject *> childrenOf(const Quick *q, const QObject *item)
{
	QList<QObject *> list;
	bool same = true;
	for (QQuickItem *child : q->children(item)) {
		list += reinterpret_cast<QObject *>(child); // its first base
		same = same && q->z.read(list.last()).toDouble() == 0;
	}
	if (!same)
		std::stable_sort(list.begin(), list.end(),
		                 [q](QObject *a, QObject *b) { return q->z.read(a).toDouble() < q->z.read(b).toDouble(); });
	return list;
}

QRectF wholeOf(const Quick *q, const QObject *item)
{
	return q->toScene(item, QRectF(0, 0, q->width.read(item).toDouble(), q->height.read(item).toDouble()));
}

bool isShown(const Quick *q, const QObject *item)
{
	return q->visible.read(item).toBool() && q->opacity.read(item).toDouble() > 0;
}

bool hasShown(const Quick *q, const QObject *item)
{
	for (QObject *child : childrenOf(q, item))
		if (isShown(q, child))
			return true;
	return false;
}

QObject *parentOf(const QObject *item)
{
	const Quick *q = quickOf(item);
	return q ? qvariant_cast<QObject *>(q->parent.read(item)) : nullptr;
}

// A text takes clicks for its links, and hands on all others. What popups lie in covers the whole window and does
// likewise, as long as none of them is open.
bool takesClicks(const Quick *q, const QObject *item)
{
	if (!(q->buttons(item) & Qt::LeftButton) || !q->enabled.read(item).toBool() || baseOf(item, "QQuickText"))
		return false;
	return !baseOf(item, "QQuickOverlay") || hasShown(q, item);
}

// Depth first, the children above their parent. `clip` is what can be seen of the item.
void walk(const Quick *q, QObject *item, const QRectF &clip, QList<Shown> *list)
{
	if (!isShown(q, item))
		return;
	QRectF rect = wholeOf(q, item) & clip;
	if (rect.isValid())
		*list += { item, rect, takesClicks(q, item) };
	QRectF inside = q->clip.read(item).toBool() ? rect : clip;
	if (inside.isValid())
		for (QObject *child : childrenOf(q, item))
			walk(q, child, inside, list);
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

bool takesText(const QObject *item)
{
	const QMetaObject *field = baseOf(item, "QQuickTextInput");
	field = field ? field : baseOf(item, "QQuickTextEdit");
	return field && !read(item, field, "readOnly").toBool();
}

bool handles(const QObject *item, Device device, int but)
{
	for (const QObject *child : item->children()) {
		const QMetaObject *handler = baseOf(child, "QQuickPointerDeviceHandler");
		QVariant accepted = read(child, handler, "acceptedDevices");
		int devices = accepted.isValid() ? *static_cast<const int *>(accepted.constData()) : 0; // flags, which convert to no number everywhere
		if ((devices & device) && !(devices & but))
			return true;
	}
	return false;
}

bool has(const QObject *item, const char *handler)
{
	const QObjectList &children = item->children();
	return std::any_of(children.begin(), children.end(), [=](const QObject *child) { return baseOf(child, handler); });
}

QList<Shown> shown(const QWindow *window)
{
	QList<Shown> list;
	if (QObject *root = rootOf(window))
		walk(quickOf(root), root, QRectF(QPointF(), QSizeF(window->size())), &list);
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

bool liesIn(const QObject *item, const QObject *in)
{
	while (item && item != in)
		item = parentOf(item);
	return item;
}

QObject *focusItem(const QWindow *window)
{
	return qvariant_cast<QObject *>(read(window, baseOf(window, "QQuickWindow"), "activeFocusItem"));
}

} // namespace scene
