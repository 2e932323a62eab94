// tab_race: documents in the tabs of one window, and a second window that lists them and
// closes the current one, by its button or by Ctrl+W from everywhere. The author of a
// document is given in a dialog that blocks the first window alone. In harmless use the
// dialog is left, and no document is closed before the program ends. When the document is
// closed by the second window while the dialog waits, the handler gives the author to what is
// gone.
//
// With MENDED: the handler holds the document by a QPointer.
#include <QApplication>
#include <QInputDialog>
#include <QListWidget>
#include <QMainWindow>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QTabWidget>
#include <QVBoxLayout>

class Document : public QPlainTextEdit
{
public:
	QString author;
	int changes = 0;
};

class Window : public QMainWindow
{
public:
	Window()
	{
		setCentralWidget(tabs);
		for (const char *name : { "Letter", "Poem" })
			tabs->addTab(new Document, name);
		menuBar()->addMenu("&Document")->addAction("&Author…", this, &Window::askAuthor);
	}

	QTabWidget *tabs = new QTabWidget;

private:
	void askAuthor()
	{
#ifdef MENDED
		QPointer<Document> document = static_cast<Document *>(tabs->currentWidget());
#else
		auto *document = static_cast<Document *>(tabs->currentWidget());
#endif
		if (!document)
			return;
		QInputDialog dialog(this);
		dialog.setWindowModality(Qt::WindowModal);
		dialog.setLabelText("&Author:");
		if (dialog.exec() != QDialog::Accepted || !document)
			return;
		document->author = dialog.textValue();
		document->changes++;
	}
};

class Overview : public QWidget
{
public:
	explicit Overview(QTabWidget *tabs)
	{
		setAttribute(Qt::WA_QuitOnClose, false);
		auto *column = new QVBoxLayout(this);
		auto *list = new QListWidget;
		auto *shut = new QPushButton("&Close Document");
		column->addWidget(list);
		column->addWidget(shut);
		for (int i = 0; i < tabs->count(); i++)
			list->addItem(tabs->tabText(i));
		auto *close = new QAction("Close", this);
		close->setShortcut(QKeySequence("Ctrl+W"));
		close->setShortcutContext(Qt::ApplicationShortcut);
		addAction(close);
		connect(shut, &QPushButton::clicked, close, &QAction::trigger);
		connect(close, &QAction::triggered, this, [tabs, list] {
			delete list->takeItem(tabs->currentIndex());
			delete tabs->currentWidget();
		});
	}
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	Window window;
	Overview overview(window.tabs);
	overview.show();
	window.resize(300, 200);
	window.show();
	return app.exec();
}
