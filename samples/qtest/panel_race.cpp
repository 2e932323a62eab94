// A test of a window with a panel, by QtTest. "Load" reads a file and shows its progress by
// processEvents; a timer closes panels that are not needed any more. In the row "two files"
// the panel is closed between two clicks, and nothing goes wrong. Were the timer due while
// the window loads, load() would go on with a panel that is gone.
#include <QtTest>
#include <QtWidgets>

struct Panel : QWidget {
    explicit Panel(QWidget *parent) : QWidget(parent) {}
    int lines = 0;
};

class Window : public QWidget
{
    Q_OBJECT

public:
    Window() : load(new QPushButton("Load", this)), panel(new Panel(this))
    {
        connect(load, &QPushButton::clicked, this, &Window::read);
    }

    void closeLater()
    {
        QTimer::singleShot(20, this, [this] { delete panel; });
    }

    QPushButton *load;
    QPointer<Panel> panel;

private:
    void read()
    {
        Panel *shown = panel;
        if (!shown)
            return;
#ifdef MENDED
        QCoreApplication::processEvents();
        if (panel)
            panel->lines++;
#else
        QCoreApplication::processEvents(); // shows the progress
        shown->lines++;
#endif
    }
};

class TestPanel : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(true); }

    void loads_data()
    {
        QTest::addColumn<bool>("closes");
        QTest::newRow("one file") << false;
        QTest::newRow("two files") << true;
    }

    void loads()
    {
        QFETCH(bool, closes);
        const auto window = std::make_unique<Window>();
        if (closes)
            window->closeLater();
        QTest::mouseClick(window->load, Qt::LeftButton);
        if (closes)
            QTRY_VERIFY(!window->panel);
    }
};

QTEST_MAIN(TestPanel)
#include "panel_race.moc"
