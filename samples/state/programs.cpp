// programs.cpp: see programs.h. What the answers do, and what is saved in the end.
#include "programs.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QSaveFile>
#include <QSettings>
#include <QTcpSocket>
#include <QTextStream>
#include <cstring>
#include <sqlite3.h>

quint16 port;

namespace {

QString home(const char *name) { return QString::fromLocal8Bit(qgetenv("HOME")) + QLatin1Char('/') + QLatin1String(name); }

void save(const char *name, const char *bytes, int n, QIODevice::OpenMode how = QIODevice::Truncate)
{
    QFile f(home(name));
    if (f.open(QIODevice::WriteOnly | how))
        f.write(bytes, n);
}

// Memory of their own: globals lie side by side.
char *token;
int *number;
struct Items { int used; char text[8]; };
Items *items;
struct Session { char cookie[16]; char request[16]; };
Session *session;
QFile *file;
QTextStream *stream;
QSettings *settings;
QTcpSocket *peer;

void makeToken() { token = new char('0'); }
void makeNumber() { number = new int(0); }
void makeItems() { items = new Items(); }
void makeSession() { session = new Session(); }

// The last answer's is saved.
void one() { *token = '1'; }
void two() { *token = '2'; }
void saveToken() { save("token", token, 1); }

// The same value twice.
void seven() { *token = '7'; }
void alsoSeven() { *token = '7'; }
// Beside the name of the home, in a form that nobody finds it in.
void saveTokenAndPlace()
{
    QFile f(home("place"));
    if (f.open(QIODevice::WriteOnly)) {
        QString place = home("place");
        f.write(reinterpret_cast<const char *>(place.utf16()), 2 * place.size());
    }
    saveToken();
}

// A progress that is shown, never saved.
volatile int shown;
void half() { *number = 50; shown = *number; }
void quarter() { *number = 25; shown = *number; }

// Sums, and bits of a set, are the same either way.
void addOne() { *number += 1; }
void addTwo() { *number += 2; }
void bitOne() { *number |= 1; }
void bitTwo() { *number |= 4; }
void saveNumber()
{
    char text[2] = {char('0' + *number % 10), '\n'};
    save("number", text, 2);
}

// A list is in another order.
void itemOne() { items->text[items->used++] = 'x'; items->text[items->used++] = ' '; }
void itemTwo() { items->text[items->used++] = 'y'; items->text[items->used++] = ' '; }
void saveItems() { save("items", items->text, items->used); }

// So are the lines of a log,
void logOne() { save("log", "one\n", 4, QIODevice::Append); }
void logTwo() { save("log", "two\n", 4, QIODevice::Append); }

// and what a file keeps until it is flushed,
void openFile()
{
    file = new QFile(home("buffered"));
    file->open(QIODevice::WriteOnly | QIODevice::Truncate);
}
void fileOne() { file->write("one\n", 4); }
void fileTwo() { file->write("two\n", 4); }
void closeFile() { file->close(); }

// or a stream.
void openStream()
{
    openFile();
    stream = new QTextStream(file);
}
void streamOne() { *stream << QLatin1String("line ") << 1 << '\n'; }
void streamTwo() { *stream << QLatin1String("line ") << 2 << '\n'; }
void closeStream()
{
    delete file; // which tells the stream before it closes
    delete stream;
}

// What is streamed in the end is the last answer's.
void makeTokenAndStream()
{
    makeToken();
    openStream();
}
void streamToken()
{
    *stream << "token=" << *token << '\n';
    closeStream();
}

// Both write the whole file.
void wholeOne() { save("whole", "one\n", 4); }
void wholeTwo() { save("whole", "two\n", 4); }

// A setting is changed by one and saved by the other one, who may come too early;
void widen() { *number = 640; }
void saveWidth()
{
    QFile f(home("width"));
    if (f.open(QIODevice::WriteOnly))
        f.write(QByteArray::number(*number));
}
// or one says that nothing is to be saved.
void unwanted() { *token = 0; }
void saveWanted()
{
    if (*token)
        save("draft", "text\n", 5);
}

// Settings of Qt: what is set in the end is the last answer's;
void setToken()
{
    QSettings s(home("app.conf"), QSettings::IniFormat);
    s.setValue(QStringLiteral("view/mode"), QString(QLatin1Char(*token)));
}
// keys of their own are none of the other's business;
void openSettings() { settings = new QSettings(home("app.conf"), QSettings::IniFormat); }
void setWidth() { settings->setValue(QStringLiteral("width"), 640); }
void setHeight() { settings->setValue(QStringLiteral("height"), 480); }
void closeSettings() { delete settings; }
// also when another object for the file writes what the first one left for it;
void setWidthAndLook()
{
    setWidth();
    QSettings look(home("app.conf"), QSettings::IniFormat);
}
void setHeightAndLook()
{
    setHeight();
    QSettings look(home("app.conf"), QSettings::IniFormat);
}
// one key is.
void setLight() { settings->setValue(QStringLiteral("theme"), QStringLiteral("light")); }
void setDark() { settings->setValue(QStringLiteral("theme"), QStringLiteral("dark")); }

// A group goes, or all, and a key of it is set.
void setMode() { settings->setValue(QStringLiteral("view/mode"), QStringLiteral("dark")); }
void removeView() { settings->remove(QStringLiteral("view")); }
void removeMode() { settings->remove(QStringLiteral("view/mode")); }
void clearSettings() { settings->clear(); }
void openSettingsWithMode()
{
    openSettings();
    setMode();
    settings->sync();
}

// A file that is there when it is whole.
void replaceFile(const char *name, const char *bytes, int n)
{
    QSaveFile f(home(name));
    if (f.open(QIODevice::WriteOnly)) {
        f.write(bytes, n);
        f.commit();
    }
}
void replaceByToken() { replaceFile("saved", token, 1); }
void replaceByOne() { replaceFile("saved", "one\n", 4); }
void replaceByTwo() { replaceFile("saved", "two\n", 4); }

// The next request is made with the cookie of the last reply, if it came.
void takeCookie() { std::memcpy(session->cookie, "id=42", 5); }
void sendCookie()
{
    std::memcpy(session->request, session->cookie, sizeof session->cookie);
    save("request", session->request, 8, QIODevice::Append);
}

// Session storage: one clears what the other one stores.
void store()
{
    std::memcpy(session->cookie, "kept", 4);
    save("storage", session->cookie, 4);
}
void clear()
{
    std::memset(session->cookie, 0, sizeof session->cookie);
    save("storage", session->cookie, 4);
}

// A row of a table.
void insertToken()
{
    sqlite3 *db = nullptr;
    sqlite3_stmt *insert = nullptr;
    if (sqlite3_open(home("app.db").toLocal8Bit().constData(), &db) == SQLITE_OK) {
        sqlite3_exec(db, "CREATE TABLE IF NOT EXISTS tokens (value TEXT)", nullptr, nullptr, nullptr);
        sqlite3_prepare_v2(db, "INSERT INTO tokens VALUES (?)", -1, &insert, nullptr);
        sqlite3_bind_text(insert, 1, token, 1, SQLITE_TRANSIENT);
        sqlite3_step(insert);
        sqlite3_finalize(insert);
    }
    sqlite3_close(db);
}

// A request to a server on this machine.
void dial()
{
    peer = new QTcpSocket;
    peer->connectToHost(QStringLiteral("127.0.0.1"), port);
    peer->waitForConnected();
}
void hangUp()
{
    while (peer->bytesToWrite() > 0 && peer->waitForBytesWritten()) {
    }
    delete peer;
}
void requestToken()
{
    dial();
    peer->write("token=", 6);
    peer->write(token, 1);
    peer->write("\n", 1);
    hangUp();
}
void requestOne() { peer->write("one\n", 4); }
void requestTwo() { peer->write("two\n", 4); }

// What others are told on D-Bus: the last answer's,
void meet() { QDBusConnection::sessionBus(); }
void part() // when all that was said is out
{
    QDBusConnection::sessionBus().call(QDBusMessage::createMethodCall(QStringLiteral("org.freedesktop.DBus"), QStringLiteral("/"),
                                                                      QStringLiteral("org.freedesktop.DBus"), QStringLiteral("GetId")));
}
void say(const QString &what)
{
    QDBusMessage m = QDBusMessage::createSignal(QStringLiteral("/leaves"), QStringLiteral("org.example.Leaves"), QStringLiteral("said"));
    m << what;
    QDBusConnection::sessionBus().send(m);
}
void makeTokenAndMeet()
{
    makeToken();
    meet();
}
void sayToken()
{
    say(QString(QLatin1Char(*token)));
    part();
}
// or nothing, if one says so;
void sayWanted()
{
    if (*token)
        say(QStringLiteral("something"));
}
// both, in some order,
void sayOne() { say(QStringLiteral("one")); }
void sayTwo() { say(QStringLiteral("two")); }
// or the same twice.
void saySeven() { say(QStringLiteral("seven")); }
void alsoSaySeven() { say(QStringLiteral("seven")); }

// A program is started with the last answer, or with each.
void startWith(const QString &what)
{
    QProcess p;
    p.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), QStringLiteral("echo \"$0\" >>\"$HOME/started\""), what});
    p.waitForFinished();
}
void startWithToken() { startWith(QString(QLatin1Char(*token))); }
void startWithOne() { startWith(QStringLiteral("one")); }
void startWithTwo() { startWith(QStringLiteral("two")); }

} // namespace

const std::vector<Program> &programs()
{
    static const std::vector<Program> all = {
        {"token", "data", "harmful", one, two, saveToken, makeToken},
        {"same", "same-value", "benign", seven, alsoSeven, saveToken, makeToken},
        {"place", "same-value", "benign", seven, alsoSeven, saveTokenAndPlace, makeToken},
        {"shown", "benign", "benign", half, quarter, nullptr, makeNumber},
        {"sum", "accumulating", "benign", addOne, addTwo, saveNumber, makeNumber},
        {"bits", "accumulating", "benign", bitOne, bitTwo, saveNumber, makeNumber},
        {"list", "accumulating", "order-only", itemOne, itemTwo, saveItems, makeItems},
        {"log", "order-only", "order-only", logOne, logTwo, nullptr, nullptr},
        {"buffered", "order-only", "order-only", fileOne, fileTwo, closeFile, openFile},
        {"lines", "order-only", "order-only", streamOne, streamTwo, closeStream, openStream},
        {"stream", "data", "harmful", one, two, streamToken, makeTokenAndStream},
        {"whole", "last-writer", "harmful", wholeOne, wholeTwo, nullptr, nullptr},
        {"setting", "data", "harmful", widen, saveWidth, nullptr, makeNumber},
        {"omitted", "control", "harmful", unwanted, saveWanted, nullptr, makeToken},
        {"settings", "data", "harmful", one, two, setToken, makeToken},
        {"keys", "benign", "benign", setWidth, setHeight, closeSettings, openSettings},
        {"apart", "benign", "benign", setWidthAndLook, setHeightAndLook, closeSettings, openSettings},
        {"key", "last-writer", "harmful", setLight, setDark, closeSettings, openSettings},
        {"group", "last-writer", "harmful", setMode, removeView, closeSettings, openSettingsWithMode},
        {"cleared", "last-writer", "harmful", clearSettings, setMode, closeSettings, openSettingsWithMode},
        {"removed", "same-value", "benign", removeMode, removeView, closeSettings, openSettingsWithMode},
        {"savefile", "data", "harmful", one, two, replaceByToken, makeToken},
        {"replaced", "last-writer", "harmful", replaceByOne, replaceByTwo, nullptr, nullptr},
        {"cookie", "data", "harmful", takeCookie, sendCookie, nullptr, makeSession},
        {"storage", "last-writer", "harmful", store, clear, nullptr, makeSession},
        {"row", "data", "harmful", one, two, insertToken, makeToken},
        {"request", "data", "harmful", one, two, requestToken, makeToken},
        {"requests", "order-only", "order-only", requestOne, requestTwo, hangUp, dial},
        {"message", "data", "harmful", one, two, sayToken, makeTokenAndMeet},
        {"unsaid", "control", "harmful", unwanted, sayWanted, part, makeTokenAndMeet},
        {"messages", "order-only", "order-only", sayOne, sayTwo, part, meet},
        {"repeated", "same-value", "benign", saySeven, alsoSaySeven, part, meet},
        {"started", "data", "harmful", one, two, startWithToken, makeToken},
        {"starts", "order-only", "order-only", startWithOne, startWithTwo, nullptr, nullptr},
    };
    return all;
}
