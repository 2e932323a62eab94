// unsaved_race: a text's context menu waits, and counts on the text when it is over. The
// window's close takes the text along, but asks first if that was not saved. In the session
// it is before the window is closed, so nothing is asked. While the menu is open, it is not: a
// person who closes the window then clicks Discard.
//
// With MENDED: the text asks whether it has gone meanwhile.
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
	~Text() override { gone++; }
	bool isSaved() const { return saved; }

protected:
	void keyPressEvent(QKeyEvent *e) override
	{
		if (e->matches(QKeySequence::Save))
			saved = true;
	}

	void contextMenuEvent(QContextMenuEvent *e) override
	{
		QMenu menu;
		menu.addAction("Copy");
		menu.addAction("Paste");
#ifdef MENDED
		int before = gone;
		menu.exec(e->globalPos());
		if (gone != before)
			return;
#else
		menu.exec(e->globalPos());
#endif
		looked++;
	}

private:
	static int gone; // of all texts
	int looked = 0;
	bool saved = false;
};

int Text::gone = 0;

class Window : public QMainWindow
{
public:
	Window() : text(new Text(this))
	{
		setCentralWidget(text);
		resize(300, 200);
	}

protected:
	void closeEvent(QCloseEvent *e) override
	{
		if (!text->isSaved() && !mayDiscard())
			e->ignore();
		else
			drop();
	}

private:
	bool mayDiscard()
	{
		return QMessageBox::warning(this, "Unsaved", "The text was not saved. Save it?",
					    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel) == QMessageBox::Discard;
	}

	void drop()
	{
		delete text;
		text = nullptr;
	}

	Text *text;
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
