// Nested loops, three deep: an outer one is asked to end while inner ones run, objects are
// deleted by deleteLater before and inside loops, and timers and posted events go on in them.
//
// Guaranteed, and looked after: exec returns after its quit and after all loops inside it; a
// deferred delete waits until control is back in the loop in which it was asked for, and comes
// then, so processEvents never comes to what its own handler asked for; posted events of one
// priority keep their order through all loops; what was posted before a loop's quit comes
// before its end; a timer does not fire inside its own handler.
#include "../check.h"
#include <QtCore>
#include <functional>
#include <vector>

// Something that is looked at before and after loops.
struct Document : QObject {
    static int alive;
    std::vector<int> text;
    bool *gone;
    explicit Document(bool *g) : text(16, 7), gone(g)
    {
        *gone = false;
        alive++;
    }
    ~Document() override
    {
        *gone = true;
        alive--;
    }
    void look() const { HOLDS(text[3] == 7, "a document has changed"); }
};
int Document::alive;

// Takes numbered events, each with memory of its own.
struct Number : QEvent {
    int *number;
    int sort;
    Number(int n, int s) : QEvent(User), number(new int(n)), sort(s) {}
    ~Number() override { delete number; }
};

struct Receiver : QObject {
    int posted[3] = {}, came[3] = {}, together = 0;
    void post(int sort) // 0: usual, 1: high, 2: low priority
    {
        static const int priority[] = {Qt::NormalEventPriority, Qt::HighEventPriority, Qt::LowEventPriority};
        QCoreApplication::postEvent(this, new Number(++posted[sort], sort), priority[sort]);
    }
    bool event(QEvent *event) override
    {
        if (event->type() != QEvent::User)
            return QObject::event(event);
        auto *n = static_cast<Number *>(event);
        HOLDS(*n->number == ++came[n->sort], "posted events of one priority changed places");
        return true;
    }
    bool empty() const { return came[0] == posted[0] && came[1] == posted[1] && came[2] == posted[2]; }
};

struct Loop : QEventLoop {
    bool asked = false, runs = false;
    void end()
    {
        asked = true;
        quit();
    }
    void wait()
    {
        asked = false;
        runs = true;
        exec();
        runs = false;
        HOLDS(asked, "a loop ended that nobody has ended");
    }
};

static void in(int ms, QObject *context, std::function<void()> work) { QTimer::singleShot(ms, Qt::PreciseTimer, context, work); }

class Program : public QObject {
    Receiver receiver;
    QTimer ticking;
    bool inside = false, firstGone = true, secondGone = true, thirdGone = true;
    int rounds = 0, ticks = 0;

    void tick()
    {
        HOLDS(!inside, "a timer fired inside its own handler");
        if (++ticks % 5 != 0)
            return;
        inside = true;
        Loop loop;
        in(6, &loop, [&] { loop.end(); });
        loop.wait();
        inside = false;
    }

    void outermost()
    {
        Loop outer;
        auto *document = new Document(&firstGone);
        receiver.post(0);
        receiver.post(2);
        receiver.post(0);
        document->deleteLater();
        in(4, &outer, [this, &outer] { middle(outer); });
        in(20, &outer, [this] { receiver.post(1); });
        outer.wait();
        HOLDS(!firstGone, "a deferred delete came inside a loop of the handler that asked for it");
        document->look();
        flushed();
        // Both come back in the main loop; the delete first, which waits for nothing else.
        in(1, this, [this] { next(); });
    }

    void middle(Loop &outer)
    {
        Loop loop;
        auto *document = new Document(&secondGone);
        document->deleteLater();
        receiver.post(0);
        in(3, &loop, [this, &outer, &loop] { innermost(outer, loop); });
        loop.wait();
        HOLDS(!secondGone && !firstGone, "a deferred delete came one loop too deep");
        HOLDS(outer.runs, "an outer loop ended before an inner one");
        document->look();
        receiver.post(0);
        if (!outer.asked)
            outer.end();
    }

    void innermost(Loop &outer, Loop &middle)
    {
        if (rounds % 2 == 0) {
            outer.end();
            middle.end();
        }
        Loop loop;
        auto *document = new Document(&thirdGone);
        int before = receiver.posted[0] + 2;
        receiver.post(0);
        receiver.post(0);
        QMetaObject::invokeMethod(&loop, [&loop] { loop.end(); }, Qt::QueuedConnection);
        document->deleteLater();
        for (int i = 0; i < 3; i++)
            QCoreApplication::processEvents(QEventLoop::AllEvents);
        HOLDS(!thirdGone, "processEvents came to a delete that its handler asked for");
        // The request to end was taken by processEvents, so another one is needed.
        QMetaObject::invokeMethod(&loop, [&loop] { loop.end(); }, Qt::QueuedConnection);
        loop.wait();
        HOLDS(receiver.came[0] >= before, "a loop ended before what was posted before its end");
        HOLDS(!thirdGone && !secondGone, "a deferred delete came inside a loop of the handler that asked for it");
        HOLDS(outer.runs && middle.runs, "an outer loop ended before an inner one");
        document->look();
        in(2, &middle, [&middle] { middle.end(); });
    }

    void flushed()
    {
        receiver.post(2);
        receiver.post(0);
        receiver.post(1);
        QCoreApplication::sendPostedEvents(&receiver, QEvent::User);
        HOLDS(receiver.empty(), "sendPostedEvents left something");
    }

    void next()
    {
        HOLDS(firstGone && secondGone && thirdGone, "a deferred delete did not come though its loop is back");
        HOLDS(Document::alive == 0, "documents are left");
        if (rounds == 5 && inside) // quit ends all loops
            return in(3, this, [this] { next(); });
        if (++rounds < 6)
            return in(5, this, [this] { outermost(); });
        ticking.stop();
        QCoreApplication::quit();
    }

public:
    Program()
    {
        ticking.setTimerType(Qt::PreciseTimer);
        connect(&ticking, &QTimer::timeout, this, [this] { tick(); });
        ticking.start(9);
        in(5, this, [this] { outermost(); });
    }
};

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    Program program;
    app.exec();
    std::puts("all loops held their order");
}
