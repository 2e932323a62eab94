// ours.cpp: see ours.h.
//
// An object of Qt's class has a vtable in one of Qt's modules. They are known by a
// function of each, read from the vtable of an object that is made for that.
#include "ours.h"

#include <QAbstractItemDelegate>
#include <QAbstractProxyModel>
#include <QLineEdit>
#include <QListWidget>
#include <QMetaProperty>
#include <QStandardItemModel>
#include <QStyle>
#include <QStyledItemDelegate>
#include <QTableWidget>
#include <QTreeWidget>
#include <private/qabstractitemview_p.h>

#include <cstring>
#include <dlfcn.h>

namespace person {

namespace {

const void *moduleOf(const void *address)
{
	Dl_info info;
	return dladdr(address, &info) ? info.dli_fbase : nullptr;
}

// The first function of the object's vtable, and the vtable itself.
const void *const *vtableOf(const void *object) { return *static_cast<const void *const *const *>(object); }

struct Modules {
	const void *core, *gui, *widgets;
};

const Modules &modules()
{
	static const Modules all = [] {
		QObject core;
		QStandardItem gui;
		QStyledItemDelegate widgets;
		auto of = [](const void *object) { return moduleOf(vtableOf(object)[1]); };
		return Modules{ of(&core), of(&gui), of(&widgets) };
	}();
	return all;
}

bool hasQtsVtable(const void *object)
{
	static const void *last; // items by the thousand have one vtable
	const void *vtable = vtableOf(object);
	if (vtable == last)
		return true;
	const void *in = moduleOf(vtable);
	const Modules &m = modules();
	if (!in || (in != m.core && in != m.gui && in != m.widgets))
		return false;
	last = vtable;
	return true;
}

// A style comes as a plugin of the desktop, too.
bool isOfDesktop(const QStyle *style)
{
	Dl_info info;
	return hasQtsVtable(style) || (dladdr(vtableOf(style), &info) && info.dli_fname && std::strstr(info.dli_fname, "/styles/"));
}

bool isModelQts(const QAbstractItemModel *model)
{
	for (int depth = 0; model && depth < 16; depth++) {
		if (!hasQtsVtable(model))
			return false;
		auto *proxy = qobject_cast<const QAbstractProxyModel *>(model);
		if (!proxy)
			return true;
		model = proxy->sourceModel();
	}
	return false;
}

bool isQtsOrNone(const QAbstractItemDelegate *delegate) { return !delegate || hasQtsVtable(delegate); }

struct View : QAbstractItemView {
	static const QAbstractItemViewPrivate *inside(const QAbstractItemView *view)
	{
		return static_cast<const QAbstractItemViewPrivate *>((view->*(&View::d_ptr)).data());
	}
};

// An item that sorts does so by a function that the program may have.
bool hasToSort(const QAbstractItemView *view)
{
	auto *tree = qobject_cast<const QTreeWidget *>(view);
	auto *list = qobject_cast<const QListWidget *>(view);
	auto *table = qobject_cast<const QTableWidget *>(view);
	return (tree && tree->isSortingEnabled()) || (list && list->isSortingEnabled()) || (table && table->isSortingEnabled());
}

// Items are asked for their size when a view looks what lies at a place. Of a model
// with more than that many it is not known in time.
enum { ITEMS = 4096 };

struct Items {
	int left = ITEMS;

	template <typename Item> bool isQts(const Item *item) { return --left >= 0 && (!item || hasQtsVtable(item)); }

	bool areQts(const QListWidget *list)
	{
		for (int i = 0; i < list->count(); i++)
			if (!isQts(list->item(i)))
				return false;
		return true;
	}

	bool areQts(const QTableWidget *table)
	{
		for (int row = 0; row < table->rowCount(); row++)
			for (int column = 0; column < table->columnCount(); column++, left--)
				if (left <= 0 || !isQts(table->item(row, column)))
					return false;
		return true;
	}

	// What a tree or a standard model has below an item, and the item itself.
	template <typename Item> bool belowAreQts(const Item *item)
	{
		if (!isQts(item))
			return false;
		for (int row = 0; item && row < rowsOf(item); row++)
			for (int column = 0; column < columnsOf(item); column++)
				if (!belowAreQts<Item>(childOf(item, row, column)))
					return false;
		return true;
	}

	static int rowsOf(const QTreeWidgetItem *item) { return item->childCount(); }
	static int columnsOf(const QTreeWidgetItem *) { return 1; } // one item for all of them
	static const QTreeWidgetItem *childOf(const QTreeWidgetItem *item, int row, int) { return item->child(row); }
	static int rowsOf(const QStandardItem *item) { return item->rowCount(); }
	static int columnsOf(const QStandardItem *item) { return item->columnCount(); }
	static const QStandardItem *childOf(const QStandardItem *item, int row, int column) { return item->child(row, column); }

	bool areQts(const QTreeWidget *tree) { return belowAreQts<QTreeWidgetItem>(tree->invisibleRootItem()); }
	bool areQts(const QStandardItemModel *model) { return belowAreQts<QStandardItem>(model->invisibleRootItem()); }
};

bool areItemsQts(const QAbstractItemView *view)
{
	const QAbstractItemModel *model = view->model();
	while (auto *proxy = qobject_cast<const QAbstractProxyModel *>(model))
		model = proxy->sourceModel();
	Items items;
	if (auto *standard = qobject_cast<const QStandardItemModel *>(model))
		return items.areQts(standard);
	QObject *owner = model->QObject::parent(); // of a widget with items: the widget
	if (auto *list = qobject_cast<const QListWidget *>(owner))
		return list->model() != model || items.areQts(list);
	if (auto *table = qobject_cast<const QTableWidget *>(owner))
		return table->model() != model || items.areQts(table);
	if (auto *tree = qobject_cast<const QTreeWidget *>(owner))
		return tree->model() != model || items.areQts(tree);
	return true;
}

} // namespace

bool isQtAlone(const QAbstractItemView *view)
{
	const QAbstractItemViewPrivate *d = View::inside(view);
	if (!hasQtsVtable(view) || !isModelQts(view->model()) || !isOfDesktop(view->style()) || !isQtsOrNone(view->itemDelegate()))
		return false;
	for (const auto &delegate : d->rowDelegates)
		if (!isQtsOrNone(delegate))
			return false;
	for (const auto &delegate : d->columnDelegates)
		if (!isQtsOrNone(delegate))
			return false;
	return !d->delayedPendingLayout && !hasToSort(view) && areItemsQts(view);
}

bool hidesText(const QObject *object)
{
	auto *line = qobject_cast<const QLineEdit *>(object);
	auto *widget = qobject_cast<const QWidget *>(object);
	if (line || widget)
		if ((line && line->echoMode() != QLineEdit::Normal) || (widget && widget->inputMethodHints() & Qt::ImhHiddenText))
			return true;
	// A class of the program's with such a property, of which only the program knows
	// the value, is taken to hide.
	const QMetaObject *meta = object ? object->metaObject() : nullptr;
	int i = meta && !line ? meta->indexOfProperty("echoMode") : -1;
	if (i < 0)
		return false;
	QMetaProperty p = meta->property(i);
	return p.enclosingMetaObject()->className()[0] != 'Q' || p.read(object).toInt() != 0;
}

} // namespace person
