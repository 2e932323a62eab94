// compose.cpp: see compose.h.
#include "compose.h"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QPointer>
#include <QTextCharFormat>
#include <QWindow>
#include <qpa/qwindowsysteminterface.h>
#include <qpa/qwindowsysteminterface_p.h>

namespace compose {

namespace {

using Queue = QWindowSystemInterface;

// Characters that Unicode keeps for a program's own use inside: no text has them.
const QChar begins(0xfdd0), parts(0xfdd1);

bool unpack(QEvent::Type type, int key, const QString &text, Words *words)
{
	int at = int(text.indexOf(parts));
	if (type != QEvent::KeyRelease || key != Qt::Key_unknown || !text.startsWith(begins) || at < 0)
		return false;
	*words = { text.mid(1, at - 1), text.mid(at + 1) };
	return true;
}

bool takesWords(QObject *object)
{
	QInputMethodQueryEvent asks(Qt::ImEnabled);
	return object && QCoreApplication::sendEvent(object, &asks) && asks.value(Qt::ImEnabled).toBool();
}

// What is not written yet is underlined, with the cursor behind it.
void give(QObject *object, const Words &words)
{
	using Attribute = QInputMethodEvent::Attribute;
	QList<Attribute> how;
	int n = int(words.preedit.size());
	QTextCharFormat line;
	line.setFontUnderline(true);
	if (n)
		how << Attribute(QInputMethodEvent::TextFormat, 0, n, line) << Attribute(QInputMethodEvent::Cursor, n, 1, QVariant());
	QInputMethodEvent event(words.preedit, how);
	event.setCommitString(words.commit);
	QCoreApplication::sendEvent(object, &event);
}

class Method : public QObject
{
	bool eventFilter(QObject *, QEvent *event) override
	{
		Words words;
		auto *key = static_cast<QKeyEvent *>(event);
		if (event->type() != QEvent::KeyRelease || !unpack(event->type(), key->key(), key->text(), &words))
			return false;
		QPointer<QObject> focus = QGuiApplication::focusObject();
		if (takesWords(focus) && focus)
			give(focus, words);
		return true;
	}
};

} // namespace

bool isAwaited()
{
	return takesWords(QGuiApplication::focusObject());
}

void send(QWindow *w, const Words &words, const unsigned long *ms)
{
	static auto *method = new Method; // stays to the program's end
	qApp->installEventFilter(method); // before those that the program has installed by now
	QString text = begins + words.preedit + parts + words.commit;
	if (ms)
		Queue::handleKeyEvent<Queue::AsynchronousDelivery>(w, *ms, QEvent::KeyRelease, Qt::Key_unknown, Qt::NoModifier, text);
	else
		Queue::handleKeyEvent<Queue::AsynchronousDelivery>(w, QEvent::KeyRelease, Qt::Key_unknown, Qt::NoModifier, text);
}

bool read(const void *event, Words *words)
{
	auto *e = static_cast<const QWindowSystemInterfacePrivate::KeyEvent *>(event);
	return unpack(e->keyType, e->key, e->unicode, words);
}

} // namespace compose
