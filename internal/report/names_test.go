package report

import (
	"strings"
	"testing"
)

func TestBrief(t *testing.T) {
	long := strings.Repeat("x", longName)
	for name, want := range map[string][2]string{
		"main":                          {"main", "main"},
		"Viewer::openFile()":            {"Viewer::openFile()", "Viewer::openFile"},
		"main::$_0::operator()() const": {"main::$_0::operator()() const", "main::$_0::operator()"},
		"a::{lambda(int)#1}::operator()(int) const": {"a::{lambda(int)#1}::operator()(int) const", "a::{lambda(int)#1}::operator()"},
		"(anonymous namespace)::f(int)":             {"(anonymous namespace)::f(int)", "(anonymous namespace)::f"},
		"libQt5Core.so.5+0x2ece41":                  {"libQt5Core.so.5+0x2ece41", "libQt5Core.so.5+0x2ece41"},
		"QtPrivate::FunctorCall<QtPrivate::IndexesList<>, QtPrivate::List<>, void, void (Viewer::*)()>::call(void (Viewer::*)(), Viewer*, void**)": {
			"QtPrivate::FunctorCall<…>::call(void (Viewer::*)(), Viewer*, void**)", "QtPrivate::FunctorCall<…>::call"},
		"void QtPrivate::FunctionPointer<void (Viewer::*)()>::call<QtPrivate::List<>, void>(void (Viewer::*)(), Viewer*, void**)": {
			"QtPrivate::FunctionPointer<…>::call<…>(void (Viewer::*)(), Viewer*, void**)", "QtPrivate::FunctionPointer<…>::call<…>"},
		"QtPrivate::QSlotObject<void (Viewer::*)(), QtPrivate::List<>, void>::impl(int, QtPrivate::QSlotObjectBase*, QObject*, void**, bool*)": {
			"QtPrivate::QSlotObject<…>::impl(…)", "QtPrivate::QSlotObject<…>::impl"},
		"bool operator==<std::char_traits<char>, long>(" + long + ")":     {"operator==<…>(…)", "operator==<…>"},
		"std::ostream& operator<< <std::char_traits<char>>(" + long + ")": {"operator<< <…>(…)", "operator<< <…>"},
		"std::ostream& operator<<<std::char_traits<char>>(" + long + ")":  {"operator<<<…>(…)", "operator<<<…>"},
		"bool operator<(QString const&, QString const&) " + long:          {"operator<(QString const&, QString const&) " + long, "operator<"},
		"QScopedPointer<QVeryLongTypeName>::operator->() const " + long:   {"QScopedPointer<…>::operator->() const " + long, "QScopedPointer<…>::operator->"},
		"QVariant::operator QString() const":                              {"QVariant::operator QString() const", "QVariant::operator QString"},
		long + "<<<<((":                                                   {long + "<<<<((", long + "<<<<(("},
		"operator" + long:                                                 {"operator" + long, "operator" + long},
		long + " operator":                                                {"operator", "operator"},
	} {
		if got := brief(name); got != want[0] {
			t.Errorf("brief(%q)\n is %q\nnot %q", name, got, want[0])
		}
		if got := bare(name); got != want[1] {
			t.Errorf("bare(%q)\n is %q\nnot %q", name, got, want[1])
		}
	}
}

// Names come from symbol tables of strangers.
func FuzzBrief(f *testing.F) {
	f.Add(strings.Repeat("operator<", 30))
	f.Add(strings.Repeat("a<(", 30) + "->)>")
	f.Fuzz(func(t *testing.T, name string) {
		if got := brief(name); len(got) > 3*len(name) {
			t.Errorf("longer: %q", got)
		}
		bare(name)
	})
}
