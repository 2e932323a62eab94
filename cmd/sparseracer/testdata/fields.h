// fields.h: a window of fields, one below the other.
#include "says.h"

// A field that tests find by its name, and that the program's own code paints nothing on.
class Field : public QLabel
{
public:
	Field(const char *text, QSize least) : QLabel(text)
	{
		setObjectName(QString(text).toLower());
		setMinimumSize(least);
	}

private:
	void mousePressEvent(QMouseEvent *) override { say("a mouse on the " + objectName()); }
};

static QPushButton *new_button()
{
	auto *button = new QPushButton("Go on");
	QObject::connect(button, &QPushButton::clicked, [] { say("the button was clicked"); });
	return button;
}

// run shows a window of what `fields` makes, one below the other, until it is closed.
static int run(int argc, char **argv, QList<QWidget *> (*fields)())
{
	QApplication app(argc, argv);
	open_said(argc, argv);
	QWidget window;
	auto *layout = new QVBoxLayout(&window);
	for (QWidget *w : fields())
		layout->addWidget(w);
	window.show();
	int code = app.exec();
	say("end");
	return code;
}
