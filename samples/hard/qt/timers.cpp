// Timers of near and equal times that are started, started again and stopped by each other's
// handlers, some of which take longer than the next timer is away.
//
// Guaranteed, and looked after: of two precise timers the one that was started first, and has
// no longer interval, fires first; none fires before its time, nor after it was stopped or its
// object deleted, also where both were due at once; a timer that was started again counts from
// then; posted events keep their order; a coarse timer is at most 5 % early. What a stopped
// timer refers to is freed.
//
// With BEYOND: precise timers come by their due times, and what a timer's handler posts before
// it starts another timer comes before that.
#include "../check.h"
#include <QtCore>
#include <algorithm>
#include <chrono>
#include <functional>
#include <vector>

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

class Timer;
static std::vector<Timer *> armed;
static int starts, fired;

// A precise single shot timer that knows the earliest and the latest time of its due.
class Timer {
    QTimer timer;
    std::vector<int> *memory = nullptr; // as long as it is armed
    Clock::time_point earliest, latest;
    int serial = 0;
    milliseconds interval{0};

    bool comesBefore(const Timer *other) const
    {
        if (serial < other->serial && interval <= other->interval)
            return true;
        return beyond && latest + milliseconds(1) < other->earliest; // some Qt round to milliseconds
    }
    void disarm()
    {
        armed.erase(std::find(armed.begin(), armed.end(), this));
        delete memory;
        memory = nullptr;
    }
    void fire()
    {
        HOLDS(memory, "a timer fired that is not armed");
        HOLDS((*memory)[1] == serial, "a timer fired for an earlier start");
        HOLDS(Clock::now() >= earliest, "a timer fired early");
        for (const Timer *t : armed)
            HOLDS(t == this || !t->comesBefore(this), "a timer passed one that is due before it");
        disarm();
        fired++;
        auto does = work;
        does();
    }

public:
    std::function<void()> work;

    Timer(const char *name, std::function<void()> does) : work(std::move(does))
    {
        timer.setObjectName(QLatin1String(name));
        timer.setTimerType(Qt::PreciseTimer);
        timer.setSingleShot(true);
        QObject::connect(&timer, &QTimer::timeout, &timer, [this] { fire(); });
    }
    void arm(int ms)
    {
        if (memory)
            disarm();
        interval = milliseconds(ms);
        serial = ++starts;
        memory = new std::vector<int>(8, serial);
        earliest = Clock::now() + interval;
        timer.start(ms);
        latest = Clock::now() + interval;
        armed.push_back(this);
    }
    void stop()
    {
        timer.stop();
        if (memory)
            disarm();
    }
    bool isArmed() const { return memory; }
};

// A timer of a kind of its own, stopped while it may be due already.
struct Basic : QObject {
    QBasicTimer timer;
    int *life = new int(0);
    ~Basic() override { delete life; }
    void timerEvent(QTimerEvent *event) override
    {
        HOLDS(timer.isActive() && event->timerId() == timer.timerId(), "a basic timer fired that was stopped");
        ++*life;
    }
};

class Round : public QObject {
    Timer first{"first", [this] { onFirst(); }}, second{"second", [this] { onSecond(); }}, equal{"equal", [] { HOLDS(false, "a timer fired that its equal had stopped"); }};
    Timer early{"early", [this] { onEarly(); }}, again{"again", [this] { onAgain(); }}, zero{"zero", [this] { onZero(); }};
    Timer after{"after", [this] { HOLDS(!beyond || left == posted, "a timer passed what was posted before it was started"); }};
    Timer victim{"victim", [] { HOLDS(false, "a timer fired that one before it had stopped"); }};
    QObject *context = nullptr;
    Basic *basic = nullptr;
    QTimer repeating, coarse;
    Clock::time_point coarseStart, restarted;
    int rounds = 0, zeros = 0, ticks = 0, left = 0, posted = 0;

    void post()
    {
        int number = ++posted;
        QMetaObject::invokeMethod(this, [this, number] { HOLDS(++left == number, "posted events changed places"); }, Qt::QueuedConnection);
    }
    void onEarly() // takes so long that the others are due by then
    {
        QThread::msleep(6 + rounds % 3 * 4);
        restarted = Clock::now();
        again.arm(21);
    }
    void onFirst()
    {
        victim.stop();
        delete context;
        delete basic;
        context = nullptr;
        basic = nullptr;
        post();
        after.arm(rounds % 2);
    }
    void onSecond()
    {
        equal.stop();
        QThread::msleep(rounds % 2 * 5);
    }
    void onZero()
    {
        if (++zeros % 4 != 0)
            zero.arm(0);
    }
    void onAgain()
    {
        HOLDS(Clock::now() - restarted >= milliseconds(20), "a timer that was started again fired early");
        repeating.stop();
        ticks = -1;
        finish();
    }
    void finish()
    {
        if (first.isArmed() || second.isArmed() || early.isArmed() || zero.isArmed() || after.isArmed()) {
            again.work = [this] { finish(); };
            again.arm(3);
            return;
        }
        if (rounds == 6)
            return coarse.isActive() ? again.arm(5) : QCoreApplication::quit();
        again.work = [this] { onAgain(); };
        QMetaObject::invokeMethod(this, &Round::begin, Qt::QueuedConnection);
    }

public:
    Round()
    {
        repeating.setTimerType(Qt::PreciseTimer);
        connect(&repeating, &QTimer::timeout, this, [this] {
            HOLDS(ticks >= 0, "a repeating timer fired that was stopped");
            ticks++;
        });
        coarse.setSingleShot(true);
        coarse.setTimerType(Qt::CoarseTimer);
        connect(&coarse, &QTimer::timeout, this, [this] {
            HOLDS(Clock::now() - coarseStart >= milliseconds(199 * 95 / 100), "a coarse timer fired too early");
        });
    }
    void begin()
    {
        if (rounds++ == 0) {
            coarseStart = Clock::now();
            coarse.start(200);
        }
        post();
        ticks = 0;
        repeating.start(7);
        early.arm(10);
        first.arm(15);
        victim.arm(16);
        context = new QObject;
        basic = new Basic;
        basic->timer.start(19, Qt::PreciseTimer, basic);
        QTimer::singleShot(18, Qt::PreciseTimer, context, [this] { HOLDS(context, "a single shot fired whose object is gone"); });
        second.arm(20);
        equal.arm(20);
        again.arm(21);
        zero.arm(0);
    }
};

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    {
        Round round;
        QTimer::singleShot(0, &round, &Round::begin);
        app.exec();
        HOLDS(armed.empty(), "armed timers are left");
    }
    std::printf("%s\n", fired > 40 ? "all timers held their order" : "timers are missing");
}
