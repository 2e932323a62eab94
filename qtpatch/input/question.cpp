// question.cpp: the modal window in front, and how a person goes on with what asked there.
//
// The rules it keeps: it looks and does nothing; no code of the program is called, and no
// QObject is made, for later ones would have other labels. What a box says is shortened and put
// on one line.
#include <answers/answers.h>
#include "put.h"
#include "target.h"
#include "windows.h"
#include <loopcore/person.h>

#include <QApplication>
#include <QLabel>
#include <QMessageBox>
#include <QRegularExpression>
#include <QTextDocument>
#include <QWidget>
#include <QWindow>

#include <cstdio>

using namespace person;

namespace {

QString words(QString text)
{
	if (Qt::mightBeRichText(text))
		text.replace(QRegularExpression(QStringLiteral("<[^>]*>")), QStringLiteral(" "));
	return text.simplified();
}

// What it asks: a box's text, or what its labels say.
QString saidBy(const QWidget *window)
{
	if (auto *box = qobject_cast<const QMessageBox *>(window))
		return words(box->text());
	QStringList all;
	for (const QLabel *label : window->findChildren<QLabel *>())
		if (label->isVisible() && label->window() == window && !words(label->text()).isEmpty())
			all += words(label->text());
	return all.join(QLatin1String(" / "));
}

} // namespace

extern "C" __attribute__((visibility("default"))) bool person_question(person_question *q)
{
	if (!qobject_cast<QApplication *>(QCoreApplication::instance()) || QApplication::activePopupWidget())
		return false;
	QWidget *modal = QApplication::activeModalWidget(), *window = modal ? modal->window() : nullptr;
	QWindow *handle = window ? window->windowHandle() : nullptr;
	if (!handle || !handle->isVisible() || !handle->isExposed())
		return false;
	put(q->window, nameOf(handle));
	put(q->title, handle->title());
	put(q->which, whichOf(handle));
	put(q->says, saidBy(window));
	for (QAbstractButton *button : going_on(window)) {
		if (q->buttons == PERSON_BUTTONS)
			break;
		auto &b = q->button[q->buttons++];
		Target t = targetAt(handle, button->mapTo(window, button->rect().center()));
		put(b.target, pathOf(button));
		put(b.text, plain(button->text()));
		std::snprintf(b.at, sizeof(b.at), "500 500 %d %d 1 1 0 0 0", t.inWindow.x, t.inWindow.y);
	}
	return true;
}
