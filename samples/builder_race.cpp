// builder_race: worker_race with a person: one button has an index built in a thread of its own,
// another one has its entries dropped.
//
// The race: the second click may come while build waits for a file in a nested loop of the
// thread. In the session played here it comes later.
//
// With MENDED: drop says that the entries are gone, and build looks.
#include <QApplication>
#include <QEventLoop>
#include <QPushButton>
#include <QThread>
#include <QTimer>
#include <QVBoxLayout>

struct Entries {
    int count = 0;
    ~Entries() { count = -1; }
};

class Index : public QObject {
public:
    void build();
    void drop();

private:
    Entries *m_entries = new Entries;
};

__attribute__((noinline)) void Index::build()
{
    QEventLoop loop;
    QTimer::singleShot(60, &loop, &QEventLoop::quit); // stands for the file
    loop.exec();
#ifdef MENDED
    if (!m_entries)
        return;
#endif
    m_entries->count++;
}

__attribute__((noinline)) void Index::drop()
{
    delete m_entries;
#ifdef MENDED
    m_entries = nullptr;
#endif
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    QThread thread;
    thread.setObjectName("indexer");
    auto *index = new Index;
    index->moveToThread(&thread);
    thread.start();
    QWidget window;
    QVBoxLayout layout(&window);
    QPushButton build("Build"), drop("Drop");
    layout.addWidget(&build);
    layout.addWidget(&drop);
    QObject::connect(&build, &QPushButton::clicked, &app, [index] { QMetaObject::invokeMethod(index, [index] { index->build(); }, Qt::QueuedConnection); });
    QObject::connect(&drop, &QPushButton::clicked, &app, [index] { QMetaObject::invokeMethod(index, [index] { index->drop(); }, Qt::QueuedConnection); });
    window.show();
    const int code = app.exec();
    thread.quit();
    thread.wait();
    return code;
}
