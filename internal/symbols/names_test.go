package symbols

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
		if got := Brief(name); got != want[0] {
			t.Errorf("brief(%q)\n is %q\nnot %q", name, got, want[0])
		}
		if got := Bare(name); got != want[1] {
			t.Errorf("bare(%q)\n is %q\nnot %q", name, got, want[1])
		}
	}
}

// Names come from symbol tables of strangers.
func FuzzBrief(f *testing.F) {
	f.Add(strings.Repeat("operator<", 30))
	f.Add(strings.Repeat("a<(", 30) + "->)>")
	f.Fuzz(func(t *testing.T, name string) {
		if got := Brief(name); len(got) > 3*len(name) {
			t.Errorf("longer: %q", got)
		}
		Bare(name)
	})
}

func TestSimplify(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"main", "main"},
		{"Viewer::openFile(QString const&)", "Viewer::openFile"},
		{"Viewer::openFile() const", "Viewer::openFile"},
		{"Viewer::take() &&", "Viewer::take"},
		{"Viewer::~Viewer()", "Viewer::~Viewer"},
		{"non-virtual thunk to Viewer::~Viewer()", "Viewer::~Viewer"},
		{"void app::run<int, std::vector<int> >(int)", "app::run"},
		{"std::vector<Foo*>::push_back(Foo* const&)", "std::vector::push_back"},
		{"Foo::name[abi:cxx11]() const", "Foo::name"},
		{"(anonymous namespace)::Box::close(bool)", "{anonymous}::Box::close"},
		{"void (anonymous namespace)::go<1>()", "{anonymous}::go"},
		{"int app::Viewer::openFile<long>(long) const::'lambda'(int)::operator()(int) const", "app::Viewer::openFile::{lambda}::operator()"},
		{"app::Viewer::openFile<long>(long) const::{lambda(int)#1}::operator()(int) const", "app::Viewer::openFile::{lambda}::operator()"},
		{"Viewer::openFile()::$_0::operator()() const", "Viewer::openFile::{lambda}::operator()"},
		{"operator new(unsigned long)", "operator new"},
		{"operator delete[](void*, unsigned long)", "operator delete[]"},
		{"Foo::operator<<(Bar const&)", "Foo::operator<<"},
		{"Foo& Foo::operator<< <int>(int)", "Foo::operator<<"},
		{"Foo::operator->() const", "Foo::operator->"},
		{"Foo::operator[](int)", "Foo::operator[]"},
		{"Foo::operator bool() const", "Foo::operator bool"},
		{"bool ns::operator<(Foo const&, Foo const&)", "ns::operator<"},
		{"handle_event.part.0", "handle_event"},
		{"handle_event.llvm.123456", "handle_event"},
		{"Foo::bar(int) [clone .isra.0]", "Foo::bar"},
		{"Foo::bar(int) (.cold)", "Foo::bar"},
		{"cooperator(int)", "cooperator"},
		{"", ""},
		{"((((<<<", ""},
	} {
		if got := Simplify(c.name); got != c.want {
			t.Errorf("simplify(%q) = %q, want %q", c.name, got, c.want)
		}
	}
}
