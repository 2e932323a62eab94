// many.cpp: argv[1] timers started and stopped, posts made and removed, notifiers
// enabled and disabled, windows shown and hidden; prints by how many KiB the program
// has grown in the last third.

#include <QApplication>
#include <QSocketNotifier>
#include <QWindow>

#include <cstdio>
#include <cstdlib>
#include <unistd.h>

static long resident()
{
    long pages = 0, resident = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f || fscanf(f, "%ld %ld", &pages, &resident) != 2)
        abort();
    fclose(f);
    return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    QApplication app(argc, argv);
    const int rounds = atoi(argv[1]);
    int ends[2];
    if (pipe(ends) != 0)
        return 1;
    long before = 0;
    for (int i = 0; i < rounds; i++) {
        QObject object;
        object.killTimer(object.startTimer(1000 + i % 7));
        QCoreApplication::postEvent(&object, new QEvent(QEvent::User));
        if (i % 2)
            QCoreApplication::removePostedEvents(&object);
        if (i % 10 == 0) {
            QSocketNotifier n(ends[0], QSocketNotifier::Read);
            n.setEnabled(false);
        }
        if (i % 10000 == 0) {
            QWindow w;
            w.show();
            w.hide();
        }
        if (i == rounds / 3 * 2)
            before = resident();
    }
    printf("%ld\n", resident() - before);
    return 0;
}
