// environment.cpp: a window, a modal dialog above it, input to both, a socket.
// The steps are taken by the loop's own code, as a window system's would be.

#include <QAbstractEventDispatcher>
#include <QApplication>
#include <QDialog>
#include <QSocketNotifier>
#include <QTimer>
#include <QWindow>

#include <functional>
#include <unistd.h>
#include <vector>

// What QtTest sends input by; QtGui exports the two.
void qt_handleMouseEvent(QWindow *w, const QPointF &local, const QPointF &global, Qt::MouseButtons state,
                         Qt::MouseButton button, QEvent::Type type, Qt::KeyboardModifiers mods, int timestamp);
void qt_handleKeyEvent(QWindow *w, QEvent::Type type, int key, Qt::KeyboardModifiers mods,
                       const QString &text, bool repeats, ushort count);

static QWidget *window;

static void mouse(QEvent::Type type)
{
    qt_handleMouseEvent(window->windowHandle(), QPointF(5, 5), QPointF(5, 5),
                        type == QEvent::MouseButtonPress ? Qt::LeftButton : Qt::NoButton, Qt::LeftButton, type,
                        Qt::NoModifier, 0);
}

static void key(QEvent::Type type)
{
    qt_handleKeyEvent(window->windowHandle(), type, Qt::Key_A, Qt::NoModifier, QStringLiteral("a"), false, 1);
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    QWidget w;
    window = &w;
    w.setObjectName(QStringLiteral("first"));
    w.setWindowTitle(QStringLiteral("\u00dcbersicht"));
    int ends[2];
    if (pipe(ends) != 0 || write(ends[1], "x", 1) != 1)
        return 1;
    QSocketNotifier early(ends[0], QSocketNotifier::Read), late(ends[1], QSocketNotifier::Write);
    late.setEnabled(false); // in the block that enabled it
    QObject::connect(&early, &QSocketNotifier::activated, [&] { early.setEnabled(false); });
    QDialog *dialog = nullptr;
    auto open = [&] {
        QDialog d(&w);
        d.setObjectName(QStringLiteral("second"));
        d.setWindowTitle(QStringLiteral("Sichern?"));
        dialog = &d;
        d.exec();
    };
    std::vector<std::function<void()>> steps = {
        [] { window->show(); },
        [] { mouse(QEvent::MouseButtonPress); },
        [] { mouse(QEvent::MouseButtonRelease); },
        [] { key(QEvent::KeyPress); },
        [] { key(QEvent::KeyRelease); },
        [&] { QTimer::singleShot(0, &w, open); },
        [] { mouse(QEvent::MouseButtonPress); }, // the dialog blocks it
        [&] { dialog->accept(); },
        [] { QCoreApplication::quit(); },
    };
    size_t step = 0;
    bool stepping = false;
    auto take = [&] {
        if (stepping || (step == 6 && !dialog) || step >= steps.size())
            return;
        stepping = true;
        steps[step++]();
        stepping = false;
        QAbstractEventDispatcher::instance()->wakeUp();
    };
    QObject::connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::aboutToBlock, take);
    return app.exec();
}
