package crashmatch

import (
	"bytes"
	"strings"
	"testing"

	"sparseracer/internal/crashreport"
	"sparseracer/internal/report"
	"sparseracer/sparsehb"
)

// crashed is the recording of a run in which Page::ask went on after its page was gone.
func crashed() *Trace {
	t := app()
	click := &report.Event{Name: "click", Kind: "input", Enq: sparsehb.NoOp, Deq: 10}
	closed := &report.Event{Name: "close", Kind: "input", Enq: sparsehb.NoOp, Deq: 30}
	t.Report.Crash = &report.Crash{Signal: "SIGSEGV", Event: click, Class: "Page",
		Within: &report.Loop{Name: "v1", What: "QDialog::exec", Owner: click, Pause: 20, Resume: 50},
		Use:    &report.Place{Kind: "hold", Operation: 50, Event: click, Size: 64, Stack: frames("Page::ask() page.cpp:22", "App::notify() app.cpp:7")},
		Free:   &report.Place{Kind: "free", Operation: 40, Event: closed, Stack: frames("Page::~Page() page.cpp:70", "Window::close() page.cpp:80")}}
	return t
}

// TestOwn: a trace that ends with the crash says what happened; one that ends by another
// signal, or elsewhere, is a recording as any other.
func TestOwn(t *testing.T) {
	at := "#0  Page::count (this=0x5, n=1) at /build/src/page.cpp:9\n" + asked + qtBelow
	for name, c := range map[string]struct {
		text string
		own  bool
	}{
		"the same":        {"Program terminated with signal SIGSEGV, x.\n" + at, true},
		"another signal":  {"Program terminated with signal SIGABRT, x.\n" + at, false},
		"a caller of all": {"Program terminated with signal SIGSEGV, x.\n#0  Other::f (this=0x5) at other.cpp:9\n#1  App::notify (this=0x5) at app.cpp:7\n" + qtBelow, false},
		"elsewhere":       {"Program terminated with signal SIGSEGV, x.\n#0  Other::f (this=0x5) at other.cpp:9\n" + qtBelow, false},
	} {
		crash, err := crashreport.Parse([]byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		a := Explain(crash, []*Trace{crashed()})
		var out bytes.Buffer
		if err := a.Text(&out, nil); err != nil {
			t.Fatal(err)
		}
		story := "4. event close frees 64 bytes (a Page) in Page::~Page() (page.cpp:70), called by Window::close() (page.cpp:80) (operation 40)"
		if (a.Own != nil) != c.own || c.own != strings.Contains(out.String(), story) || c.own != strings.HasPrefix(out.String(), "app.srt ends with this crash") {
			t.Errorf("%s: %s", name, out.String())
		}
	}
}
