// along_race: closing a window frees its document and its journal; a handler that waited
// in a question meanwhile goes on with both.
//
// The race: save uses the document after its loop. Run the other way round it writes into
// the journal first, which the same handler freed and which the harmless session never
// touches there. So the crash is an earlier symptom of the race.
//
// With MENDED: save asks whether the window was closed meanwhile.

#include <QApplication>
#include <QEventLoop>
#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <memory>

struct Journal {
    int lines = 0;
    void note() { lines++; }
};

struct Document {
    int saved = 0;
};

class Editor : public QWidget {
public:
    void save();
    void leave();

private:
    Journal *m_journal = new Journal;
    Document *m_document = new Document;
#ifdef MENDED
    bool m_left = false;
#endif
};

void Editor::save()
{
    QEventLoop question;
    // Stands for the person who answers.
    QTimer::singleShot(60, &question, &QEventLoop::quit);
    question.exec();
#ifdef MENDED
    if (m_left)
        return;
#endif
    if (isHidden()) // somebody put it away while it asked
        m_journal->note();
    m_document->saved++;
}

void Editor::leave()
{
#ifdef MENDED
    m_left = true;
#endif
    hide();
    delete m_journal;
    delete m_document;
    QCoreApplication::quit();
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    app.setQuitOnLastWindowClosed(false);
    const auto editor = std::make_unique<Editor>();
    editor->show();
    // Stands for the person who leaves.
    QTimer::singleShot(500, editor.get(), &Editor::leave);
    QTimer::singleShot(20, editor.get(), &Editor::save);
    return app.exec();
}
