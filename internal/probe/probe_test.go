package probe

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const states = "1\t0\t1\tMain\t\toutside theme;quit\n" +
	"2\t0\t2\tQDialog\tOpen\toutside files;closewindow Log ;quit\n" +
	"3\t0\t2\tQDialog\tOpen\toutside files;outside processes;quit\n" +
	"4\t7\t3\tQMenu\t\tquit\n" +
	"5\t0\t1\tMain\t\tquit\n" +
	"6\t0\t2\tcut off"

func TestNew(t *testing.T) {
	list, err := ReadStates(strings.NewReader(states))
	if err != nil || len(list) != 5 {
		t.Fatal(err, list)
	}
	const session = "wait 1\nitem Open\nkey Tab\nitem New\nwait 1\nkey Escape\n"
	tried := Tried{}
	probes := tried.New(list, session, nil)
	var got []string
	for _, p := range probes {
		got = append(got, p.Loop()+": "+p.Step+" by "+p.By().String())
	}
	want := []string{
		`QDialog "Open": closewindow Log  by a person`,
		`QDialog "Open": outside files by the outside`,
		`QDialog "Open": outside processes by the outside`,
		`QDialog "Open": quit by a call`,
		`QMenu: quit by a call`,
	}
	if loops := len(tried.Loops()); loops != 2 || !slices.Equal(got, want) {
		t.Errorf("%d loops:\n%s", loops, strings.Join(got, "\n"))
	}
	if again := tried.New(list, session, func(p Probe) bool { return p.Step == probes[0].Step && p.At.Line == probes[0].At.Line }); len(again) != 1 {
		t.Errorf("asked for one event again: %v", again)
	}
	if again := tried.New(list, session, nil); len(again) != 0 {
		t.Errorf("tried again: %v", again)
	}
	// The same loop, left in another way, is another one to its handler; leaving it by a key or a button is one.
	for _, c := range []struct {
		end  string
		want int
	}{{"item Other", 5}, {"key Escape", 5}, {"click QPushButton Cancel", 0}, {"item Other", 0}} {
		if other := tried.New(list, strings.Replace(session, "item New", c.end, 1), nil); len(other) != c.want {
			t.Errorf("left by %q: %v, expected %d", c.end, other, c.want)
		}
	}
	if probes := (Tried{}).New(nil, "", nil); len(probes) != 0 {
		t.Error("something to try in nothing")
	}
}

// TestSort: each kind of window has its turn before the same event comes at another of the kind, the accepted one first.
func TestSort(t *testing.T) {
	at := func(line int, name string) string {
		return fmt.Sprintf("%d\t0\t2\tQDialog\t%s\toutside files;outside hour\n", line, name)
	}
	list, err := ReadStates(strings.NewReader("1\t0\t1\tMain\t\tquit\n" + at(2, "Delete") + "3\t0\t1\tMain\t\tquit\n" + at(4, "Delete") +
		"5\t0\t1\tMain\t\tquit\n" + at(6, "Edit")))
	if err != nil {
		t.Fatal(err)
	}
	probes := Tried{}.New(list, "wait 1\nkey Escape\nwait 1\nclick QPushButton Yes\nwait 1\nclick QPushButton OK\n", nil)
	var got []string
	for _, p := range probes {
		got = append(got, fmt.Sprint(p.At.Line, " ", p.Step))
	}
	want := []string{"4 outside files", "6 outside files", "4 outside hour", "6 outside hour", "2 outside files", "2 outside hour"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestSortBehind: what a window of the loop's own opens, the list of a combo box, comes after the loops of others.
func TestSortBehind(t *testing.T) {
	const font = "outside files;outside theme;elsewhere Bold\n"
	list, err := ReadStates(strings.NewReader("1\t0\t1\tMain\t\tquit\n2\t0\t2\tQFontDialog\t\toutside files\n3\t0\t2\tList\t\t" + font +
		"4\t0\t3\tQMenu\t\tquit\n5\t0\t2\tList\t\t" + font + "6\t0\t1\tMain\t\tquit\n7\t0\t2\tQDialog\t\toutside files;elsewhere Save\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range (Tried{}).New(list, "a\nb\nc\nd\ne\nf\ng\n", nil) {
		got = append(got, fmt.Sprint(p.At.Line, " ", p.Step))
	}
	want := []string{"7 elsewhere Save", "2 outside files", "3 elsewhere Bold", "7 outside files", "3 outside files", "3 outside theme", "4 quit"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestSortByTurns: what a person does at many windows does not keep the outside from its turn.
func TestSortByTurns(t *testing.T) {
	var list []Probe
	for _, step := range []string{"quit", "elsewhere A", "elsewhere B", "outside hour", "elsewhere C", "outside files", "closeall"} {
		list = append(list, Probe{Step: step})
	}
	Sort(list, func(p Probe) Probe { return p })
	var got []string
	for _, p := range list {
		got = append(got, p.Step)
	}
	want := []string{"elsewhere A", "outside files", "elsewhere B", "outside hour", "elsewhere C", "quit", "closeall"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestHours: what counts down by a timer needs many turns of it.
func TestHours(t *testing.T) {
	got, err := (Probe{At: State{Line: 1}, Step: "outside hour"}).Script("close\n")
	turns := strings.Repeat("outside hour\nwait 50\n", 19)
	if want := turns + "outside hour\nwait 300\nclose\nwait 300\nquit\n"; err != nil || got != want {
		t.Errorf("%v\n%s", err, got)
	}
}

// TestDuringDrag: what comes while a drag waits for its release stands between its halves; a drag without a loop of its own has no such place.
func TestDuringDrag(t *testing.T) {
	const session = "wait 1\ndrag item A to item B\nclose\n"
	list, err := ReadStates(strings.NewReader("1\t0\t1\tMain\t\tquit\n2\t0\t1\tMain\t\tquit\n2\t1\t2\tQDrag\tMain\toutside files;quit\n3\t0\t1\tMain\t\tquit\n"))
	if err != nil {
		t.Fatal(err)
	}
	probes := Tried{}.New(list, session, nil)
	if len(probes) != 2 || probes[0].Step != "outside files" || probes[0].Loop() != `QDrag "Main"` {
		t.Fatalf("%+v", probes)
	}
	const want = "wait 1\nlift item A to item B\noutside files\nwait 300\ndrop\nclose\nwait 300\nquit\n"
	if got, err := probes[0].Script(session); err != nil || got != want {
		t.Errorf("%v\n%s", err, got)
	}
	for _, c := range []struct {
		line int
		came bool
	}{{2, false}, {3, true}, {5, true}} {
		if got := probes[0].Came([]State{{Line: 1}, {Line: c.line}}); got != c.came {
			t.Errorf("a run that ended after line %d came to the event: %v", c.line, got)
		}
	}
	asks := Probe{At: list[2], Step: "closeall"}
	if !asks.Asked([]State{{Line: 5, Level: 3, Class: "QMessageBox"}}, list) {
		t.Error("what the event asks was not seen")
	}
	if script, err := asks.Answered().Script(session); err != nil || strings.Split(script, "\n")[asks.after()-1] != answerStep {
		t.Errorf("%v\n%s", err, script)
	}
}

func TestScript(t *testing.T) {
	const session = "wait 1\nitem Open\nmonkey 3 20 30\nclose\n"
	for _, c := range []struct {
		at   State
		want string
	}{
		{State{Line: 2}, "wait 1\nquit\nwait 300\nitem Open\nmonkey 3 20 30\nclose\nwait 300\nquit\n"},
		{State{Line: 3, Act: 7}, "wait 1\nitem Open\nmonkey 3 7 30\nquit\nwait 300\nmonkey 3 20 30 7\nclose\nwait 300\nquit\n"},
		{State{Line: 3}, "wait 1\nitem Open\nquit\nwait 300\nmonkey 3 20 30 0\nclose\nwait 300\nquit\n"},
	} {
		if got, err := (Probe{At: c.at, Step: "quit"}).Script(session); err != nil || got != c.want {
			t.Errorf("%+v: %v\n%s", c.at, err, got)
		}
	}
	if _, err := (Probe{At: State{Line: 5}, Step: "quit"}).Script(session); err == nil {
		t.Error("a line that is not there")
	}
}

// TestAsked: in a run with the event a window stands that no session has, one loop further.
func TestAsked(t *testing.T) {
	const session = "wait 1\nitem Open\nmonkey 3 20 30\nclose\n"
	known := []State{{Level: 1, Class: "Main"}, {Level: 2, Class: "QMenu"}, {Level: 2, Class: "QMessageBox", Name: "Save?"}}
	for _, c := range []struct {
		name string
		at   State
		step string
		ran  State
		want bool
	}{
		{"a question", State{Line: 2, Level: 2}, "closewindow Main ", State{Line: 4, Level: 3, Class: "QMessageBox", Name: "Really?"}, true},
		{"before a monkey's act", State{Line: 3, Act: 7, Level: 2}, "quit", State{Line: 6, Act: 7, Level: 3, Class: "QDialog"}, true},
		{"one of the session's", State{Line: 2, Level: 2}, "closewindow Main ", State{Line: 4, Level: 3, Class: "QMessageBox", Name: "Save?"}, false},
		{"no further loop", State{Line: 2, Level: 2}, "closewindow Main ", State{Line: 4, Level: 2, Class: "QDialog"}, false},
		{"of a later step", State{Line: 2, Level: 2}, "closewindow Main ", State{Line: 5, Level: 3, Class: "QDialog"}, false},
	} {
		p := Probe{At: c.at, Step: c.step}
		if got := p.Asked([]State{c.ran}, known); got != c.want || !p.MayAsk() {
			t.Errorf("%s: %v", c.name, got)
		}
		script, err := p.Answered().Script(session)
		lines := strings.Split(script, "\n")
		if at := p.after() - 1; err != nil || lines[at] != answerStep || lines[at-1] != "wait 300" {
			t.Errorf("%s: %v\n%s", c.name, err, script)
		}
	}
	for step, may := range map[string]bool{"outside files": false, "outside hangup": true, "outside theme": false, "shortcut Main Ctrl+W": true} {
		if (Probe{Step: step}).MayAsk() != may {
			t.Errorf("%s: expected %v", step, may)
		}
	}
}

func FuzzReadStates(f *testing.F) {
	f.Add(states)
	f.Fuzz(func(t *testing.T, text string) {
		list, err := ReadStates(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, p := range (Tried{}).New(list, text, nil) {
			if strings.ContainsAny(p.Step+p.Loop(), "\n") {
				t.Errorf("%+v", p)
			}
			_, _ = p.Script("a\nb\n")
		}
	})
}
