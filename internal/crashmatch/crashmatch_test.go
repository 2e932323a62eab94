package crashmatch

import (
	"bytes"
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/crashreport"
	"sparseracer/internal/needs"
	"sparseracer/internal/report"
	"sparseracer/internal/symbols"
	"sparseracer/sparsehb"
)

// frames makes a stack of "FUNCTION FILE:LINE" and "FUNCTION @MODULE+OFFSET", innermost first.
func frames(list ...string) (out []symbols.Frame) {
	for _, s := range list {
		i := strings.LastIndexByte(s, ' ')
		f := symbols.Frame{Function: s[:i], Module: "/opt/app/app"}
		place := s[i+1:]
		if at, isModule := strings.CutPrefix(place, "@"); isModule {
			module, offset, _ := strings.Cut(at, "+")
			f.Module = module
			for _, c := range offset {
				f.Offset = f.Offset<<4 | uint64(strings.IndexRune("0123456789abcdef", c))
			}
		} else {
			file, line, _ := strings.Cut(place, ":")
			f.File = "/src/" + file
			for _, c := range line {
				f.Line = f.Line*10 + int(c-'0')
			}
		}
		out = append(out, f)
	}
	return out
}

// app is a recording of a program whose Page::ask waits in a dialog, and then uses what
// Page::~Page frees; another race, set aside, is of Page::show.
func app() *Trace {
	loop := frames("Page::ask() page.cpp:20", "Page::pressed() page.cpp:50", "QAction::event(QEvent*) @/lib/libQt5Widgets.so.5+100")
	race := &report.Race{ID: "111111111111", Kind: "use-free", Loop: &report.Loop{Name: "v1", What: "QDialog::exec", Stack: loop, Resume: sparsehb.NoOp},
		First:  report.Place{Kind: "write", Stack: frames("Page::count(int) page.cpp:9", "Page::ask() page.cpp:22", "Page::pressed() page.cpp:50")},
		Second: report.Place{Kind: "free", Stack: frames("Page::~Page() page.cpp:70", "Window::close() page.cpp:80")},
		Alloc:  &report.Place{Kind: "alloc", Type: "Page", Stack: frames("Window::open() page.cpp:90")}}
	aside := &report.Race{ID: "222222222222", Kind: "use-free", Filtered: "guarded by a flag", Filter: "FD", Loop: &report.Loop{Name: "v2", Stack: frames("Page::show() page.cpp:30")},
		First:  report.Place{Kind: "read", Stack: frames("Page::show() page.cpp:32")},
		Second: report.Place{Kind: "free", Stack: frames("Page::~Page() page.cpp:70")}}
	r := &report.Report{Trace: "app.srt", Races: []*report.Race{race, aside}}
	return &Trace{Path: "app.srt", Report: r, Program: "/opt/app/app",
		Loops: []*report.LoopPlace{{What: "QDialog::exec", Stack: loop, Races: []*report.Race{race}}}}
}

const (
	qtBelow = "#7  0x1 in QEventLoop::exec(QFlags<QEventLoop::ProcessEventsFlag>) () from /lib/libQt5Core.so.5\n#8  0x1 in QCoreApplication::exec() () from /lib/libQt5Core.so.5\n#9  0x1 in main () at /src/main.cpp:5\n"
	open    = "#4  0x1 in QEventLoop::exec(QFlags<QEventLoop::ProcessEventsFlag>) () from /lib/libQt5Core.so.5\n#5  0x1 in QDialog::exec() () from /lib/libQt5Widgets.so.5\n"
	asked   = "#2  0x1 in Page::ask (this=0x5) at /src/page.cpp:22\n#3  0x1 in Page::pressed (this=0x5) at /src/page.cpp:50\n"
)

// TestExplain: a crash, and what is said of it.
func TestExplain(t *testing.T) {
	signal := func(s string) string { return "Program terminated with signal " + s + ", x.\n" }
	asan := func(use, free, alloc string) string {
		return "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x1\nREAD of size 4 at 0x1 thread T0\n    #0 0x1 in " + use +
			"\n\nfreed by thread T0 here:\n    #0 0x1 in operator delete(void*)\n    #1 0x1 in " + free + "\n\npreviously allocated by thread T0 here:\n    #0 0x1 in operator new(unsigned long)\n    #1 0x1 in " + alloc +
			"\n\nSUMMARY: AddressSanitizer: heap-use-after-free x\n"
	}
	for name, c := range map[string]struct{ text, want, says string }{
		"at the use":           {signal("SIGSEGV") + "#0  Page::count (this=0x5, n=1) at /build/src/page.cpp:9\n" + asked + qtBelow, "likely 111111111111", "at a use of the race"},
		"below the use's line": {signal("SIGSEGV") + "#1  0x1 in QLabel::setText(QString const&) () from /lib/libQt5Widgets.so.5\n" + asked + qtBelow, "possible 111111111111", "the class of the race's object"},
		"without lines": {signal("SIGSEGV") + "#0  0x1 in Page::count(int) ()\n#1  0x1 in Page::ask() ()\n#2  0x1 in Page::pressed() ()\n" + qtBelow, "possible 111111111111",
			"called as in the recording"},
		"in another function, without lines": {signal("SIGSEGV") + "#0  0x1 in Other::f() ()\n#1  0x1 in Page::ask() ()\n#2  0x1 in Page::pressed() ()\n" + qtBelow, "none", "no race has its use there"},
		"a null pointer":                     {"app[1]: segfault at 10 ip 1\n#0  Page::count (this=0x5, n=1) at page.cpp:9\n" + asked + qtBelow, "none", "address 0x10: a null pointer"},
		"called for null":                    {signal("SIGSEGV") + "#0  Page::count (this=0x0, n=1) at page.cpp:9\n" + asked + qtBelow, "none", "called for a null pointer"},
		"an assertion":                       {signal("SIGABRT") + "#0  __GI_abort () at abort.c:1\n#1  QMessageLogger::fatal(char const*, ...) const () from /lib/libQt5Core.so.5\n" + asked + qtBelow, "none", "ended itself"},
		"a damaged heap":                     {signal("SIGABRT") + "#0  __GI_abort () at abort.c:1\n#1  malloc_printerr (str=0x1 \"free(): invalid pointer\") at ./malloc/malloc.c:1\n" + asked + qtBelow, "possible 111111111111", ""},
		"from outside":                       {signal("SIGTERM") + "#0  Page::count (n=1) at page.cpp:9\n" + asked + qtBelow, "none", "SIGTERM"},
		"a division":                         {signal("SIGFPE") + "#0  Page::count (n=1) at page.cpp:9\n" + asked + qtBelow, "none", "SIGFPE"},
		"another line":                       {signal("SIGSEGV") + "#0  Other::f (this=0x5) at other.cpp:9\n" + strings.Replace(asked, ":22", ":29", 1) + qtBelow, "none", "no race has its use there"},
		"another line, wild":                 {"app[1]: segfault at 7f1234567890 ip 1\n#0  Other::f (this=0x5) at other.cpp:9\n" + strings.Replace(asked, ":22", ":29", 1) + qtBelow, "possible 111111111111", "neither that of a null pointer"},
		"before the loop":                    {"app[1]: segfault at 7f1234567890 ip 1\n#0  Other::f (this=0x5) at other.cpp:9\n" + strings.Replace(asked, ":22", ":12", 1) + qtBelow, "none", ""},
		"inside the loop":                    {"app[1]: segfault at 7f1234567890 ip 1\n#0  Other::f (this=0x5) at other.cpp:9\n" + open + strings.Replace(asked, ":22", ":20", 1) + qtBelow, "none", "the 1 race that it makes possible strikes when it is over"},
		"in the free":                        {signal("SIGABRT") + "#0  malloc_printerr (str=0x1 \"double free or corruption (out)\") at ./malloc/malloc.c:1\n#1  Page::~Page (this=0x5) at page.cpp:71\n" + open + strings.Replace(asked, ":22", ":20", 1) + qtBelow, "likely 111111111111", "in what frees the race's object"},
		"free, another fault":                {signal("SIGSEGV") + "#1  Page::~Page (this=0x5) at page.cpp:71\n" + open + strings.Replace(asked, ":22", ":20", 1) + qtBelow, "none", "was open"},
		"another file":                       {signal("SIGSEGV") + "#0  Page::count (this=0x5, n=1) at wiki.cpp:9\n#1  0x1 in Page::ask (this=0x5) at wiki.cpp:22\n" + qtBelow, "none", "No recording has a nested loop"},
		"unrecorded loop":                    {signal("SIGSEGV") + "#0  Other::f (this=0x5) at other.cpp:9\n" + open + "#6  0x1 in Page::print (this=0x5) at page.cpp:99\n" + qtBelow, "none", "none of the recordings has that loop"},
		"set aside":                          {signal("SIGSEGV") + "#0  Page::show (this=0x5) at page.cpp:32\n" + qtBelow, "possible 222222222222", "analyze sets this race aside: guarded by a flag"},
		"aside, not at it":                   {signal("SIGSEGV") + "#0  0x1 in QLabel::setText(QString const&) () from /lib/libQt5Widgets.so.5\n#1  Page::show (this=0x5) at page.cpp:35\n" + qtBelow, "none", ""},
		"no symbols":                         {signal("SIGSEGV") + "#0  0x1 in ?? ()\n#1  0x2 in ?? ()\n", "no answer", "all 2 frames are ??"},
		"libraries alone":                    {signal("SIGSEGV") + "#0  0x1 in ?? ()\n" + strings.Split(qtBelow, "#9")[0], "no answer", "only those of libraries"},
		"another program":                    {"Core was generated by `/usr/bin/editor'.\n#0  Text::draw (this=0x5) at text.cpp:9\n" + qtBelow, "no answer", "the report is of editor, the traces are of app"},
		"recursion":                          {signal("SIGSEGV") + strings.Repeat("#1  Page::count (n=1) at page.cpp:9\n", 150) + qtBelow, "none", "a recursion without an end"},
		"asan":                               {asan("Page::count(int) /src/page.cpp:9:3\n    #1 0x1 in Page::ask() /src/page.cpp:22:3", "Page::~Page() /src/page.cpp:70:1", "Window::open() /src/page.cpp:90:1"), "sure 111111111111", "freed where the race has its free"},
		"asan, another free":                 {asan("Page::count(int) /src/page.cpp:9:3\n    #1 0x1 in Page::ask() /src/page.cpp:22:3", "Cache::drop() /src/page.cpp:7:1", "Window::open() /src/page.cpp:90:1"), "likely 111111111111", "allocated where"},
		"asan, free alone":                   {asan("Other::f() /src/other.cpp:9:3", "Page::~Page() /src/page.cpp:70:1", "Window::open() /src/page.cpp:90:1"), "none", ""},
		"asan, along":                        {asan("Note::set() /src/page.cpp:3:3\n    #1 0x1 in Page::ask() /src/page.cpp:22:3", "Note::~Note() /src/page.cpp:4:1\n    #2 0x1 in Page::~Page() /src/page.cpp:70:1", "Note::make() /src/page.cpp:5:1"), "likely 111111111111", "freed below what the race's free calls"},
		"asan, another race":                 {asan("Other::f() /src/other.cpp:9:3", "Other::g() /src/other.cpp:7:1", "Other::h() /src/other.cpp:1:1"), "none", ""},
		"asan, overflow":                     {strings.ReplaceAll(strings.Split(asan("Page::count(int) /src/page.cpp:9:3", "x", "y"), "freed by")[0]+"SUMMARY: AddressSanitizer: heap-use-after-free x\n", "use-after-free", "buffer-overflow"), "none", "heap-buffer-overflow"},
	} {
		crash, err := crashreport.Parse([]byte(c.text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		a := Explain(crash, []*Trace{app()})
		var out, asJSON bytes.Buffer
		if err := a.Text(&out, nil); err != nil {
			t.Fatal(err)
		}
		if err := a.JSON(&asJSON); err != nil {
			t.Fatal(err)
		}
		got := "none"
		switch n := a.Best(); {
		case n != nil:
			got = n.Confidence.String() + " " + n.Race.ID
		case a.NoAnswer != "":
			got = "no answer"
		}
		if got != c.want || !strings.Contains(out.String(), c.says) {
			t.Errorf("%s: %s, expected %s and %q\n%s", name, got, c.want, c.says, out.String())
		}
	}
}

// TestOfStockPrograms: where nothing has a name, functions are compared by where they begin,
// in the file that was recorded.
func TestOfStockPrograms(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "libappprivate.so.22")
	source := filepath.Join(dir, "a.c")
	if err := os.WriteFile(source, []byte("int g;\nvoid asks(void) { g++; g *= 3; g++; }\nvoid called(void) { g--; g *= 5; }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(needs.Tool(t, "cc"), "-O0", "-shared", "-fPIC", "-Wl,--build-id", "-o", path, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	at := map[string]uint64{}
	f, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	list, _ := f.DynamicSymbols()
	f.Close()
	for _, symbol := range list {
		at[symbol.Name] = symbol.Value
	}
	loop := []symbols.Frame{{Module: path, Offset: at["asks"] + 4}, {Module: path, Offset: at["called"] + 4}}
	race := &report.Race{ID: "333333333333", Kind: "use-free", Loop: &report.Loop{Name: "v1", What: "QMenu::exec", Resume: sparsehb.NoOp},
		First: report.Place{Kind: "hold", Stack: loop}, Hold: &sparsehb.LiveReference{Class: "Part"},
		Second: report.Place{Kind: "free", Stack: frames("QObject::event(QEvent*) @/lib/libQt5Core.so.5+50")}}
	place := &report.LoopPlace{What: "QMenu::exec", Live: []*report.LiveReference{{Holder: loop}}, Races: []*report.Race{race}}
	trace := func(build string) *Trace {
		return &Trace{Path: "a.srt", Report: &report.Report{Races: []*report.Race{race}}, Program: "/usr/bin/app", Loops: []*report.LoopPlace{place},
			Modules: []crashreport.Module{{Path: "/usr/bin/app"}, {Path: path, BuildID: build}}}
	}
	const head, qt = "Executable: /usr/bin/app\nStack trace of thread 1:\n", "#7  0x3 _ZN10QEventLoop4execE6QFlagsINS_17ProcessEventsFlagEE (libQt5Core.so.5 + 0x9)\n"
	frame := func(offset uint64) string { return fmt.Sprintf("#1  0x1 n/a (libappprivate.so.22 + 0x%x)\n", offset) }
	build := symbols.BuildIDOf(path)
	for name, c := range map[string]struct{ text, build, want string }{
		"elsewhere in it": {head + frame(at["asks"]+9) + frame(at["called"]+5) + qt, build, "possible"},
		"another one":     {head + frame(at["called"]+9) + qt, build, "none"},
		"another build":   {head + frame(at["asks"]+9) + frame(at["called"]+5) + qt, "00112233", "none"},
		"in the loop":     {head + frame(0x9999) + qt + "#8  0x3 _ZN5QMenu4execEv (libQt5Widgets.so.5 + 0x9)\n" + frame(at["asks"]+5), build, "none"},
	} {
		crash, err := crashreport.Parse([]byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		a, got := Explain(crash, []*Trace{trace(c.build)}), "none"
		if n := a.Best(); n != nil {
			got = n.Confidence.String()
		}
		if got != c.want {
			t.Errorf("%s: %s, expected %s: %+v", name, got, c.want, a)
		}
		if name == "in the loop" && (len(a.Open) != 1 || !a.Open[0].Recorded || a.Open[0].What != "QMenu::exec") {
			t.Errorf("%s: %+v", name, a.Open)
		}
	}
}
