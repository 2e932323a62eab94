// windows.cpp: see windows.h.
#include <qtnames/popups.h>
#include "windows.h"
#include "target.h"

#include <QAction>
#include <QGuiApplication>
#include <QMenu>
#include <QStringList>
#include <QWidget>
#include <QWindow>

#include <algorithm>
#include <utility>

namespace person {

namespace {

struct Which {
	int popup = 0; // place in the stack of popups from 1, 0 = none
	int nth = 1;   // of those alike in all else that are shown, the oldest first
	QString parents, menu, entries;

	bool isLike(const Which &o) const
	{
		return popup == o.popup && parents == o.parents && menu == o.menu && entries == o.entries;
	}
};

// "Class:name" of the parents, the window's first.
QString parentsOf(const QWidget *widget)
{
	QStringList names;
	for (const QWidget *p = widget->parentWidget(); p; p = p->parentWidget())
		names.prepend(nameOf(p));
	return names.join(QLatin1Char('/')).right(120);
}

// Of the texts of a menu's entries; the order counts.
QString entriesOf(const QMenu *menu)
{
	uint sum = 2166136261u; // FNV-1a
	for (const QAction *action : menu->actions())
		if (action->isVisible() && !action->isSeparator())
			for (QChar c : plain(action->text()) + QLatin1Char('\n'))
				sum = (sum ^ c.unicode()) * 16777619u;
	return QString::number(sum, 16);
}

Which describe(const QWindow *window)
{
	Which w;
	QWidget *widget = widgetOf(window);
	if (!widget)
		return w;
	w.popup = int(popups().indexOf(widget)) + 1;
	w.parents = parentsOf(widget);
	if (auto *menu = qobject_cast<QMenu *>(widget)) {
		w.menu = plain(menu->title());
		w.entries = entriesOf(menu);
	}
	return w;
}

QList<QWindow *> shown(const QString &name)
{
	QList<QWindow *> list;
	for (QWindow *w : QGuiApplication::topLevelWindows())
		if (w->isVisible() && nameOf(w) == name)
			list += w;
	return list;
}

QString word(const QString &text)
{
	return text.isEmpty() ? QStringLiteral("-") : QString::fromLatin1(text.toUtf8().toPercentEncoding(":/", "-"));
}

bool parse(const QString &line, Which *w)
{
	QStringList words = line.split(QLatin1Char(' '));
	auto text = [&](int i) {
		return words[i] == QLatin1String("-") ? QString() : QString::fromUtf8(QByteArray::fromPercentEncoding(words[i].toLatin1()));
	};
	if (words.size() != 5)
		return false;
	*w = { words[0].toInt(), words[1].toInt(), text(2), text(3), text(4) };
	return true;
}

// May it be the same popup? A menu keeps its title, mostly its entries, and whose it is.
bool maybe(const Which &wanted, const Which &w)
{
	if (wanted.menu != w.menu)
		return wanted.parents == w.parents && wanted.entries == w.entries;
	return wanted.parents == w.parents || wanted.entries == w.entries;
}

QStringList wordsOf(const QString &title)
{
	QString letters;
	for (QChar c : title)
		letters += c.isLetter() ? c.toLower() : QLatin1Char(' ');
	return letters.simplified().split(QLatin1Char(' '));
}

// What a title says may differ by what was not delivered yet: a count, a size, the mark of unsaved changes.
int titleLikeness(const QString &wanted, const QString &title)
{
	if (plain(title) == plain(wanted))
		return 64;
	QStringList words = wordsOf(title), these = wordsOf(wanted);
	if (words == these)
		return 48;
	auto common = std::count_if(these.begin(), these.end(), [&](const QString &w) { return words.contains(w); });
	return int(3 * common / these.size());
}

// How much speaks for it.
int likeness(const Which &wanted, const Which &w, int titled)
{
	return titled + (wanted.menu == w.menu ? 32 : 0) + (wanted.parents == w.parents ? 16 : 0) +
	       (wanted.popup == w.popup ? 8 : 0) + (wanted.entries == w.entries ? 4 : 0);
}

} // namespace

QList<QWidget *> popups()
{
	return open_popups();
}

QString whichOf(const QWindow *window)
{
	Which w = describe(window);
	for (QWindow *other : shown(nameOf(window))) {
		if (other == window)
			break;
		if (other->title() == window->title() && describe(other).isLike(w))
			w.nth++;
	}
	QString rest = QLatin1Char(' ') + word(w.parents) + QLatin1Char(' ') + word(w.menu) + QLatin1Char(' ') + word(w.entries);
	return QString::number(w.popup) + QLatin1Char(' ') + QString::number(w.nth) + rest;
}

QList<QWindow *> windowsLike(const Wanted &wanted)
{
	Which which;
	bool known = parse(wanted.which, &which);
	struct Candidate {
		QWindow *window;
		Which which;
		int score;
	};
	QList<Candidate> list;
	for (QWindow *w : shown(wanted.name)) {
		Which there = describe(w);
		int titled = titleLikeness(wanted.title, w->title());
		if (known && (which.popup > 0) != (there.popup > 0))
			continue;
		if (known && which.popup > 0 && !maybe(which, there))
			continue;
		list += { w, there, known ? likeness(which, there, titled) : titled };
	}
	// Of those alike the nth, or else the newest.
	QList<QWindow *> out;
	std::reverse(list.begin(), list.end());
	std::stable_sort(list.begin(), list.end(), [](const Candidate &a, const Candidate &b) { return a.score > b.score; });
	for (const Candidate &c : std::as_const(list))
		out += c.window;
	if (known && !list.isEmpty()) {
		auto best = std::count_if(list.begin(), list.end(), [&](const Candidate &c) { return c.score == list.first().score; });
		if (which.nth >= 1 && which.nth <= best)
			out.move(int(best) - which.nth, 0);
	}
	return out;
}

} // namespace person
