// nested_race: a settings dialog that opens another one to pick a colour.
//
// The race: the loops of two dialogs can be told to end in the wrong order. If
// the settings are finished while the picker is up, the preview is freed; the
// picker's loop, the inner one, ends after that, and pickColour goes on with the
// preview. In the session played here the picker is closed first.
//
// With MENDED: who finishes the settings says that the preview is gone, and pickColour
// looks.

#include <QApplication>
#include <QDialog>
#include <QTimer>

#include <memory>

struct Preview {
    Preview();
    ~Preview();
    int colour = 0;
};

Preview::Preview() { }

Preview::~Preview()
{
    colour = -1;
}

class Settings : public QDialog {
public:
    void pickColour();
    void finish();

private:
    Preview *m_preview = new Preview;
};

void Settings::pickColour()
{
    QDialog picker(this);
    // Stands for the person who presses the picker's OK.
    QTimer::singleShot(60, &picker, &QDialog::accept);
    picker.exec();
#ifdef MENDED
    if (m_preview)
        m_preview->colour++;
#else
    m_preview->colour++;
#endif
}

void Settings::finish()
{
    delete m_preview;
#ifdef MENDED
    m_preview = nullptr;
#endif
    accept();
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    const auto settings = std::make_unique<Settings>();
    QTimer::singleShot(20, &app, [&settings] {
        // Stands for the person who finishes the settings, and before that
        // presses the button for the colour.
        QTimer::singleShot(500, settings.get(), &Settings::finish);
        QTimer::singleShot(20, settings.get(), &Settings::pickColour);
        settings->exec();
        QCoreApplication::quit();
    });
    return app.exec();
}
