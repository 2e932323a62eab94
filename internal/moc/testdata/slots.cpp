// slots.cpp: slots, signals and invokable methods of all kinds, for moc's tables. What
// must not be named is here, too: a virtual slot is called through the object's table.
#include <QObject>
#include <QString>

#define APART __attribute__((noinline))

int seen;

namespace people {

class Person : public QObject {
	Q_OBJECT
public slots:
	APART void plain();
	APART void number(int n);
	APART void text(const QString &s, bool loud);
	APART QString answer(const QString &s);
	virtual void overridden();
	APART void optional(int n, int m = 3);
	void inlined() { seen += 7; }
public:
	Q_INVOKABLE APART bool invoked(double d);
signals:
	void changed(int n);
	void renamed(const QString &s, QObject *by);
private slots:
	APART void hidden();
};

void Person::plain() { seen++; }
void Person::number(int n) { seen += n; }
void Person::text(const QString &s, bool loud) { seen += s.size() + loud; }
QString Person::answer(const QString &s) { return s + s; }
void Person::overridden() { seen--; }
void Person::optional(int n, int m) { seen += n * m; }
bool Person::invoked(double d) { return d > seen; }
void Person::hidden() { seen = 0; }

// Few methods: compares in place of a table.
class Small : public QObject {
	Q_OBJECT
public slots:
	APART void only();
private:
	int n = 9;
};

void Small::only() { seen += n; }

}

int main()
{
	people::Person person;
	people::Small small;
	for (const char *slot : { "plain", "hidden", "inlined", "overridden" })
		QMetaObject::invokeMethod(&person, slot);
	QMetaObject::invokeMethod(&small, "only");
	return seen == 15 ? 0 : 1;
}

#include "slots.moc"
