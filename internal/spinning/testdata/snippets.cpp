// Functions with and without a use after a loop. A line that begins with "// = " says what is to be found.
typedef unsigned long size_t;
struct Object { explicit Object(Object *parent = nullptr); virtual ~Object(); void touch(); int n; };
struct QDialog : Object { explicit QDialog(Object *parent = nullptr); virtual int exec(); int result(); };
struct Asks : QDialog { explicit Asks(Object *parent = nullptr); int exec() override; };
struct QEventLoop { int exec(); };
struct QCoreApplication { static void processEvents(); };
struct QInputDialog { static int getInt(Object *parent); };
struct Thread { int exec(); };
struct Own { void pause(); };
struct QProcess : Object { void start(); bool waitForFinished(); };
struct KJob : Object { bool exec(); };
void connect(Object *, Object *);
template <class T> struct Scoped { Scoped(T *p); T *operator->() const; T *data() const; };
struct QEvent { void accept(); };
struct QString { int length() const; };
template <class T> const T &qAsConst(T &t) { return t; }
template <class T> struct QPointer { QPointer(T *p = nullptr); operator T *() const; T *operator->() const; bool isNull() const; T *data() const; };
template <class T> struct List { struct iterator { T &operator*(); iterator &operator++(); bool operator!=(const iterator &) const; }; iterator begin(); iterator end(); };
extern "C" { void *g_object_ref(void *); void g_object_add_weak_pointer(void *, void **); int gtk_dialog_run(void *); void g_main_loop_run(void *); }

struct Page : Object {
	Object *m_item;
	int m_count;
	List<int> m_list;
	void member(); void assigned(); void left(); void branch(); void other(); void nothing(); void returned(); void guardedThis(); void guardedPositive();
	void guardedLate(); void guardOfOther(); void round(); void ranged(); void stack(); void stackAlone(); void lambda(); void derived(); void own(); void argument();
	void broken(int); void waitsAlone(); void waitsConnected(); void waitsMember(); void job(KJob *make()); void copied(const Page &page); void byReference(const Page &page);
	QProcess *m_process, *m_other;
	void waitsHeld(); void waitsHeldConnected(); void waitsOther();
	Page(); void event(QEvent *e); void everyCase(int k); void someCase(int k); void value(const QString &text); void rangedLocal(List<Object> all); void rangedShared();
	List<Object> m_objects;
};

// = member: this, member m_item
void Page::member() { QEventLoop l; l.exec(); m_item->touch(); }

// = assigned: this
void Page::assigned() { m_count = QInputDialog::getInt(nullptr); }

// = argument: this
void Page::argument() { QEventLoop l; broken(l.exec()); }

// = branch: this
void Page::branch() { QEventLoop l; if (l.exec() == 1) m_count = 2; }

// = other: none
void Page::other() { QEventLoop l; if (m_count) l.exec(); else m_count = 3; }

// = nothing: none
void Page::nothing() { m_count = 1; QEventLoop l; l.exec(); }

// = returned: this!
void Page::returned() { QEventLoop l; if (m_count) { l.exec(); return; } m_count = 3; }

// = guardedThis: this!
void Page::guardedThis() { QPointer<Page> self(this); QEventLoop l; l.exec(); if (!self) return; m_count = 1; }

// = guardedPositive: this!
void Page::guardedPositive() { QPointer<QDialog> d = new QDialog(this); if (d->exec() == 1 && d) m_count = 1; }

// = guardedLate: this
void Page::guardedLate() { QPointer<Page> self(this); QEventLoop l; l.exec(); m_count = 1; if (!self) return; m_count = 2; }

// = guardOfOther: this, member m_item!
void Page::guardOfOther() { QPointer<Object> item(m_item); QEventLoop l; l.exec(); if (item.isNull()) return; m_item->touch(); }

// = round: this
void Page::round() { for (int i = 0; i < 3; i++) { m_count++; QCoreApplication::processEvents(); } }

// = ranged: this, iterator m_list
void Page::ranged() { for (int &i : m_list) { int n = i; (void)n; QCoreApplication::processEvents(); } }

// = stack: stack dialog d
void Page::stack() { QDialog d(this); d.exec(); }

// = stackAlone: none
void Page::stackAlone() { QDialog d; d.exec(); d.result(); }

// = lambda: this
void Page::lambda() { auto f = [this] { QEventLoop l; l.exec(); m_count = 1; }; f(); m_count = 2; }

// = derived: this
void Page::derived() { Asks a; a.exec(); m_count = 1; }

// = own: this
void Page::own() { Own o; o.pause(); m_count = 1; }

// = broken: this
void Page::broken(int k) { QEventLoop l; switch (k) { case 1: l.exec(); break; default: return; } m_count = 1; }

// = pointer: pointer p
void pointer(Object *p) { QEventLoop l; l.exec(); p->touch(); }

Object *everywhere;

// = global: pointer everywhere
void global() { QEventLoop l; l.exec(); everywhere->touch(); }

// = nullTest: none
bool nullTest(Object *p) { QEventLoop l; l.exec(); return p != nullptr; }

// = newValue: none
void newValue(Object *p, Object *make()) { QEventLoop l; l.exec(); p = make(); p->touch(); }

// = roundOfItsOwn: none
void roundOfItsOwn(Object *make()) { QEventLoop l; for (int i = 0; i < 3; i++) { Object *p = make(); p->touch(); l.exec(); } }

// = kept: none
void kept() { QDialog *d = new QDialog; d->exec(); delete d; }

// = child: pointer d, pointer parent
void child(Object *parent) { QDialog *d = new QDialog(parent); d->exec(); parent->touch(); delete d; }

// = reference: reference o
void reference(Object &o) { QEventLoop l; l.exec(); o.touch(); }

// = toLocal: none
void toLocal() { Object mine; Object &o = mine; QEventLoop l; l.exec(); o.touch(); }

// = iterator: iterator it
void iterator(List<int> &list) { auto it = list.begin(); QEventLoop l; l.exec(); ++it; }

// = noLoop: none
void noLoop(Object *p) { Thread t; t.exec(); p->touch(); }

// = dialogOfGtk: pointer p
void dialogOfGtk(Object *p, void *dialog) { gtk_dialog_run(dialog); p->touch(); }

// = holds: pointer p!
void holds(Object *p, void *dialog) { g_object_ref(p); gtk_dialog_run(dialog); p->touch(); }

// = weak: pointer p!
void weak(Object *p, void *dialog) { g_object_add_weak_pointer(p, (void **)&p); gtk_dialog_run(dialog); if (!p) return; p->touch(); }

// = waitsAlone: none
void Page::waitsAlone() { QProcess p; p.start(); p.waitForFinished(); m_count = 1; }

// = waitsConnected: this
void Page::waitsConnected() { QProcess p; connect(&p, this); p.start(); p.waitForFinished(); m_count = 1; }

// = waitsHeld: none
void Page::waitsHeld() { Scoped<QProcess> p(new QProcess); p->start(); p->waitForFinished(); m_count = 1; }

// = waitsHeldConnected: this
void Page::waitsHeldConnected() { Scoped<QProcess> p(new QProcess); connect(p.data(), this); p->waitForFinished(); m_count = 1; }

// = waitsOther: this
void Page::waitsOther() { connect(m_other, this); m_other->waitForFinished(); m_count = 1; }

// = waitsMember: none
void Page::waitsMember() { m_process->waitForFinished(); m_count = 1; }

// = job: this
void Page::job(KJob *make()) { KJob *j = make(); if (!j->exec()) return; j->touch(); m_count = 1; }

// = copied: this
void Page::copied(const Page &page) { auto f = [this, page] { QEventLoop l; l.exec(); m_count = page.m_count; }; f(); }

// = byReference: this, reference page
void Page::byReference(const Page &page) { auto f = [this, &page] { QEventLoop l; l.exec(); m_count = page.m_count; }; f(); }

// = Page: this!
Page::Page() { QEventLoop l; l.exec(); m_count = 1; }

// = event: none
void Page::event(QEvent *e) { QEventLoop l; l.exec(); e->accept(); }

// = everyCase: this!
void Page::everyCase(int k) { QEventLoop l; if (k) { switch (l.exec()) { case 1: return; default: { return; } } } m_count = 1; }

// = someCase: this
void Page::someCase(int k) { QEventLoop l; if (k) { switch (l.exec()) { case 1: break; default: return; } } m_count = 1; }

// = value: this, reference text!
void Page::value(const QString &text) { QEventLoop l; l.exec(); m_count = text.length(); }

// = rangedLocal: this
void Page::rangedLocal(List<Object> all) { for (Object &o : all) { QCoreApplication::processEvents(); o.touch(); m_count = 1; } }

// = rangedShared: this, iterator m_objects, reference o
void Page::rangedShared() { for (Object &o : m_objects) { QCoreApplication::processEvents(); o.touch(); m_count = 1; } }

// = main: none
int main(int, char **argv) { Object *p = new Object; g_main_loop_run(p); p->touch(); delete p; }
