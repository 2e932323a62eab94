// asks: a text's menu uses the text after its loop, and a window's close takes the text along,
// once what it asks is answered. The argument says what that is: "stays", a box by which one can
// only stay; "typed", the same once a letter was typed; "once", a box with Yes and No; "twice",
// two boxes, and the button of the first one that is tried first, No, keeps the window. Nothing
// is asked once the text was saved, as the session does.
#include <QApplication>
#include <QCloseEvent>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMainWindow>
#include <QMenu>
#include <QMessageBox>

class Text : public QWidget
{
public:
	explicit Text(QWidget *parent) : QWidget(parent) { setFocusPolicy(Qt::StrongFocus); }
	bool saved = false, typed = false;

protected:
	void keyPressEvent(QKeyEvent *e) override
	{
		saved = saved || e->matches(QKeySequence::Save);
		typed = typed || e->text() == "a";
	}

	void contextMenuEvent(QContextMenuEvent *e) override
	{
		QMenu menu;
		menu.addAction("Copy");
		menu.exec(e->globalPos());
		looked++;
	}

private:
	int looked = 0;
};

class Window : public QMainWindow
{
public:
	explicit Window(const QString &how) : how(how), text(new Text(this)) { setCentralWidget(text); }

protected:
	void closeEvent(QCloseEvent *e) override
	{
		if (text->saved || maySoClose())
			drop();
		else
			e->ignore();
	}

private:
	bool maySoClose()
	{
		if (how == "typed" && !text->typed)
			return true;
		if (how == "stays" || how == "typed") {
			QMessageBox::critical(this, "Busy", "The text is\x1b[2J being printed.", QMessageBox::Cancel);
			return false;
		}
		if (how == "twice" && QMessageBox::question(this, "Pages", "Close all pages, or this one?", QMessageBox::Yes | QMessageBox::No | QMessageBox::Cancel) != QMessageBox::Yes)
			return false;
		return QMessageBox::question(this, "Sure", "Really?", QMessageBox::Yes | QMessageBox::No) == QMessageBox::Yes;
	}

	void drop()
	{
		delete text;
		text = nullptr;
	}

	QString how;
	Text *text;
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	auto *window = new Window(argc > 1 ? argv[1] : "");
	window->resize(300, 200);
	window->show();
	int code = app.exec();
	delete window;
	return code;
}
