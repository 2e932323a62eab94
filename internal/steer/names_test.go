package steer

import "testing"

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
		if got := simplify(c.name); got != c.want {
			t.Errorf("simplify(%q) = %q, want %q", c.name, got, c.want)
		}
	}
}

func TestHeaderName(t *testing.T) {
	for name, want := range map[string]bool{
		"std::vector::push_back": true, "operator delete": true, "QList::append": true, "qDeleteAll": true,
		"QtPrivate::QSlotObject::impl": true, "memcpy": true,
		"Viewer::~Viewer": false, "Query::run": false, "queue": false, "Q": false,
	} {
		if got := headerName(name); got != want {
			t.Errorf("headerName(%q) = %v", name, got)
		}
	}
}
