// state.cpp: see state.h.
#include "state.h"

#include "choices.h"
#include "hand.h"
#include "input.h"
#include "items.h"

#include <players/outside.h>
#include <scene/scene.h>

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QThread>
#include <QWidget>
#include <QWindow>
#include <private/qguiapplication_p.h>

#include <algorithm>

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

namespace session {

namespace {

bool takesInput(QWindow *w)
{
	return w->isVisible() && (w->type() == Qt::Window || w->type() == Qt::Dialog) &&
	       !QGuiApplicationPrivate::instance()->isWindowBlocked(w);
}

template <typename W> void sort(QList<W *> *list)
{
	std::sort(list->begin(), list->end(), [](W *a, W *b) {
		return std::make_pair(classOf(a), nameOf(a)) < std::make_pair(classOf(b), nameOf(b));
	});
}

// What the program waits for or watches, and what comes over all programs. Ending them ends a drag's loop, after which the
// release makes Qt itself crash (QBasicDrag looks at the drag that is no more): it says nothing of the program.
QStringList fromOutside(bool endings)
{
	QStringList list;
	if (hasProcesses())
		list += "outside processes";
	if (hasConnections())
		list += "outside connections";
	if (hasFiles())
		list << "outside files" << "outside removals";
	if (endings && handlesTerm())
		list += "outside terminate";
	if (endings && handlesHangUp())
		list += "outside hangup";
	list << "outside hour" << "outside theme";
	if (endings)
		list << "closeall" << "quit";
	return list;
}

// The steps that could be played now beside those of the script.
QStringList couldCome()
{
	enum { BUTTONS = 12, SHORTCUTS = 12 };
	QStringList list, buttons, shortcuts;
	for (QWidget *w : windowsBehind()) {
		list += "closewindow " + classOf(w) + ' ' + plain(nameOf(w));
		for (QAbstractButton *b : w->findChildren<QAbstractButton *>())
			if (b->isVisible() && b->isEnabled() && !b->text().isEmpty())
				buttons += "elsewhere " + classOf(b) + ' ' + plain(b->text().remove('&'));
		for (const QAction *a : w->findChildren<QAction *>())
			if (a->isEnabled() && a->isVisible() && a->shortcut().count() == 1)
				shortcuts += "shortcut " + classOf(w) + ' ' + plain(a->shortcut().toString(QKeySequence::PortableText));
	}
	for (QWindow *w : scenesBehind()) {
		list += "closewindow " + classOf(w) + ' ' + plain(nameOf(w));
		buttons += elsewhereInItems(w);
	}
	buttons.removeDuplicates();
	list += buttons.mid(0, BUTTONS);
	shortcuts.removeDuplicates();
	return list + shortcuts.mid(0, SHORTCUTS) + fromOutside(true);
}

int stateFile()
{
	QByteArray path = qgetenv("SESSION_STATE");
	return path.isEmpty() ? -1 : open(path.constData(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

void write(const QStringList &fields)
{
	static const int file = stateFile();
	QByteArray bytes = fields.join('\t').toUtf8() + '\n';
	if (file >= 0 && ::write(file, bytes.constData(), size_t(bytes.size())) < 0)
		perror("session: SESSION_STATE");
}

} // namespace

// Qt does not count what processEvents turns; the hooks do.
int loops()
{
	static auto *of = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "sparseqt_loops"));
	return of ? of() : QThread::currentThread()->loopLevel();
}

QString nameOf(const QWidget *window)
{
	return window->objectName().isEmpty() ? window->windowTitle() : window->objectName();
}

QString nameOf(const QWindow *window)
{
	return window->objectName().isEmpty() ? window->title() : window->objectName();
}

QString classOf(const QObject *o)
{
	return scene::classOf(o);
}

QList<QWindow *> scenesBehind()
{
	QWindow *first = front();
	QList<QWindow *> list;
	for (QWindow *w : QGuiApplication::topLevelWindows())
		if (w != first && scene::isScene(w) && takesInput(w))
			list += w;
	sort(&list);
	return list;
}

QList<QWidget *> windowsBehind()
{
	QWidget *first = frontWidget();
	QList<QWidget *> list;
	for (QWidget *w : QApplication::topLevelWidgets())
		if (w != first && w->windowHandle() && takesInput(w->windowHandle()))
			list += w;
	sort(&list);
	return list;
}

void writeState(int line, int act, bool choose)
{
	if (!qEnvironmentVariableIsSet("SESSION_STATE"))
		return;
	QWidget *w = frontWidget();
	QWindow *window = w ? nullptr : front();
	QString cls = w ? classOf(w) : window ? classOf(window) : QString(), name = w ? nameOf(w) : window ? nameOf(window) : QString();
	QStringList fields { QString::number(line), QString::number(act), QString::number(loops()), cls, plain(name), couldCome().join(';') };
	if (choose)
		fields += choices().join(';');
	write(fields);
}

void writeDragState(int line)
{
	QWindow *from = windowOfHand(); // in front is what is carried
	QString name = from ? nameOf(from) : QString();
	for (QWidget *w : QApplication::topLevelWidgets())
		if (from && w->windowHandle() == from)
			name = nameOf(w);
	write({ QString::number(line), "1", QString::number(loops()), "QDrag", plain(name), fromOutside(false).join(';') });
}

} // namespace session
