// Items that are taken out of a list and freed, in each of the ways that QList has. Who looks through
// the list finds what is left; with KEPT an item is found before the loop and used behind it.
#include <QCoreApplication>
#include <QEventLoop>
#include <QList>
#include <QTimer>

struct Item {
	int value = 1;
};

struct Large { // a QList of Qt 5 frees such by itself
	Item item;
	void *more[4] = {};
};

static QList<Item *> items;
static QList<Large> large;

static void wait()
{
	QEventLoop loop;
	QTimer::singleShot(10, &loop, &QEventLoop::quit);
	loop.exec();
}

static int look()
{
#ifdef KEPT
	const Item *kept = items.last();
	wait();
	return kept->value;
#else
	int sum = 0;
	wait();
	for (const Item *item : qAsConst(items))
		sum += item->value;
	for (const Large &l : qAsConst(large))
		sum += l.item.value;
	return sum;
#endif
}

static void freeAll()
{
	Item *last = items.last(), *third = items.at(2);
	delete items.takeAt(1);
	delete items.takeFirst();
	items.removeOne(third);
	delete third;
	items.erase(items.end() - 1);
	delete last;
	large.removeAt(1);
	large.erase(large.begin(), large.begin() + 2);
}

int main(int argc, char **argv)
{
	QCoreApplication app(argc, argv);
	for (int i = 0; i < 6; i++) {
		items << new Item;
		large << Large();
	}
	QTimer::singleShot(10, [] { qputenv("SUM", QByteArray::number(look())); });
	QTimer::singleShot(100, freeAll);
	QTimer::singleShot(120, &app, &QCoreApplication::quit);
	app.exec();
	qDeleteAll(items);
	return 0;
}
