// close_race: a text in a window of its own, and a panel beside it that replaces words of
// that text. The panel asks first, in a question that blocks the panel alone. In harmless use
// the question is answered while the text is open, and the windows are closed afterwards. When
// the window manager closes the text's window while the question waits, the text is deleted
// (WA_DeleteOnClose), and the panel replaces words of what is gone.
//
// With MENDED: the panel asks for the text again when the question was answered.
#include <QApplication>
#include <QLineEdit>
#include <QMainWindow>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QVBoxLayout>

class Text : public QMainWindow
{
public:
	explicit Text(const QString &words)
	{
		setWindowTitle("Text");
		setAttribute(Qt::WA_DeleteOnClose);
		setCentralWidget(edit);
		edit->setPlainText(words);
	}

	void replace(const QString &from, const QString &to)
	{
		replaced += edit->toPlainText().count(from);
		edit->setPlainText(edit->toPlainText().replace(from, to));
		setWindowTitle(QString("Text, %1 replaced").arg(replaced));
	}

private:
	QPlainTextEdit *edit = new QPlainTextEdit;
	int replaced = 0;
};

class Panel : public QWidget
{
public:
	explicit Panel(Text *shown) : text(shown)
	{
		setWindowTitle("Replace");
		auto *column = new QVBoxLayout(this);
		auto *all = new QPushButton("Replace &All");
		for (QWidget *part : std::initializer_list<QWidget *>{ from, to, all })
			column->addWidget(part);
		connect(all, &QPushButton::clicked, this, &Panel::replaceAll);
	}

private:
	void replaceAll()
	{
		Text *current = text;
		if (!current)
			return;
		QMessageBox box(QMessageBox::Question, "Replace", "Replace all of them?",
		                QMessageBox::Yes | QMessageBox::No, this);
		box.setWindowModality(Qt::WindowModal);
		bool wanted = box.exec() == QMessageBox::Yes;
#ifdef MENDED
		current = text;
		wanted = wanted && current;
#endif
		if (wanted)
			current->replace(from->text(), to->text());
	}

	QPointer<Text> text;
	QLineEdit *from = new QLineEdit("night"), *to = new QLineEdit("day");
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	auto *text = new Text("It was night, and the night was long.");
	text->resize(300, 200);
	text->show();
	Panel panel(text);
	panel.show();
	return app.exec();
}
