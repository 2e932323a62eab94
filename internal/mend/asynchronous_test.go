package mend

import (
	"context"
	"strings"
	"testing"
)

// widgets are as much of Qt as the shapes ask the tree about.
const widgets = `namespace Qt { enum Attribute { WA_DeleteOnClose }; }
struct QString { QString(const char * = ""); QString(const QString &); ~QString(); bool empty() const; void clear(); };
struct QEvent { int n; };
struct QMutexLocker { QMutexLocker(int *); ~QMutexLocker(); };
struct QObject { template <class... T> static void connect(T...) {} };
struct QWidget : QObject { QWidget(QWidget * = nullptr); ~QWidget(); void setAttribute(Qt::Attribute); int pos(); };
struct QAction;
struct QDialog : QWidget { enum { Rejected, Accepted }; using QWidget::QWidget; int exec(); void open(); void finished(int); int result() const; void bind(int &); };
struct QEventLoop { int exec(); };
struct QMenu : QWidget { QAction *exec(int); void popup(int); void triggered(QAction *); void aboutToHide(); QAction *add(); };
struct QMessageBox : QDialog {
	enum Icon { Question }; enum StandardButton { NoButton, Yes, No };
	QMessageBox(Icon, const QString &, const QString &, int, QWidget *);
	static StandardButton question(QWidget *, const QString &, const QString &, int = Yes | No, StandardButton = NoButton);
};
struct Own : QDialog { int exec(); Own(int &); };
QString getText(QWidget *);
bool ready(); int take(bool, int);
template <class T> struct QPointer { QPointer(T *); ~QPointer(); T *operator->() const; operator T *() const; };
template <class T> struct Owner { Owner(T *); ~Owner(); T *operator->(); };
struct Page : QWidget {
	int n; QDialog *m_dialog;
	void ask(const QString &name, QEvent *event, int &count);
	int value(); void later();
};
`

// asked are the asynchronous patches of a function with that body, as one text, and why there are none.
func asked(t *testing.T, program string, use ...string) (diffs string, refused []string) {
	t.Helper()
	patches, refused := suggested(t, sources(t, widgets+program), use...)
	for _, p := range patches {
		if p.Shape == "asynchronous" {
			diffs += p.diff
		}
	}
	return diffs, refused
}

// compiled is a patch that clang takes, with what it does to the text.
type compiled struct {
	Patch
	diff string
}

// suggested are the patches for a use. Those that need nothing of Qt's headers must compile.
func suggested(t *testing.T, src *Sources, use ...string) (out []compiled, refused []string) {
	t.Helper()
	ctx := context.Background()
	patches, refused, err := Suggest(ctx, Subject{ID: "1", Use: use}, src)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range patches {
		diff, err := p.Diff(ctx, src.Dir)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, compiled{p, diff})
		if strings.Contains(diff, "<QPointer>") {
			continue
		}
		v, dir := &Verifier{Sources: src}, t.TempDir()
		if err := copySources(src.Dir, dir); err != nil {
			t.Fatal(err)
		}
		if _, err := v.patch(dir, &p); err != nil {
			t.Fatal(err)
		}
		if why := v.compiles(ctx, dir, &p); why != "" {
			t.Errorf("it does not compile: %s\n%s", why, diff)
		}
	}
	return out, refused
}

func page(body string) string {
	return "void Page::ask(const QString &name, QEvent *event, int &count)\n{\n" + body + "}\n"
}

// TestAsynchronous: what waits for the answer goes into a lambda, with what it needs.
func TestAsynchronous(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		want []string
	}{
		"condition on the stack": {"\tQDialog dialog(this);\n\tdialog.pos();\n\tif (dialog.exec() == QDialog::Accepted && !name.empty())\n\t\tn++;\n", []string{
			"+\tauto *dialog = new QDialog(this);\n+\tdialog->pos();\n+\tdialog->setAttribute(Qt::WA_DeleteOnClose);\n",
			"+\tQObject::connect(dialog, &QDialog::finished, this, [this, name](int answer) {\n+\t\tif (answer == QDialog::Accepted && !name.empty())\n+\t\t\tn++;\n+\t});\n+\tdialog->open();\n }"}},
		"alone, deleted": {"\tauto *dialog = new QDialog;\n\tdialog->exec();\n\tdelete dialog;\n\tn++;\n", []string{
			"+\tQObject::connect(dialog, &QDialog::finished, this, [this]() {\n+\t\tn++;\n+\t});\n+\tdialog->open();\n", "-\tdelete dialog;\n"}},
		"nothing behind": {"\tauto *dialog = new QDialog;\n\tdialog->exec();\n\tdelete dialog;\n", []string{"+\tdialog->setAttribute(Qt::WA_DeleteOnClose);\n+\tdialog->open();\n }"}},
		"written to": {"\tint tries = 0;\n\tQDialog dialog;\n\tint said = dialog.exec();\n\ttries += said;\n", []string{
			"[tries](int answer) mutable {\n+\t\tint said = answer;\n+\t\ttries += said;\n+\t});\n"}},
		"a branch that leaves": {"\tif (n) {\n\t\tQDialog dialog;\n\t\tdialog.exec();\n\t\tn++;\n\t\treturn;\n\t}\n\tn--;\n", []string{
			"+\t\t\tn++;\n+\t\t});\n+\t\tdialog->open();\n \t\treturn;\n \t}\n"}},
		"box": {"\tif (QMessageBox::question(this, \"a\", name) == QMessageBox::Yes)\n\t\tn++;\n", []string{
			"+\tauto *box = new QMessageBox(QMessageBox::Question, \"a\", name, QMessageBox::Yes | QMessageBox::No, this);\n", "+\t\tif (answer == QMessageBox::Yes)\n"}},
		"menu": {"\tQMenu menu;\n\tQAction *one = menu.add();\n\tQAction *chosen = menu.exec(1);\n\tif (!chosen)\n\t\treturn;\n\tif (chosen == one)\n\t\tn++;\n\tn--;\n", []string{
			"&QMenu::triggered, this, [this, one](QAction *answer) {\n+\t\tQAction *chosen = answer;\n", "+\tmenu->popup(1);\n"}},
		"menu without its answer": {"\tQMenu menu;\n\tmenu.exec(1);\n\tn--;\n", []string{"&QMenu::aboutToHide, this, [this]() {\n"}},
		"smart pointer that owns nothing": {"\tQPointer<QDialog> dialog = new QDialog;\n\tdialog->exec();\n\tdelete dialog;\n\tn++;\n", []string{
			"+\tdialog->setAttribute(Qt::WA_DeleteOnClose);\n+\tQObject::connect(dialog, &QDialog::finished, this, [this]() {\n+\t\tn++;\n"}},
		"something else that may go": {"\tQDialog dialog(this);\n\tif (dialog.exec())\n\t\tn = m_dialog->pos();\n", []string{"[this](int answer) {\n+\t\tif (answer)\n",
			"[this, stillThere = QPointer<QDialog>(m_dialog)](int answer) {\n+\t\tif (!stillThere)\n+\t\t\treturn;\n+\t\tif (answer)\n"}},
		"lines of a string": {"\tQDialog dialog;\n\tdialog.exec();\n\tQString s = R\"(\n\ta)\";\n\tn++;\n", []string{" \ta)\";\n-\tn++;\n+\t\tn++;\n"}},
	} {
		diffs, refused := asked(t, page(c.body), "Page::ask(QString const&, QEvent*, int&)")
		for _, w := range c.want {
			if !strings.Contains(diffs, w) {
				t.Errorf("%s: no %q in\n%s%q", name, w, diffs, refused)
			}
		}
	}
}

// TestNotAsynchronous: where control flow or a variable does not allow it, the reason is said and there is no patch.
func TestNotAsynchronous(t *testing.T) {
	const one = "\tQDialog dialog;\n"
	for _, c := range []struct{ body, want string }{
		{one + "\tfor (int i = 0; i < 2; i++) {\n\t\tdialog.exec();\n\t\tn++;\n\t}\n", "its loop is in a loop or a switch of the language"},
		{one + "\twhile (dialog.exec())\n\t\tn++;\n", "its loop is asked for again and again"},
		{one + "\tif (n) {\n\t\tdialog.exec();\n\t\tn++;\n\t}\n\tn--;\n", "it goes on behind the block that waits"},
		{one + "\tif (n)\n\t\tdialog.exec();\n\tn++;\n", "its loop is in a branch without brackets"},
		{one + "\tif (ready() && dialog.exec())\n\t\tn++;\n", "what is asked first in the statement decides whether there is a loop"},
		{one + "\tn = take(ready(), dialog.exec());\n", "its statement calls something else first"},
		{"\tOwner<QDialog> dialog(new QDialog);\n\tdialog->exec();\n\tn++;\n", "a smart pointer owns the dialog, which ends with the function or outlives it"},
		{one + "\tdialog.exec();\n\tcount++;\n", "count is a reference, of which a copy is another object"},
		{one + "\tdialog.exec();\n\tn = event->n;\n", "event ends with the handler"},
		{"\tint list[2] = {};\n" + one + "\tdialog.exec();\n\tn = list[1];\n", "list is an array"},
		{"\tQMutexLocker lock(&n);\n" + one + "\tdialog.exec();\n\tn++;\n", "lock, a QMutexLocker, would end before the answer"},
		{"\tint mine = 0;\n" + one + "\tdialog.bind(mine);\n\tdialog.exec();\n\tn = mine;\n", "dialog gets a reference to mine, which ends with the function"},
		{"\tint mine = 0;\n" + one + "\tint *p = &mine;\n\tdialog.exec();\n\tn = *p;\n", "the address of mine is taken, which ends with the function"},
		{"\tint mine = 0;\n" + one + "\tQObject::connect([&mine]() { mine++; });\n\tdialog.exec();\n\tn = mine;\n", "a lambda takes mine by reference, which ends with the function"},
		{one + "\tQObject::connect([&dialog]() { dialog.pos(); });\n\tdialog.exec();\n\tn++;\n", "a lambda refers to dialog, which lies on the stack"},
		{"\tauto *dialog = new QDialog;\n\tdialog->exec();\n\tif (n)\n\t\tdelete dialog;\n\tn++;\n", "dialog is deleted in a branch"},
		{"\tm_dialog->exec();\n\tn++;\n", "the dialog is no variable of the function: who called it twice would connect twice"},
		{"\tQDialog *dialog = m_dialog;\n\tdialog->exec();\n\tn++;\n", "dialog is not made here: who called it twice would connect twice"},
		{"\tQEventLoop loop;\n\tloop.exec();\n\tn++;\n", "exec() of QEventLoop is not that of a dialog of Qt"},
		{"\tOwn own(n);\n\town.exec();\n\tn++;\n", "exec() of Own is not that of a dialog of Qt"},
		{"\tgetText(this);\n\tn++;\n", "what getText() gives back is in no object that outlives it"},
		{"\tQMenu menu;\n\tQAction *chosen = menu.exec(1);\n\tif (chosen)\n\t\tn++;\n\telse\n\t\tn--;\n", "what it does if no entry is chosen would be lost: no signal comes then"},
		{"\tQMenu menu;\n\tQAction *chosen = menu.exec(1);\n\tn += chosen == nullptr;\n", "what it does if no entry is chosen would be lost: no signal comes then"},
		{one + "\tif (n)\n\t\tgoto out;\n\tdialog.exec();\nout:\n\tn++;\n", "it has jumps that a lambda cannot have"},
	} {
		diffs, refused := asked(t, page(c.body), "Page::ask(QString const&, QEvent*, int&)")
		if diffs != "" || len(refused) != 1 || refused[0] != "ask: "+c.want {
			t.Errorf("%s: %q, expected %q\n%s", c.body, refused, c.want, diffs)
		}
	}
	diffs, refused := asked(t, "int Page::value()\n{\n\tQDialog d;\n\td.exec();\n\treturn n;\n}\n", "Page::value()")
	if want := "value: it gives a value back, which its caller waits for"; diffs != "" || len(refused) != 1 || refused[0] != want {
		t.Errorf("%q, expected %q\n%s", refused, want, diffs)
	}
	const called = "void Page::later()\n{\n\task(\"a\", nullptr, n);\n\tn++;\n}\n"
	diffs, refused = asked(t, page("\tQDialog d;\n\td.exec();\n\tn++;\n")+called, "Page::ask(QString const&, QEvent*, int&)", "Page::later()")
	if want := "ask: later, which calls it, goes on before the answer"; diffs != "" || len(refused) != 1 || refused[0] != want {
		t.Errorf("%q, expected %q\n%s", refused, want, diffs)
	}
}
