// answer.cpp: see answer.h.
#include <answers/answers.h>
#include "answer.h"

#include "input.h"

#include <QApplication>
#include <QPointer>
#include <QWidget>

namespace session {

namespace {

QList<QPointer<QWidget>> before;

} // namespace

void rememberModals()
{
	before.clear();
	for (QWidget *w : QApplication::topLevelWidgets())
		if (w->isVisible() && w->isModal())
			before += w;
}

bool answerNew()
{
	QWidget *modal = QApplication::activeModalWidget(), *window = modal ? modal->window() : nullptr;
	if (!window || !window->windowHandle() || QApplication::activePopupWidget() || before.contains(QPointer<QWidget>(window)))
		return false;
	QList<QAbstractButton *> buttons = going_on(window);
	if (buttons.isEmpty())
		return false;
	clickAt(window->windowHandle(), buttons.first()->mapTo(window, buttons.first()->rect().center()), Qt::LeftButton);
	return true;
}

} // namespace session
