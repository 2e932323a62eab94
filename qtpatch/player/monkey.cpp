// monkey.cpp: see monkey.h.
#include "monkey.h"

#include "input.h"

#include <QWindow>

namespace session {

enum { DRAWS = 4 }; // of each act

void Monkey::skip(int acts)
{
	random.discard(static_cast<unsigned long long>(acts) * DRAWS);
}

void Monkey::act()
{
	static const char *const keys[] = {
		"Tab", "Shift+Tab", "Escape", "Return", "Space", "Up", "Down", "Left", "Right", "Home", "End",
		"PgUp", "PgDown", "F10", "Menu", "Ctrl+F", "Ctrl+O", "Ctrl+P", "Ctrl+G", "Ctrl+Z", "Ctrl+A",
		"Ctrl+Shift+N", "Ctrl+Shift+T", "Ctrl+Shift+F", "Ctrl+Shift+,", "Ctrl+,", "F7", "F6",
	};
	// Drawn before anything is looked at: each act takes the same numbers from the generator.
	unsigned kind = below(100), x = below(1000), y = below(1000), which = below(1000);
	QWindow *w = front();
	if (!w)
		return;
	QPoint at(int(x) * w->width() / 1000, int(y) * w->height() / 1000);
	if (kind < 45)
		clickAt(w, at, Qt::LeftButton);
	else if (kind < 55)
		clickAt(w, at, Qt::RightButton);
	else if (kind < 60)
		wheelAt(w, at, which % 2 ? 1 : -1);
	else if (kind < 75)
		sendText(QString(QChar('a' + int(which % 26))));
	else if (kind < 82)
		sendKey("Escape"); // or it would stay in the first dialog it opens
	else
		sendKey(keys[which % (sizeof keys / sizeof *keys)]);
}

} // namespace session
