// quit_race: a project is renamed in a dialog, and is marked as being edited meanwhile. When
// its window is closed the project is stored and freed. In harmless use the dialog is left
// first: it keeps everybody from the window and its menu. The end of the desktop's session, or
// of the program (QApplication::closeAllWindows; from Qt 6 on quit() as well), does not ask:
// it closes the dialog and then the window, before the dialog's loop is left.
//
// With MENDED: rename shares the project with the window, so it lives as long as both need it.
#include <QApplication>
#include <QCloseEvent>
#include <QInputDialog>
#include <QMainWindow>
#include <QMenuBar>
#include <QPushButton>
#include <QTemporaryFile>

#include <memory>

struct Project {
	QString name = "Untitled";
	int renamed = 0;
	bool edited = false;

	QByteArray stored() const { return name.toUtf8() + (edited ? ", unfinished\n" : "\n"); }
};

class Window : public QMainWindow
{
public:
	Window()
	{
		auto *button = new QPushButton("&Rename");
		setCentralWidget(button);
		connect(button, &QPushButton::clicked, this, &Window::rename);
		menuBar()->addMenu("&File")->addAction("&Quit", qApp, &QApplication::closeAllWindows);
	}

protected:
	void closeEvent(QCloseEvent *event) override
	{
		QTemporaryFile file;
		if (project && file.open())
			file.write(project->stored());
		project.reset();
		event->accept();
	}

private:
	void rename()
	{
#ifdef MENDED
		std::shared_ptr<Project> current = project;
#else
		Project *current = project.get();
#endif
		current->edited = true;
		QString name = QInputDialog::getText(this, "Rename", "&Name:", QLineEdit::Normal, current->name);
		current->edited = false;
		if (name.isEmpty())
			return;
		current->name = name;
		current->renamed++;
		setWindowTitle(name);
	}

	std::shared_ptr<Project> project = std::make_shared<Project>();
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	Window window;
	window.resize(300, 200);
	window.show();
	return app.exec();
}
