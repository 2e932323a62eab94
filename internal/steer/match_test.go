package steer

import (
	"os"
	"strings"
	"testing"
)

// stored parses the one report of a file in testdata.
func stored(t *testing.T, name string) *Report {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + ".asan")
	if err != nil {
		t.Fatal(err)
	}
	reports := ParseReports(string(text))
	if len(reports) != 1 {
		t.Fatalf("%s: %d reports, want 1", name, len(reports))
	}
	return &reports[0]
}

// predicted is what the recording of testdata/steered.cpp would expect.
var predicted = Expect{
	Use: []string{"app::Viewer::openFile<long>(long) const::'lambda'(int)::operator()(int) const",
		"int app::Viewer::openFile<long>(long) const", "main"},
	Free:  []string{"app::Viewer::close()", "main"},
	Alloc: []string{"app::Viewer::Viewer()", "main"},
}

// qml: an object of a class of the application's that QML made. The report's stacks of it end in libraries.
var qml = Expect{
	Use:   []string{"Page::save()", "main"},
	Free:  []string{"QQmlPrivate::QQmlElement<Page>::operator delete(void*)", "QQmlPrivate::QQmlElement<Page>::~QQmlElement()", "main"},
	Alloc: []string{"show(QGuiApplication&)", "main"},
}

func TestMatch(t *testing.T) {
	with := func(change func(*Expect)) Expect {
		e := predicted
		change(&e)
		return e
	}
	for _, c := range []struct {
		name, report string
		want         Expect
		proves       bool
		note         string
	}{
		{"clang O0", "use-after-free-O0", predicted, true, "use, free and alloc match"},
		{"clang O2 inlines the free", "use-after-free-O2", predicted, true, "use and alloc match; free matches from its caller on"},
		{"destructor left the stack", "use-after-free-O0", with(func(e *Expect) { e.Free = []string{"app::Window::~Window()", "app::Viewer::close()"} }), true,
			"use and alloc match; free matches from its caller on"},
		{"destructor left, no allocation", "use-after-free-O0",
			with(func(e *Expect) { e.Alloc, e.Free = nil, []string{"app::Window::~Window()", "app::Viewer::close()"} }), true,
			"free matches from its caller on"},
		{"a function left", "use-after-free-O0",
			with(func(e *Expect) {
				e.Alloc, e.Free = nil, []string{"app::Window::~Window()", "app::drop()", "app::Viewer::close()"}
			}), true, "from its caller on"},
		{"two functions left", "use-after-free-O0",
			with(func(e *Expect) { e.Alloc, e.Free = nil, []string{"app::drop()", "app::more()", "app::Viewer::close()"} }), false, "free differs"},
		{"another place of the race", "use-after-free-O0",
			Expect{Use: predicted.Use, Free: predicted.Free, Alloc: []string{"main"}, Also: []Expect{{Use: []string{"f"}}, {Use: predicted.Use, Free: predicted.Free}}},
			true, "use and free match (allocation unknown)"},
		{"gcc", "use-after-free-gcc", predicted, true, "use, free and alloc match"},
		{"no symbols", "use-after-free-nosymbols", predicted, false, "names no functions"},
		{"made and freed by QML", "use-after-free-qml", qml, true, "use and free match (allocation unknown)"},
		{"of another class", "use-after-free-qml", Expect{Use: qml.Use, Alloc: qml.Alloc, Free: []string{"QQmlPrivate::QQmlElement<Row>::operator delete(void*)", "main"}}, false, "free shows no application function"},
		{"another object, of a library", "use-after-free-qml", Expect{Use: qml.Use, Alloc: qml.Alloc, Free: []string{"Window::close()", "main"}}, false, "the object differs"},
		{"used elsewhere", "use-after-free-qml", Expect{Use: []string{"Page::load()"}, Alloc: qml.Alloc, Free: qml.Free}, false, "the use differs"},
		{"other use", "use-after-free-O0", with(func(e *Expect) { e.Use = []string{"app::other(int*)"} }), false, "the use differs"},
		{"use further out", "use-after-free-O0", with(func(e *Expect) { e.Use = e.Use[1:] }), false, "the use differs"},
		{"other object", "use-after-free-O0", with(func(e *Expect) { e.Alloc = []string{"main"} }), false, "the object differs"},
		{"other free", "use-after-free-O0", with(func(e *Expect) { e.Free = []string{"app::drop()"} }), true, "free differs: app::Viewer::close instead of app::drop"},
		{"no allocation", "use-after-free-O0", with(func(e *Expect) { e.Alloc = nil }), true, "use and free match"},
		{"no allocation, other free", "use-after-free-O0", with(func(e *Expect) { e.Alloc, e.Free = nil, []string{"app::drop()"} }), false, "free differs"},
		{"headers above the free", "use-after-free-O0",
			with(func(e *Expect) {
				e.Free = append([]string{"std::default_delete<app::Window>::operator()(app::Window*) const", "qDeleteAll<int>()"}, e.Free...)
			}),
			true, "use, free and alloc match"},
		{"nothing expected of the free", "use-after-free-O0", with(func(e *Expect) { e.Free = nil }), true, "free not predicted"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := MatchReport(stored(t, c.report), c.want)
			if m.Proves != c.proves || !strings.Contains(m.Note, c.note) {
				t.Errorf("%+v (proves %v), want %v, %q", m, m.Proves, c.proves, c.note)
			}
		})
	}
}

// TestFaultOfNoObject: a fault has no stack of an allocation, so nothing is said of another object.
func TestFaultOfNoObject(t *testing.T) {
	frames := []Frame{{Function: "app::use()", File: "app.cpp"}}
	m := MatchReport(&Report{Kind: "SEGV", Use: frames}, Expect{Use: []string{"app::use()"}, Alloc: []string{"app::make()"}})
	if m.Proves || !m.Use || !strings.Contains(m.Note, "does not say of which object") {
		t.Errorf("%+v", m)
	}
}

func TestForeignFrames(t *testing.T) {
	for _, c := range []struct {
		frame Frame
		want  bool
	}{
		{Frame{Function: "Viewer::openFile()", File: "/home/user/app/viewer.cpp"}, false},
		{Frame{Function: "Viewer::openFile()", Module: "/home/user/app/viewer"}, false},
		{Frame{Module: "/home/user/app/viewer"}, true},
		{Frame{Function: "QObject::event(QEvent*)", Module: "/opt/qt/lib/libQt5Core.so.5"}, true},
		{Frame{Function: "QObject::event(QEvent*)", Module: "/lib/x86_64-linux-gnu/libQt5Core.so.5"}, true},
		{Frame{Function: "QList<int>::append(int const&)", File: "/usr/include/x86_64-linux-gnu/qt5/QtCore/qlist.h", Module: "/home/user/app/viewer"}, true},
		{Frame{Function: "std::function<void ()>::operator()() const", Module: "/home/user/app/viewer"}, true},
		{Frame{Function: "operator delete(void*)", Module: "/home/user/app/viewer"}, true},
		{Frame{Function: "__asan_memcpy", Module: "/home/user/app/viewer"}, true},
		{Frame{Function: "memcpy", Module: "/home/user/app/viewer"}, true},
		{Frame{Function: "read", File: "/home/user/app/read.c", Module: "/home/user/app/viewer"}, false},
		{Frame{Function: "strdup", File: "../../../../src/libsanitizer/asan/asan_interceptors.cpp"}, true},
		{Frame{Function: "on_get_and_ref", File: "/src/qtpatch/src/weak_pointers.c", Module: "/opt/lib/libsparseqt.so"}, true},
		{Frame{Function: "app_lib()", Module: "/usr/local/lib/libapp.so"}, false},
	} {
		if got := c.frame.foreign(); got != c.want {
			t.Errorf("%+v: foreign %v", c.frame, got)
		}
	}
}
