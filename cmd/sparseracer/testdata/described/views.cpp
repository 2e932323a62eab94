// views.cpp: views whose model, delegate, items or own indexAt are the program's, and
// one that is Qt's alone. Each answer of the program allocates and frees what outlives
// the call, as a cache does. It says "asked" when the library that describes input
// calls it.
#include <QApplication>
#include <QListView>
#include <QListWidget>
#include <QStandardItemModel>
#include <QStringListModel>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QVBoxLayout>
#include <QWidget>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <execinfo.h>

static char *cache[4];

static void answer(int of)
{
	void *pcs[64];
	Dl_info info;
	for (int i = 0, n = backtrace(pcs, 64); i < n; i++)
		if (dladdr(pcs[i], &info) && info.dli_fname && strstr(info.dli_fname, "libsparseinput")) {
			printf("asked %d\n", of);
			break;
		}
	free(cache[of]);
	cache[of] = static_cast<char *>(malloc(size_t(64 + of)));
	cache[of][0] = 'c';
}

struct Model : QStringListModel {
	using QStringListModel::QStringListModel;
	QVariant data(const QModelIndex &index, int role) const override
	{
		answer(0);
		return QStringListModel::data(index, role);
	}
};

struct View : QTreeView {
	QModelIndex indexAt(const QPoint &at) const override
	{
		answer(1);
		return QTreeView::indexAt(at);
	}
};

struct Delegate : QStyledItemDelegate {
	QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
	{
		answer(2);
		return QStyledItemDelegate::sizeHint(option, index);
	}
};

struct Item : QStandardItem {
	using QStandardItem::QStandardItem;
	QVariant data(int role) const override
	{
		answer(3);
		return QStandardItem::data(role);
	}
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	QWidget window;
	const QStringList words{ "one", "two", "three" };
	Model model(words);
	QSortFilterProxyModel sorted;
	sorted.setSourceModel(&model);
	QStringListModel plain(words);
	QStandardItemModel items;
	for (const QString &word : words)
		items.appendRow(new Item(word));
	Delegate delegate;
	QListView proxied, delegated, itemized;
	View view;
	QListWidget qts;
	qts.addItems(words);
	proxied.setModel(&sorted);
	view.setModel(&plain);
	delegated.setModel(&plain);
	delegated.setItemDelegate(&delegate);
	itemized.setModel(&items);
	auto *layout = new QVBoxLayout(&window);
	for (QWidget *w : std::initializer_list<QWidget *>{ &proxied, &view, &delegated, &itemized, &qts })
		layout->addWidget(w);
	window.resize(200, 800);
	window.show();
	return app.exec();
}
