// windows.h: the window that an input goes to, told from others of its class and name.
//
// All menus are of one class and have no title. So a description also has the place in
// the stack of open popups, the parents, a menu's own title, what its entries are, and
// which of several alike it is. It is one line of words, percent-encoded:
// "POPUP NTH PARENTS MENU ENTRIES", "-" where there is none.
#ifndef SPARSEINPUT_WINDOWS_H
#define SPARSEINPUT_WINDOWS_H
#include <QList>
#include <QString>

class QWidget;
class QWindow;

namespace person {

// Open popups, the one with the keyboard last.
QList<QWidget *> popups();

QString whichOf(const QWindow *window);

// Visible windows that may be the one described, the likeliest first. Without a `which`
// (a recording of an older release) all of that name.
struct Wanted {
	QString name, title, which;
};
QList<QWindow *> windowsLike(const Wanted &wanted);

} // namespace person
#endif
