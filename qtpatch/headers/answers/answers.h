/* answers.h: the buttons by which a person goes on with what a dialog asks about, the
 * likeliest one first; docs/schedules.md, *Questions at the close*, has the order and why.
 *
 * A heuristic: what a button does is only known once it was clicked. It is right or wrong
 * about what is tried next, never about what a run shows: a person can click each of them.
 * The rules it keeps: Cancel, Abort and whatever else is there to stay are never among them, nor
 * is what saves, by its kind, its icon's name or its English text: files stay as they are. No code
 * of the program is called. */
#pragma once
#include <QAbstractButton>
#include <QDialogButtonBox>
#include <QIcon>
#include <QList>
#include <QWidget>

inline bool saves(const QAbstractButton *button)
{
	return button->icon().name().startsWith(QLatin1String("document-save")) ||
	       button->text().remove(QLatin1Char('&')).startsWith(QLatin1String("Save"));
}

/* Where a button comes, 0: nowhere. `stays`: there is another one to stay. */
inline int goes_on_rank(const QDialogButtonBox *box, QAbstractButton *button, bool stays)
{
	switch (box->standardButton(button)) {
	case QDialogButtonBox::Discard:
		return 1;
	case QDialogButtonBox::Close: /* Qt has it as one that rejects */
		return 3;
	case QDialogButtonBox::Save:
	case QDialogButtonBox::SaveAll:
	case QDialogButtonBox::Open:
	case QDialogButtonBox::Retry:
		return 0;
	default:
		break;
	}
	switch (box->buttonRole(button)) {
	case QDialogButtonBox::DestructiveRole:
		return 1;
	case QDialogButtonBox::NoRole: /* "Save?" beside Cancel; "Really quit?" alone */
		return stays ? 2 : 6;
	case QDialogButtonBox::YesRole:
		return 4;
	case QDialogButtonBox::AcceptRole:
		return 5;
	default:
		return 0;
	}
}

inline QList<QAbstractButton *> going_on(const QWidget *window)
{
	QList<QAbstractButton *> ranked[7], all;
	for (const QDialogButtonBox *box : window->findChildren<QDialogButtonBox *>()) {
		bool stays = false;
		if (!box->isVisible() || box->window() != window)
			continue;
		for (QAbstractButton *button : box->buttons())
			stays |= button->isVisible() && box->buttonRole(button) == QDialogButtonBox::RejectRole &&
				 box->standardButton(button) != QDialogButtonBox::Close;
		for (QAbstractButton *button : box->buttons())
			if (button->isVisible() && button->isEnabled() && !saves(button))
				ranked[goes_on_rank(box, button, stays)] += button;
	}
	for (int rank = 1; rank < 7; rank++)
		if (rank == 1 || ranked[1].isEmpty()) /* what discards is enough */
			all += ranked[rank];
	return all;
}
