// touches: what a finger can touch. It says, in the file that the argument names, what came of it: a pad of the program's own
// that takes fingers and no mouse, a button and a row, for which Qt makes a mouse's click of it.
#include "fields.h"

class Pad : public Field
{
public:
	Pad() : Field("Pad", { 200, 60 }) { setAttribute(Qt::WA_AcceptTouchEvents); }

private:
	bool event(QEvent *event) override
	{
		if (event->type() != QEvent::TouchBegin && event->type() != QEvent::TouchEnd)
			return Field::event(event);
		say(event->type() == QEvent::TouchBegin ? "a finger came" : "a finger went");
		return true;
	}
};

static QListWidget *new_rows()
{
	auto *rows = new QListWidget;
	rows->addItems({ "one", "two" });
	QObject::connect(rows, &QListWidget::itemClicked, [](QListWidgetItem *item) { say("the row " + item->text() + " was clicked"); });
	return rows;
}

int main(int argc, char **argv)
{
	return run(argc, argv, []() -> QList<QWidget *> { return { new Pad, new_button(), new_rows() }; });
}
