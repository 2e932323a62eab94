// pages: a program whose pages each wait for an answer in an event loop of their own, and
// can each be closed meanwhile. PAGES races, 3 by default, each of two handlers of its own.
//
// With MENDED a page that was closed is not used again.

#include <QCoreApplication>
#include <QEventLoop>
#include <QPointer>
#include <QTimer>

#ifndef PAGES
#define PAGES 3
#endif

template <int N> class Page : public QObject {
public:
    int answers = 0;
};

template <int N> class Tab : public QObject {
public:
    void fetch();
    void close() { delete m_page; }

private:
    QPointer<Page<N>> m_watched;
    Page<N> *m_page = new Page<N>;
};

template <int N> void Tab<N>::fetch()
{
    m_watched = m_page;
    QEventLoop loop;
    // Stands for the server's answer.
    QTimer::singleShot(10, &loop, &QEventLoop::quit);
    loop.exec();
#ifdef MENDED
    if (!m_watched)
        return;
#endif
    m_page->answers++;
}

template <int N> void open(QObject *parent)
{
    auto *tab = new Tab<N>;
    tab->setParent(parent);
    QTimer::singleShot(20 + 40 * N, tab, &Tab<N>::fetch);
    // Stands for the person who closes it.
    QTimer::singleShot(200 + 60 * PAGES + 40 * N, tab, &Tab<N>::close);
    if constexpr (N > 1)
        open<N - 1>(parent);
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    QObject tabs;
    open<PAGES>(&tabs);
    QTimer::singleShot(300 + 110 * PAGES, &app, &QCoreApplication::quit);
    return app.exec();
}
