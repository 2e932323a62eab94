// pointer_race.cpp: an editor asks whether to keep a text and counts the answers.
// The question's event loop runs while the editor's window may be closed, which
// deletes the editor. Nothing happens as long as the question is answered first.
//
// With MENDED: a QPointer tells whether the editor is still there.
#include <QApplication>
#include <QLabel>
#include <QMainWindow>
#include <QMessageBox>
#include <QPointer>
#include <QTimer>

class Editor : public QMainWindow {
public:
	Editor();
	~Editor() override { m_answers = 0; }
	void keep();

private:
	int m_answers = 0;
	QLabel *m_text = new QLabel(QStringLiteral("text"));
};

Editor::Editor()
{
	setObjectName(QStringLiteral("editor"));
	setAttribute(Qt::WA_DeleteOnClose);
	setCentralWidget(m_text);
}

void Editor::keep()
{
#ifdef MENDED
	QPointer<Editor> self(this);
#endif
	// Stands for whoever closes the window some time after this.
	QTimer::singleShot(1200, Qt::CoarseTimer, this, &QWidget::close);
	QPointer<QMessageBox> box = new QMessageBox(QMessageBox::Question, QStringLiteral("Editor"),
						    QStringLiteral("Keep the text?"), QMessageBox::Ok, this);
	box->setObjectName(QStringLiteral("question"));
	// Stands for the person who answers.
	QTimer::singleShot(100, box.data(), &QDialog::accept);
	box->exec();
	delete box.data();
#ifdef MENDED
	if (!self)
		return;
#endif
	m_answers++;
	m_text->setText(QStringLiteral("kept"));
}

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	Editor *editor = new Editor;
	editor->show();
	QTimer::singleShot(20, editor, &Editor::keep);
	return app.exec();
}
