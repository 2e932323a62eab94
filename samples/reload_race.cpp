// reload_race: an editor whose document is loaded anew when its file changes,
// with a dialog that shows the document's properties.
//
// The race: editProperties keeps the document across the dialog's nested event
// loop; when the file changes while the dialog is up, the document is another
// one. In the session played here the file changes long after the dialog.
//
// With MENDED: what the dialog was about is the editor's document of then, whichever
// that is.

#include <QApplication>
#include <QDialog>
#include <QTimer>
#include <QWidget>

#include <memory>

struct Document {
    Document();
    ~Document();
    int revision = 0;
};

Document::Document() { }

Document::~Document()
{
    revision = -1;
}

class Editor : public QWidget {
public:
    ~Editor() override { delete m_document; }
    void editProperties();
    void fileChanged();

private:
    Document *m_document = new Document;
};

void Editor::editProperties()
{
#ifndef MENDED
    Document *document = m_document;
#endif
    QDialog dialog(this);
    // Stands for the person who presses OK.
    QTimer::singleShot(60, &dialog, &QDialog::accept);
    if (dialog.exec() == QDialog::Accepted)
#ifdef MENDED
        m_document->revision++;
#else
        document->revision++;
#endif
}

void Editor::fileChanged()
{
    Document *old = m_document;
    m_document = new Document;
    delete old;
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    const auto editor = std::make_unique<Editor>();
    editor->show();
    // Stands for the watcher that sees the file change.
    QTimer::singleShot(500, editor.get(), &Editor::fileChanged);
    QTimer::singleShot(20, editor.get(), &Editor::editProperties);
    QTimer::singleShot(900, &app, &QCoreApplication::quit);
    return app.exec();
}
