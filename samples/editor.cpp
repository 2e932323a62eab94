// editor: an editor with all that a person can do to a window: a menu bar, a context
// menu, a dialog with fields (one of them a password's), a list to scroll, a slider
// to drag, text to select, a question when it is closed. It has no race: it is there
// for what is recorded of its session (editor.session) to be played again.
//
// What happened to it is appended to the file that it is called with, in one piece
// when it ends: two runs that were treated alike leave the same lines.
#include <QApplication>
#include <QCloseEvent>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFile>
#include <QFormLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSlider>
#include <QVBoxLayout>

static QByteArray diary;

static void note(const QString &line)
{
	diary += line.toUtf8() + '\n';
}

class Editor : public QMainWindow
{
public:
	Editor()
	{
		setWindowTitle("Editor");
		auto *middle = new QWidget(this);
		auto *column = new QVBoxLayout(middle);
		for (QWidget *part : std::initializer_list<QWidget *>{ text, list, zoom })
			column->addWidget(part);
		setCentralWidget(middle);
		fillMenus();
		text->setObjectName("text");
		text->setContextMenuPolicy(Qt::CustomContextMenu);
		connect(text, &QWidget::customContextMenuRequested, this, &Editor::contextMenu);
		for (int i = 0; i < 50; i++)
			list->addItem(QString("Chapter %1").arg(i));
		connect(list, &QListWidget::itemDoubleClicked, [](QListWidgetItem *item) { note("opened " + item->text()); });
		zoom->setRange(0, 10);
		connect(zoom, &QSlider::sliderReleased, [this] { note(QString("zoom %1").arg(zoom->value())); });
		connect(list->verticalScrollBar(), &QScrollBar::valueChanged,
		        [](int value) { note(QString("scrolled to %1").arg(value)); });
	}

protected:
	void closeEvent(QCloseEvent *event) override
	{
		QMessageBox box(QMessageBox::Question, "Close", "Close without saving?",
		                QMessageBox::Discard | QMessageBox::Cancel, this);
		bool leave = box.exec() == QMessageBox::Discard;
		note(QString(leave ? "closed" : "stays open") + " with: " + text->toPlainText());
		event->setAccepted(leave);
	}

private:
	void fillMenus()
	{
		QMenu *file = menuBar()->addMenu("&File");
		file->addAction("&Properties…", this, [this] { properties(); });
		QMenu *exported = file->addMenu("&Export");
		for (const char *format : { "PDF", "HTML" })
			exported->addAction(format, this, [format] { note(QString("exported as ") + format); });
		QAction *count = file->addAction("&Count", this, [this] { note(QString("length %1").arg(text->toPlainText().size())); });
		count->setShortcut(QKeySequence("Ctrl+J"));
		count->setShortcutContext(Qt::ApplicationShortcut);
	}

	void properties()
	{
		QDialog dialog(this);
		dialog.setWindowTitle("Properties");
		auto *form = new QFormLayout(&dialog);
		auto *author = new QLineEdit(&dialog), *password = new QLineEdit(&dialog);
		author->setObjectName("author");
		password->setEchoMode(QLineEdit::Password);
		auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, &dialog);
		form->addRow("Author", author);
		form->addRow("Password", password);
		form->addRow(buttons);
		connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
		connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
		bool kept = dialog.exec() == QDialog::Accepted;
		note(QString("author %1, a password of %2 characters, %3")
		         .arg(author->text()).arg(password->text().size()).arg(kept ? "kept" : "not kept"));
	}

	void contextMenu(const QPoint &at)
	{
		QMenu menu;
		QAction *date = menu.addAction("Insert &Date"), *upper = menu.addAction("&Upper Case");
		QAction *chosen = menu.exec(text->mapToGlobal(at));
		note("context menu: " + (chosen ? chosen->text() : QString("nothing")));
		if (chosen == date)
			text->insertPlainText("1 May");
		else if (chosen == upper)
			text->setPlainText(text->toPlainText().toUpper());
	}

	QPlainTextEdit *text = new QPlainTextEdit;
	QListWidget *list = new QListWidget;
	QSlider *zoom = new QSlider(Qt::Horizontal);
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	Editor editor;
	editor.resize(400, 300);
	editor.show();
	int status = app.exec();
	QFile file(argc > 1 ? QString::fromLocal8Bit(argv[1]) : QString());
	if (argc > 1 && file.open(QIODevice::Append | QIODevice::Unbuffered))
		file.write(diary + "end\n");
	return status;
}
