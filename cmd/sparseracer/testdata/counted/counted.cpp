// counted.cpp: a document is kept by a counted pointer. A question is asked about
// it, and the answer is noted in the document. Whoever closes the document gives the
// pointer back meanwhile.
//
// With MENDED: the handler that asks has a count of its own.
// MAKE makes the document; with QT_POINTER by a pointer of Qt.
#include <QApplication>
#include <QMessageBox>
#include <QTimer>

#ifdef QT_POINTER
#include <QSharedPointer>
template <typename T> using Pointer = QSharedPointer<T>;
#else
#include <memory>
template <typename T> using Pointer = std::shared_ptr<T>;
#endif

struct Document {
	~Document();
	void note(int answer);
	int answers = 0;
	char text[200] = "";
};

static Pointer<Document> document;
static int all;

__attribute__((noinline)) Document::~Document() { all += answers; }
__attribute__((noinline)) void Document::note(int answer) { answers += answer; }

static void ask()
{
#ifdef MENDED
	Pointer<Document> asked = document;
#else
	Document *asked = &*document;
#endif
	QMessageBox box(QMessageBox::Question, QStringLiteral("Document"), QStringLiteral("Keep it?"), QMessageBox::Ok);
	// Stands for the person who answers.
	QTimer::singleShot(100, &box, &QDialog::accept);
	asked->note(box.exec() == QMessageBox::Ok);
}

static void closeDocument() { document.reset(); }

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	app.setQuitOnLastWindowClosed(false);
	document = MAKE;
	QTimer::singleShot(20, qApp, [] { ask(); });
	QTimer::singleShot(400, Qt::CoarseTimer, qApp, [] { closeDocument(); });
	QTimer::singleShot(600, Qt::CoarseTimer, [] { QCoreApplication::quit(); });
	return app.exec();
}
