// inputs: what a person does to a window of widgets, said in the file that the argument names: a field that tells of an
// input method's words and of typed ones, and a pad that tells of the mouse, the wheel and the touchpad.
#include "says.h"

class Field : public QLineEdit
{
public:
	Field()
	{
		setObjectName("field");
		connect(this, &QLineEdit::textChanged, [](const QString &text) { say("text " + text); });
	}

private:
	void inputMethodEvent(QInputMethodEvent *event) override
	{
		if (event->preeditString() != preedit) // Wayland's input method clears it once more as the window goes
			say("preedit " + event->preeditString());
		preedit = event->preeditString();
		QLineEdit::inputMethodEvent(event);
	}

	QString preedit;
};

class Pad : public QWidget
{
public:
	Pad()
	{
		setMinimumSize(300, 200);
		setFocusPolicy(Qt::NoFocus);
	}

private:
	void mousePressEvent(QMouseEvent *event) override { say(event->button() == Qt::RightButton ? "right press" : "press"); }
	void mouseReleaseEvent(QMouseEvent *event) override { say(event->button() == Qt::RightButton ? "right release" : "release"); }
	void mouseDoubleClickEvent(QMouseEvent *) override { say("double"); }
	void wheelEvent(QWheelEvent *event) override
	{
		say(QString("wheel %1, %2 pixels").arg(event->angleDelta().y()).arg(event->pixelDelta().y()));
	}
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	open_said(argc, argv);
	QWidget window;
	auto *layout = new QVBoxLayout(&window);
	auto *field = new Field;
	layout->addWidget(field);
	layout->addWidget(new Pad);
	QObject::connect(new QShortcut(QKeySequence("Ctrl+B"), &window), &QShortcut::activated, [] { say("shortcut"); });
	field->setFocus();
	window.show();
	int code = app.exec();
	say("end");
	return code;
}
