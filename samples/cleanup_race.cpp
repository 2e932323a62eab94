// cleanup_race: a cleanup runs a program, and its end loads the list anew. A message box about
// the current entry can be open then.
//
// The race: describe uses the entry once more when its box is closed; the end of the program
// frees the entries. In the session the box is closed long before the program has ended
// (cleanup_race.session).
//
// With MENDED: describe asks for the current entry again when its box is closed.

#include <QApplication>
#include <QMainWindow>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QVBoxLayout>

struct Entry {
	int described = 0;
};

class Window : public QMainWindow
{
public:
	Window()
	{
		auto *buttons = new QWidget;
		auto *rows = new QVBoxLayout(buttons);
		auto *clean = new QPushButton("Clean");
		auto *about = new QPushButton("About");
		rows->addWidget(clean);
		rows->addWidget(about);
		setCentralWidget(buttons);
		connect(clean, &QPushButton::clicked, this, [this] { program.start("/bin/sleep", {"1.5"}); });
		connect(about, &QPushButton::clicked, this, [this] { describe(); });
		connect(&program, QOverload<int, QProcess::ExitStatus>::of(&QProcess::finished), this, [this] { load(); });
	}
	~Window() override
	{
		program.disconnect(this); // its own end waits for the program's
		delete entry;
	}

private:
	void describe()
	{
		Entry *current = entry;
		QMessageBox box(QMessageBox::Information, "Entry", "One entry", QMessageBox::Ok, this);
		box.exec();
#ifdef MENDED
		current = entry;
#endif
		current->described++;
	}

	void load()
	{
		delete entry;
		entry = nullptr;
		entry = new Entry;
	}

	QProcess program;
	Entry *entry = new Entry;
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	auto *window = new Window;
	window->show();
	int code = app.exec();
	delete window;
	return code;
}
