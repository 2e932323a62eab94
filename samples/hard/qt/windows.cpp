// Dialogs over dialogs, closed from outside and in the wrong order, some of which delete
// themselves, beside animations that start, stop and delete each other.
//
// Guaranteed, and looked after: a dialog's exec returns after what ends it, and after that of
// the dialog over it; it is finished once, before it is destroyed; a dialog that deletes
// itself is there until exec returns, or, opened, until its handlers are over; a window is
// painted only while it is shown; an animation's values go forward and end with the last one,
// before it is finished, and nothing comes of one that was stopped or paused; those of a
// sequence do not overlap; of two that begin together the shorter one is finished first.
#include "../check.h"
#include <QtWidgets>
#include <functional>
#include <vector>

static void in(int ms, QObject *context, std::function<void()> work) { QTimer::singleShot(ms, Qt::PreciseTimer, context, work); }

// Knows when it is shown, and has memory that goes with it.
struct Page : QWidget {
    std::vector<int> text = std::vector<int>(32, 5);
    bool shown = false;
    using QWidget::QWidget;
    void showEvent(QShowEvent *) override { shown = true; }
    void hideEvent(QHideEvent *) override { shown = false; }
    void paintEvent(QPaintEvent *) override
    {
        HOLDS(shown, "a window was painted that is not shown");
        QPainter(this).drawText(rect(), QString::number(text[7]));
    }
};

class Dialog : public QDialog {
    Page *page;

public:
    bool over = false, asked = false, opened = false;
    static int left;
    explicit Dialog(QWidget *parent) : QDialog(parent), page(new Page(this))
    {
        left++;
        page->resize(80, 40);
        connect(this, &QDialog::finished, this, [this] {
            HOLDS(asked && !over, "a dialog is finished twice, or though nobody has ended it");
            over = true;
        });
    }
    ~Dialog() override
    {
        HOLDS(over || !opened, "a dialog was destroyed before it was finished");
        left--;
    }
    void end()
    {
        if (asked)
            return;
        asked = true;
        accept();
    }
    void reject() override // by a person
    {
        asked = true;
        QDialog::reject();
    }
    void showEvent(QShowEvent *event) override
    {
        opened = true;
        QDialog::showEvent(event);
    }
    void touch()
    {
        page->text[3]++;
        page->update();
    }
};
int Dialog::left;

// An animation of a page that watches its values.
struct Watched : QVariantAnimation {
    bool ended = false, still = false;
    int last = 0, *memory = new int(0);
    std::function<void()> after;
    Watched(int duration, int loops = 1)
    {
        setStartValue(0);
        setEndValue(1000);
        setDuration(duration);
        setLoopCount(loops);
        connect(this, &QVariantAnimation::finished, this, [this] {
            HOLDS(!ended && !still, "an animation is finished twice, or though it was stopped");
            HOLDS(last == currentLoop() * 1000 + 1000, "an animation is finished before its last value");
            ended = true;
            if (after)
                after();
        });
    }
    ~Watched() override { delete memory; }
    void updateCurrentValue(const QVariant &value) override
    {
        ++*memory;
        HOLDS(!still, "an animation went on that was stopped or paused");
        if (state() != Running)
            return;
        int now = currentLoop() * 1000 + value.toInt();
        HOLDS(!ended || now == last, "an animation went on that is finished");
        HOLDS(now >= last, "an animation went back");
        last = now;
    }
};

class Program : public QObject {
    Page window;
    int rounds = 0, waits = 0;

    void first()
    {
        auto *own = new Dialog(&window);
        own->setAttribute(Qt::WA_DeleteOnClose);
        QPointer<Dialog> pointer = own;
        Dialog dialog(&window);
        in(6, &dialog, [&] { second(dialog); });
        in(30, &dialog, [&] {
            if (!dialog.asked)
                dialog.end();
        });
        own->open();
        in(9, own, [own] { // closed beneath the others; its handler still has it
            own->end();
            own->touch();
        });
        dialog.exec();
        HOLDS(dialog.over, "exec returned before its end");
        dialog.touch();
        waitFor([pointer] { return !pointer; });
    }

    void second(Dialog &below)
    {
        Dialog dialog(&below);
        auto *third = new Dialog(&dialog);
        third->setAttribute(Qt::WA_DeleteOnClose);
        QPointer<Dialog> pointer = third;
        if (rounds % 2 == 0)
            in(5, &dialog, [&] { below.end(); }); // the wrong order
        in(4, &dialog, [third, &dialog] {
            third->touch();
            in(4, &dialog, [&] { dialog.end(); });
            in(9, third, [third] { third->end(); });
            third->exec();
            dialog.touch();
        });
        dialog.exec();
        HOLDS(dialog.over && (!pointer || !pointer->opened), "a dialog's exec returned before that of the one over it");
        dialog.touch();
        below.touch();
    }

    void animate()
    {
        waits++;
        auto *group = new QParallelAnimationGroup(this);
        auto *sequence = new QSequentialAnimationGroup;
        auto *shorter = new Watched(40), *longer = new Watched(70), *twice = new Watched(30, 2);
        auto *one = new Watched(20), *two = new Watched(20);
        auto *stopped = new Watched(60), *paused = new Watched(25);
        longer->after = [shorter] { HOLDS(shorter->ended, "the longer animation is finished before the shorter one"); };
        one->after = [two] { HOLDS(two->last == 0, "the animations of a sequence overlap"); };
        sequence->addAnimation(one);
        sequence->addPause(5);
        sequence->addAnimation(two);
        for (QAbstractAnimation *a : {(QAbstractAnimation *)shorter, (QAbstractAnimation *)longer, (QAbstractAnimation *)twice, (QAbstractAnimation *)sequence})
            group->addAnimation(a);
        connect(group, &QAbstractAnimation::finished, this, [=] {
            HOLDS(shorter->ended && longer->ended && twice->ended && one->ended && two->ended, "a group is finished before its animations");
            waits--;
        });
        waits += 2;
        in(22, stopped, [=] {
            if (!stopped->ended) // it is on a slow machine
                stopped->stop();
            stopped->still = true;
            delete stopped;
            waits--;
        });
        paused->after = [=] { waits--; };
        in(11, paused, [=] {
            if (paused->state() != QAbstractAnimation::Running)
                return;
            paused->pause();
            paused->still = true;
            in(17, paused, [=] {
                paused->still = false;
                paused->resume();
            });
        });
        connect(paused, &QAbstractAnimation::finished, paused, [=] { paused->deleteLater(); });
        group->start(QAbstractAnimation::DeleteWhenStopped);
        stopped->start();
        paused->start();
    }

    void waitFor(std::function<bool()> over)
    {
        in(3, this, [=] {
            if (!over() || waits > 0)
                return waitFor(over);
            HOLDS(Dialog::left == 0, "dialogs are left");
            if (++rounds == 4)
                return QCoreApplication::quit();
            window.setVisible(!window.shown);
            window.update();
            animate();
            in(4, this, [this] { first(); });
        });
    }

public:
    Program()
    {
        window.resize(200, 100);
        window.show();
        animate();
        in(4, this, [this] { first(); });
    }
};

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    app.setQuitOnLastWindowClosed(false);
    {
        Program program;
        app.exec();
    }
    std::puts("all windows and animations held their order");
}
