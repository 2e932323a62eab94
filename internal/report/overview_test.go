package report

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"sparseracer/internal/symbols"
)

func many(n int) *Report {
	timer := &Event{Name: "e1", Kind: "timer", Type: "Timer", Class: "QTimer", Interval: "20"}
	delete := &Event{Name: "e2", Kind: "deferred", Type: "DeferredDelete", Class: "Dialog", Object: "名前名前名前名前名前名前名前"}
	stack := func(name string) []symbols.Frame {
		return []symbols.Frame{{Function: name, File: "/src/a.cpp", Line: 3}}
	}
	r := &Report{Trace: "t"}
	for i := range n {
		race := &Race{
			ID: fmt.Sprintf("%012x", i), Kind: kindUseFree, Verdict: predicted, Pairs: uint64(i + 1),
			First:  Place{Kind: "read", Event: timer, Stack: stack(fmt.Sprintf("Namespace::View%d::paint(int)", i))},
			Second: Place{Kind: "free", Event: delete, Stack: stack("Namespace::Dialog::~Dialog()")},
		}
		if i == n-1 {
			race.Verdict = confirmed
			race.First.Event = nil
		}
		r.Races = append(r.Races, race)
	}
	r.Rank()
	return r
}

// Every race has a line in the table, however few are reported, and no line is
// longer than the terminal's.
func TestOverview(t *testing.T) {
	for _, wide := range []int{40, 60, 80, 200} {
		for _, colour := range []bool{false, true} {
			text := textOf(t, many(12), Style{Width: wide, Stories: 3, Colour: colour})
			table, rest, _ := strings.Cut(text[strings.Index(text, "By handlers"):], "\n\n")
			lines := strings.Split(table, "\n")
			for _, line := range lines[1:] {
				if width(line) > wide {
					t.Errorf("%d columns of %d: %q", width(line), wide, line)
				}
			}
			for i := range 12 {
				if !strings.Contains(table, fmt.Sprintf("%012x", i)) {
					t.Errorf("race %d is not in\n%s", i, table)
				}
			}
			if got := strings.Count(rest, "use-after-free 0"); got != 3 || !strings.Contains(strings.Join(strings.Fields(rest), " "), "9 more races in the table above: ") {
				t.Errorf("%d races told in\n%s", got, rest)
			}
		}
	}
	got, _, _ := strings.Cut(textOf(t, many(3), Style{Width: 72}), "\n\nuse-after-free")
	want := `3 races: use-after-free, 1 confirmed, 2 predicted
Looked at 0 operations, 0 events, 0 blocks and 0 nested loops: 0
unordered use/free pairs, 0 of them benign.

By handlers, 2 pairs (the one that uses | the one that frees):
  start-up code | DeferredDelete to Dialog "名前名前名前名前名前名前名…
    000000000002  confirmed: …ace::View2::paint() / …::Dialog::~Dialog()
  timer to QTimer | DeferredDelete to Dialog "名前名前名前名前名前名前…
    000000000000  Namespace::View0::paint() / …espace::Dialog::~Dialog()
    000000000001  Namespace::View1::paint() / …espace::Dialog::~Dialog()`
	if got != want {
		t.Errorf("found\n%s\nexpected\n%s", got, want)
	}
	if text := textOf(t, many(1), Style{}); strings.Contains(text, "By handlers") {
		t.Error("a table of one race")
	}
}

// A table of hostile names is text, and keeps its width.
func TestOverviewOfHostileNames(t *testing.T) {
	const evil = "\x1b[2J\u202e\u009b31m\r\n\xff"
	r := many(3)
	for _, race := range r.Races {
		race.Second.Event.Class, race.Second.Event.Object = evil, evil
		race.First.Stack[0].Function = "N::" + evil + "<" + evil + ">(" + evil + ")"
		race.Verdict = evil
	}
	text := textOf(t, r, Style{Width: 60})
	for _, c := range text {
		if c != '\n' && !unicode.IsPrint(c) {
			t.Fatalf("%U got through", c)
		}
	}
	table, _, _ := strings.Cut(text[strings.Index(text, "By handlers"):], "\n\n")
	for _, line := range strings.Split(table, "\n")[1:] {
		if width(line) > 60 && !strings.Contains(line, "\\x1b[2J") { // a verdict is not cut
			t.Errorf("%d columns: %q", width(line), line)
		}
	}
}

func TestCutToColumns(t *testing.T) {
	for _, c := range []struct {
		in      string
		columns int
		end     string
		start   string
	}{
		{"abcdef", 6, "abcdef", "abcdef"}, {"abcdef", 4, "abc…", "…def"}, {"名前名前", 5, "名前…", "…名前"},
		{"名前名前", 4, "名…", "…前"}, {"", 0, "", ""},
	} {
		if got := cut(c.in, c.columns); got != c.end {
			t.Errorf("cut(%q, %d) is %q", c.in, c.columns, got)
		}
		if got := cutStart(c.in, c.columns); got != c.start {
			t.Errorf("cutStart(%q, %d) is %q", c.in, c.columns, got)
		}
	}
}

// Libraries between two functions of the application are one line in a listing,
// and the start of the process none.
func TestLibraryFramesAreFolded(t *testing.T) {
	app := func(name string) symbols.Frame {
		return symbols.Frame{Function: name, File: "/src/a.cpp", Line: 1, Module: "/src/app"}
	}
	lib := symbols.Frame{Module: "/usr/lib/libQt5Core.so.5", Offset: 16}
	p := newPage(Style{})
	p.folded([]symbols.Frame{lib, app("use"), lib, lib, app("slot"), lib, lib, lib, app("main"), lib})
	want := `    #0 libQt5Core.so.5+0x10
    #1 use /src/a.cpp:1
    #2 libQt5Core.so.5+0x10
    #3 libQt5Core.so.5+0x10
    #4 slot /src/a.cpp:1
    #5 … #7 in libraries
    #8 main /src/a.cpp:1
`
	if p.String() != want {
		t.Errorf("found\n%s", p)
	}
}

// TestLongOverview: the table of a long list ends after a hundred, and says how many are left; who
// asks for all gets all.
func TestLongOverview(t *testing.T) {
	for _, c := range []struct {
		races, stories, lines int
		left                  string
	}{{100, 3, 100, "97 more races in the table above: "}, {250, 3, 100, "… and 150 more races."}, {250, 200, 200, "… 50 more races: "}, {250, 0, 250, ""}} {
		text := textOf(t, many(c.races), Style{Width: 80, Stories: c.stories})
		table, rest, _ := strings.Cut(text[strings.Index(text, "By handlers"):], "\n\n")
		lines := 0
		for line := range strings.Lines(table) {
			if strings.HasPrefix(line, "    0") {
				lines++
			}
		}
		if lines != c.lines || c.left == "" && strings.Contains(text, "more races") || !strings.Contains(table+rest, c.left) {
			t.Errorf("%d races, %d told: %d lines, without %q", c.races, c.stories, lines, c.left)
		}
	}
}

// TestWhereWithoutFunction: a place whose function is not known is named by what its handler handles,
// if that is known, and else by its event.
func TestWhereWithoutFunction(t *testing.T) {
	for want, e := range map[string]*Event{
		"the handler of input Mouse press to QWidgetWindow \"Main\"": {Name: "e540", Kind: "input", Type: "Mouse", Action: "press", Class: "QWidgetWindow", Object: "Main"},
		"the handler of timer of QTimer beat":                        {Name: "e7", Kind: "timer", Owner: "QTimer beat"},
		"event e5":                                                   {Name: "e5", Kind: "posted"},
		"start-up code":                                              {Name: mainEvent},
	} {
		if got := (&Place{Event: e}).where(); got != want {
			t.Errorf("%q, expected %q", got, want)
		}
	}
}
