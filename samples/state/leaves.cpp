// What two answers leave behind that nothing orders: `leaves NAME`. Which came last
// matters to what is kept, or only to the order in a file, or not at all.
#include "../orders/io.h"
#include <QFile>
#include <QSettings>
#include <QStandardPaths>

static char *token = new char('0');
static int *sum = new int(0);
static bool *wanted = new bool(true);
static Usually first;

static QString home(const char *name) { return QString::fromLocal8Bit(qgetenv("HOME")) + QLatin1Char('/') + QLatin1String(name); }

static void save(const char *name, const QByteArray &data, QIODevice::OpenMode how = QIODevice::Truncate)
{
    QFile f(home(name));
    if (f.open(QIODevice::WriteOnly | how))
        f.write(data);
}

// Both answers in this order, mostly, and then what is done last.
static void both(std::function<void()> one, std::function<void()> two, std::function<void()> last)
{
    static int left = 2;
    auto finish = [last] {
        if (--left == 0) {
            last();
            qApp->quit();
        }
    };
    ask("one", 5, [=] { one(); first.happened(); finish(); });
    ask("two", 20, [] { first.wait(1); }, [=] { two(); finish(); });
}

static void run(const QByteArray &name)
{
    auto nothing = [] {};
    if (name == "token") // the last answer's is saved
        both([] { *token = '1'; }, [] { *token = '2'; }, [] { save("token", QByteArray(1, *token)); });
    else if (name == "same")
        both([] { *token = '7'; }, [] { *token = '7'; }, [] { save("token", QByteArray(1, *token)); });
    else if (name == "sum") // either way
        both([] { *sum += 1; }, [] { *sum += 2; }, [] { save("sum", QByteArray::number(*sum)); });
    else if (name == "log")
        both([] { ++*sum; save("log", "one\n", QIODevice::Append); }, [] { ++*sum; save("log", "two\n", QIODevice::Append); }, nothing);
    else if (name == "omitted") // one forbids what the other does
        both([] { if (*wanted) save("draft", "text"); }, [] { *wanted = false; }, nothing);
    else if (name == "shown") // nothing lasts
        both([] { *sum = 1; }, [] { *sum = 2; }, nothing);
    else if (name == "settings")
        both([] { *token = 'a'; }, [] { *token = 'b'; }, [] {
            QSettings s(home("app.conf"), QSettings::IniFormat);
            s.setValue("view/mode", QString(QLatin1Char(*token)));
        });
    else
        fail("no such program");
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    run(argc > 1 ? argv[1] : "");
    return app.exec();
}
