package suppress

import (
	"bytes"
	"strings"
	"testing"

	"sparseracer/internal/report"
	"sparseracer/internal/symbols"
)

func viewer() *report.Race {
	frame := func(function, file string) []symbols.Frame {
		return []symbols.Frame{{Function: "operator delete(void*)", Module: "/lib/libsparserec.so"}, {Function: function, File: file, Module: "/opt/app"}}
	}
	alloc := report.Place{Stack: frame("main", "/src/main.cpp")}
	return &report.Race{
		ID:     "ce0d11e36fef",
		Kind:   "use-free",
		First:  report.Place{Stack: frame("Viewer::openFile()", "/src/viewer.cpp"), Event: &report.Event{Name: "e10", Kind: "posted", Type: "MetaCall", Class: "Viewer"}},
		Second: report.Place{Stack: frame("Viewer::~Viewer()", "/src/viewer.cpp"), Event: &report.Event{Name: "e49", Kind: "deferred", Type: "DeferredDelete", Class: "QMainWindow", Object: "main window"}},
		Alloc:  &alloc,
	}
}

func TestPatterns(t *testing.T) {
	for pattern, want := range map[string]bool{
		"race:Viewer":                     true,
		"race:viewer.cpp":                 true,
		"race:/opt/app":                   true,
		"race:Window":                     false, // that is in an event
		"use:openFile":                    true,
		"use:~Viewer":                     false,
		"free:~Viewer":                    true,
		"free:^Viewer::~Viewer()$":        true,
		"free:^~Viewer":                   false,
		"free:Viewer::~Viewer$":           false,
		"use:^Viewer::*File()$":           true,
		"use:Viewer.openFile":             false, // a dot is a dot
		"use:V*::*":                       true,
		"alloc:main":                      true,
		"alloc:Viewer":                    false,
		"event:DeferredDelete to *Window": true,
		"event:main window":               true,
		"event:Viewer":                    true,
		"id:ce0d11e36fef":                 true,
		"id:^ce0d$":                       false,
		"  race:Viewer   # a comment":     true,
	} {
		l, err := Read(strings.NewReader("# first\n\n"+pattern+"\n"), "s.txt")
		if err != nil {
			t.Errorf("%s: %v", pattern, err)
			continue
		}
		reason := l.Reason(viewer())
		if (reason != "") != want {
			t.Errorf("%s: reason %q", pattern, reason)
		}
		if want && !strings.HasPrefix(reason, "suppressed by s.txt:3, ") {
			t.Errorf("%s: reason %q does not name the line", pattern, reason)
		}
		if unused := l.Unused(); (len(unused) == 0) != want {
			t.Errorf("%s: unused %q", pattern, unused)
		}
	}
}

func TestBadLines(t *testing.T) {
	for _, text := range []string{"race:ok\nleak:x", "race:ok\nrace", "race:ok\nrace:", "race:ok\n:x"} {
		if _, err := Read(strings.NewReader(text), "s.txt"); err == nil || !strings.HasPrefix(err.Error(), "s.txt:2: found ") {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := Read(strings.NewReader("race:"+strings.Repeat("x", maxLine)), "s.txt"); err == nil || !strings.HasPrefix(err.Error(), "s.txt:1: ") {
		t.Errorf("a line without end: %v", err)
	}
}

// What is written takes out the very races that it was written for.
func TestWrittenSuppressionsMatch(t *testing.T) {
	race, other := viewer(), viewer()
	other.ID = "0123456789ab"
	var b bytes.Buffer
	if err := Write(&b, &report.Report{Races: []*report.Race{race}}); err != nil {
		t.Fatal(err)
	}
	l, err := Read(&b, "s.txt")
	if err != nil {
		t.Fatal(err)
	}
	if l.Reason(other) != "" || l.Reason(race) == "" {
		t.Errorf("%q, %q", l.Reason(other), l.Reason(race))
	}
}

func TestBaseline(t *testing.T) {
	const old = `{"version":1,"races":[{"id":"ce0d11e36fef","filtered":null},{"id":"aaaaaaaaaaaa","filtered":null},{"id":"bbbbbbbbbbbb","filtered":"benign"}]}`
	b, err := ReadBaseline(strings.NewReader(old), "old.json")
	if err != nil {
		t.Fatal(err)
	}
	fresh := viewer()
	fresh.ID = "bbbbbbbbbbbb" // it was filtered then, so nobody saw it
	if b.Reason(viewer()) != "in the baseline old.json" || b.Reason(fresh) != "" {
		t.Errorf("%q, %q", b.Reason(viewer()), b.Reason(fresh))
	}
	if b.Gone() != 1 {
		t.Errorf("%d gone, expected 1", b.Gone())
	}
	for _, bad := range []string{"", "[]", "{}", `{"version":1}`, `{"races":[]}`, `{"version":2,"races":[]}`, `{"version":1,"races":[{}]}`, "{\"version\":1,", "1 race"} {
		if _, err := ReadBaseline(strings.NewReader(bad), "old.json"); err == nil || !strings.HasPrefix(err.Error(), "old.json: ") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
