// qt.cpp: delivers one event, and shows what a child process gets preloaded.
#include <QCoreApplication>
#include <QTimer>
#include <cstdlib>

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    QTimer::singleShot(0, &app, [] { exit(system("echo \"preload=$LD_PRELOAD\"")); });
    return QCoreApplication::exec();
}
