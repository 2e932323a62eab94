package exercise

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sparseracer/internal/probe"
)

// toy is a program of windows: what each shows, and where each step leads. "" is the end.
type toy struct {
	windows map[string]map[string]string
	stack   []string // of windows that are open, the last one is in front
	did     map[string]bool
}

// newToy has a main window, a menu, and dialogs behind dialogs.
func newToy() *toy {
	t := &toy{windows: map[string]map[string]string{
		"QMainWindow Main": {"item File": "QMenu ", "click QPushButton Add": "QMainWindow Main", "key Ctrl+F": "QDialog Find", "at 50 50": "QMainWindow Main", "click QPushButton Help": "QWizard Help"},
		"QMenu ":           {"item Open…": "QDialog Open", "item Quit": ""},
		"QDialog Find":     {"text": "QDialog Find", "click QPushButton Options": "QDialog Options", "click QPushButton Close": "back"},
		"QDialog Open":     {"item one.txt": "QDialog Open", "click QPushButton Cancel": "back"},
		"QDialog Options":  {"click QCheckBox Deep": "QDialog Deep", "click QPushButton OK": "back"},
		"QDialog Deep":     {"click QPushButton OK": "back"},
		// An assistant: its window is the same on each page.
		"QWizard Help":   {"click QPushButton Next": "QWizard Help@2", "click QPushButton Cancel": "back"},
		"QWizard Help@2": {"click QPushButton Next": "QWizard Help@3", "click QPushButton Back": "QWizard Help", "click QPushButton Cancel": "back"},
		"QWizard Help@3": {"click QPushButton Next": "QDialog Last", "click QPushButton Back": "QWizard Help@2", "field QLineEdit host": "QWizard Help@3", "click QPushButton Cancel": "back"},
		"QDialog Last":   {"click QPushButton OK": "back"},
	}, did: map[string]bool{}}
	t.stack = []string{"QMainWindow Main"}
	return t
}

func (t *toy) front() string { return t.stack[len(t.stack)-1] }

func (t *toy) state() string {
	class, name, _ := strings.Cut(t.front(), " ")
	name, _, _ = strings.Cut(name, "@")
	s := probe.State{Line: 1, Level: len(t.stack), Class: class, Name: name}
	for step := range t.windows[t.front()] {
		s.Choices = append(s.Choices, step)
	}
	slices.Sort(s.Choices)
	s.Choices = append(s.Choices, "key Escape")
	if len(t.stack) > 1 {
		s.Choices = append(s.Choices, "close")
	}
	return s.String()
}

// step does it, and says whether the program goes on.
func (t *toy) step(step string) bool {
	t.did[t.front()+": "+actOf(step)] = true
	to, known := t.windows[t.front()][actOf(step)]
	menu := strings.HasPrefix(t.front(), "QMenu")
	switch {
	case step == "closemain", known && to == "":
		return false
	case to == "back", step == "key Escape" && len(t.stack) > 1, step == "close" && len(t.stack) > 1:
		t.stack = t.stack[:len(t.stack)-1]
	case known && to != t.front():
		if menu {
			t.stack = t.stack[:len(t.stack)-1]
		}
		if strings.Contains(t.front(), "@") || strings.Contains(to, "@") { // another page
			t.stack = t.stack[:len(t.stack)-1]
		}
		t.stack = append(t.stack, to)
	}
	return true
}

// seen is what a memory notes of a state.
func seen(m *Memory, s *probe.State, nested bool) *Window {
	key, _ := m.pageOf(s)
	return m.see(key, s, nested)
}

// play lets a chooser use the program, as the player would.
func play(t *testing.T, toy *toy, c *Chooser) *Session {
	t.Helper()
	states, out := io.Pipe()
	in, steps := io.Pipe()
	go func() {
		lines := bufio.NewScanner(in)
		fmt.Fprintln(out, toy.state())
		for lines.Scan() && lines.Text() != End && toy.step(lines.Text()) {
			fmt.Fprintln(out, toy.state())
		}
		out.Close()
		_, _ = io.Copy(io.Discard, in)
	}()
	s, err := Drive(states, steps, c, func(string) {})
	steps.Close()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestAllIsTried: after some sessions each step of each window was done, but for what ends the program.
func TestAllIsTried(t *testing.T) {
	for seed := range uint64(20) {
		m, did := NewMemory(), map[string]bool{}
		for n := range uint64(6) {
			toy := newToy()
			s := play(t, toy, NewChooser(m, seed<<8+n, 30))
			if lines := strings.Split(s.Script(), "\n"); !strings.Contains(s.Script(), "closemain") || lines[0] != "wait 300" {
				t.Fatalf("seed %d: a session does not end as a person's does:\n%s", seed, s.Script())
			}
			for step := range toy.did {
				did[step] = true
			}
		}
		for window, steps := range newToy().windows {
			for step, to := range steps {
				if to != "" && !did[window+": "+step] {
					t.Errorf("seed %d: %s in %s was never done", seed, step, window)
				}
			}
		}
		if m.Untried() != 0 || m.Loops != 7 || m.Kinds() != 8 {
			t.Errorf("seed %d: %d untried, %d loops", seed, m.Untried(), m.Loops)
		}
	}
}

// TestGoesOnElsewhere: a step that ends the program is done once; the sessions after it do something else.
func TestGoesOnElsewhere(t *testing.T) {
	m, ended := NewMemory(), 0
	for n := range uint64(8) {
		toy := newToy()
		toy.windows["QMainWindow Main"]["click QPushButton Crash"] = ""
		s := play(t, toy, NewChooser(m, n, 30))
		if s.Last == "click QPushButton Crash" {
			ended++
		}
	}
	if ended != 1 || m.Untried() != 0 {
		t.Errorf("%d sessions ended by one step, %d steps were never tried", ended, m.Untried())
	}
}

// TestClosesLast: a program that goes on without a window for a while, as one does that others can activate, has ended
// for the session: what took its window away is done once, too.
func TestClosesLast(t *testing.T) {
	memory := NewMemory()
	main := probe.State{Line: 1, Level: 1, Class: "EditorWindow", Name: "notes.txt", Choices: []string{"at 96 6", "click GtkButton Add"}}
	done := map[string]int{}
	for n := range uint64(8) {
		c := NewChooser(memory, n, 6)
		for state := &main; ; {
			step := c.Next(state)
			if step == End {
				break
			}
			done[step]++
			if step == "at 96 6" || step == "closemain" {
				state = &probe.State{}
			}
		}
	}
	if done["at 96 6"] != 1 || done["click GtkButton Add"] < 8 {
		t.Errorf("in 8 sessions it does %v", done)
	}
}

// TestNotOffered: what a window had once, and has no more, is not gone for again and again: sessions
// that find nothing new do what there is in many orders, with rests.
func TestNotOffered(t *testing.T) {
	for seed := range uint64(20) {
		m := NewMemory()
		for n := range uint64(4) {
			toy := newToy()
			if n < 3 {
				seen(m, &probe.State{Class: "QMainWindow", Name: "Main", Choices: []string{"field QLineEdit gone"}}, false)
			}
			times := map[string]int{}
			for _, line := range strings.Split(play(t, toy, NewChooser(m, seed<<8+n, 40)).Script(), "\n") {
				times[line]++
			}
			if len(times) < 8 || n == 3 && times["wait 300"]+times["wait 1000"]+times["wait 3000"] < 3 {
				t.Errorf("seed %d, session %d: %v", seed, n, times)
			}
			for step, n := range times {
				if !strings.HasPrefix(step, "wait") && n > 20 {
					t.Errorf("seed %d: %s %d times in 40 steps", seed, step, n)
				}
			}
		}
	}
}

// TestElsewhere: what a window behind the one in front offers is done, too, but for what ends the program or removes files.
func TestElsewhere(t *testing.T) {
	const start, quit, removes, save = "elsewhere QPushButton Start", "elsewhere QPushButton Quit", "shortcut QFileDialog Del", "shortcut QMainWindow Ctrl+S"
	for seed := range uint64(20) {
		m, did := NewMemory(), map[string]int{}
		c := NewChooser(m, seed, 40)
		for range 40 {
			did[c.Next(&probe.State{Level: 1, Class: "QWidget", Name: "Tools", Choices: []string{"click QPushButton Add", "key Escape", "close"},
				Could: []string{"closewindow QMainWindow Main", start, quit, removes, save, "outside hour"}})]++
		}
		if did[start] == 0 || did[save] == 0 || did[quit]+did[removes]+did["closewindow QMainWindow Main"]+did["outside hour"] > 0 {
			t.Errorf("seed %d: %v", seed, did)
		}
	}
}

// TestDrags: what can be dragged is dragged, after most of what opens something; rows that differ in their number are one.
func TestDrags(t *testing.T) {
	drags := []string{"drag item row 1 to field QLabel box", "drag item First to item Second", "drag 35 40 65 60"}
	late, sooner := 0, 0
	for seed := range uint64(20) {
		toy := newToy()
		for _, d := range drags {
			toy.windows["QMainWindow Main"][actOf(d)] = "QMainWindow Main"
		}
		m := NewMemory()
		lines := strings.Split(play(t, toy, NewChooser(m, seed, 30)).Script(), "\n")
		at := func(step string) int { return slices.Index(lines, step) }
		for _, d := range drags {
			if at(actOf(d)) < 0 {
				t.Errorf("seed %d: %q was never done", seed, d)
			}
		}
		if sooner++; at("item File") < at(drags[2]) {
			late++
		}
	}
	if late < sooner*3/4 {
		t.Errorf("a drag that may be a choice alone came after the menu in %d of %d sessions", late, sooner)
	}
	if actOf("drag item row 1 to field QLabel box") != actOf("drag item row 2 to field QLabel box") || actOf("drag 1 2 3 4") == actOf("drag 1 2 3 5") {
		t.Error("drags are told apart by numbers in a text, or not by places")
	}
}

// TestSameAgain: the same seed and memory choose the same steps, also when the memory was kept in a file.
func TestSameAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.json")
	var first, second string
	for _, of := range []*string{&first, &second} {
		m := NewMemory()
		for n := range uint64(3) {
			*of += play(t, newToy(), NewChooser(m, n, 20)).Script()
			if of == &second {
				if err := m.Write(path); err != nil {
					t.Fatal(err)
				}
				var err error
				if m, err = ReadMemory(path); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if first != second {
		t.Errorf("two runs differ:\n%s\n%s", first, second)
	}
}

// TestStatesOfSteps: a state stands at the line of the script that it came before.
func TestStatesOfSteps(t *testing.T) {
	s := play(t, newToy(), NewChooser(NewMemory(), 7, 25))
	lines := strings.Split(s.Script(), "\n")
	for _, state := range s.States {
		line := lines[state.Line-1]
		if strings.HasPrefix(line, "wait ") || line == "" || line == "quit" {
			t.Errorf("line %d is %q", state.Line, line)
		}
	}
	if len(s.States) != s.Acts || s.Acts == 0 {
		t.Errorf("%d states of %d acts", len(s.States), s.Acts)
	}
}

// TestStatesOfDrags: what stood open while a drag waited stands at its line, and nothing is chosen there.
func TestStatesOfDrags(t *testing.T) {
	const states = "2\t0\t1\tMain\t\t\tdrag 1 2 3 4\n2\t1\t2\tQDrag\tMain\tquit\n2\t1\t1\tMain\t\t\tdrag 1 2 3 4\n"
	var steps strings.Builder
	s, err := Drive(strings.NewReader(states), &steps, NewChooser(NewMemory(), 1, 5), func(string) {})
	if err != nil || strings.Count(steps.String(), "\n") != 2 || len(s.States) < 2 {
		t.Fatalf("%v; steps %q, states %+v", err, steps.String(), s.States)
	}
	drag, lines := s.States[1], strings.Split(s.Script(), "\n")
	if drag.Class != "QDrag" || drag.Act != probe.DuringDrag || lines[drag.Line-1] != "drag 1 2 3 4" {
		t.Errorf("%+v in\n%s", drag, s.Script())
	}
}

// TestHostileStates: what a program writes is its own affair; nothing of it makes two steps of one.
func TestHostileStates(t *testing.T) {
	for _, states := range []string{"", "nonsense\n", "1\t0\t1\tA\tB\t\tkey Escape;at 1 1\nhalf", "1\t0\t99999999999999999999\tA\tB\t\t\n"} {
		var steps strings.Builder
		s, err := Drive(strings.NewReader(states), &steps, NewChooser(NewMemory(), 1, 5), func(string) {})
		if strings.Contains(states, "nonsense") != (err != nil) && !strings.Contains(states, "99999999999999999999") {
			t.Errorf("%q: %v", states, err)
		}
		if s == nil || strings.Count(steps.String(), "\n") > strings.Count(states, "\n") {
			t.Errorf("%q: steps %q", states, steps.String())
		}
	}
}

func TestHome(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "home")
	for range 2 {
		if err := WriteHome(dir); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"notes.txt", "picture.png", "archive.zip", "Documents/more.txt"} {
		if st, err := os.Stat(filepath.Join(dir, name)); err != nil || st.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestBrokenMemory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.json")
	for _, text := range []string{"{", `{"Windows":{"a":null}}`, "[]"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadMemory(path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestAnswers: a dialog that asks for words mostly gets some and is accepted, and not always.
func TestAnswers(t *testing.T) {
	accepted, left := 0, 0
	for seed := range uint64(40) {
		c := NewChooser(NewMemory(), seed, 30)
		main := &probe.State{Line: 1, Level: 1, Class: "QMainWindow", Choices: []string{"click QPushButton Change"}}
		asks := &probe.State{Line: 1, Level: 2, Class: "QInputDialog", Choices: []string{"click QPushButton Cancel", "click QPushButton OK", "key Return", "text", "key Escape", "close"}}
		c.Next(main)
		var steps []string
		for range 2 {
			steps = append(steps, c.Next(asks))
		}
		if strings.HasPrefix(steps[0], "text ") && steps[1] == "click QPushButton OK" {
			accepted++
		} else {
			left++
		}
	}
	if accepted < 15 || left < 5 {
		t.Errorf("%d accepted with words, %d not", accepted, left)
	}
}

// TestWaitsForNextWindow: after a first dialog, a licence say, the main window may take its time.
// What a step led to is the window that came; without one the session ends.
func TestWaitsForNextWindow(t *testing.T) {
	memory := NewMemory()
	c := NewChooser(memory, 1, 30)
	licence := probe.State{Line: 1, Level: 1, Class: "QDialog", Name: "Licence", Choices: []string{"click QPushButton Agree"}}
	main := probe.State{Line: 1, Level: 1, Class: "QMainWindow", Name: "Main", Choices: []string{"click QPushButton Add"}}
	if step := c.Next(&licence); step != "click QPushButton Agree" {
		t.Fatalf("it does %q", step)
	}
	for range nextWindow {
		if step := c.Next(&probe.State{}); step != "wait 200" {
			t.Fatalf("it does %q while there is no window", step)
		}
	}
	if step := c.Next(&main); step != "click QPushButton Add" {
		t.Fatalf("it does %q in the next window", step)
	}
	if leads := memory.Windows["QDialog Licence"].Acts["click QPushButton Agree"].Leads; leads["QMainWindow Main"] != 1 {
		t.Errorf("it remembers that this led to %v", leads)
	}
	for n := 0; ; n++ {
		if step := c.Next(&probe.State{}); step == End && n == nextWindow {
			break
		} else if step == End || n > nextWindow {
			t.Fatalf("%q after %d waits", step, n)
		}
	}
}

// TestLooks: a program that begins with a dialog is looked at behind it, and its main window closed.
func TestLooks(t *testing.T) {
	var l Look
	dialog := probe.State{Class: "QMessageBox", Choices: []string{"click QPushButton OK", "close"}}
	main := probe.State{Class: "QMainWindow", Choices: []string{"key Ctrl+N"}}
	steps := func(s *probe.State) (n int, step string) {
		for step = l.Next(s); step == lookEvery; step = l.Next(s) {
			if n++; n > waitStates+1 {
				t.Fatal("it looks for ever")
			}
		}
		return n, step
	}
	for i, want := range []struct {
		state *probe.State
		waits int
		step  string
	}{{&dialog, lookStates, "close"}, {&dialog, lookStates, "close"}, {&main, lookStates, "closemain"}, {&main, 0, End}} {
		if n, step := steps(want.state); n != want.waits || step != want.step || !l.Used() {
			t.Errorf("%d: %q after %d waits, used %v", i, step, n, l.Used())
		}
	}
	l = Look{}
	if n, step := steps(&dialog); n != lookStates || step != "close" {
		t.Errorf("%q after %d waits", step, n)
	}
	if n, step := steps(&probe.State{}); n != nextWindow || step != End {
		t.Errorf("%q after %d waits without a window", step, n)
	}
	for range 2 * aVisit { // one that comes again and again
		if _, step := steps(&dialog); step == End {
			return
		}
	}
	t.Error("it closes for ever")
}

// TestKeepsFiles: in a file dialog, and a menu of it, nothing is deleted; elsewhere it is.
func TestKeepsFiles(t *testing.T) {
	menu := probe.State{Line: 1, Level: 2, Class: "QMenu", Choices: []string{"item &Delete", "item Delete"}}
	for class, want := range map[string]bool{"QFileDialog": false, "FeatherPad::FileDialog": false, "QMainWindow": true} {
		deleted := false
		for seed := range uint64(20) {
			c := NewChooser(NewMemory(), seed, 30)
			under := probe.State{Line: 1, Level: 2, Class: class, Choices: []string{"context 50 50"}}
			c.Next(&under)
			deleted = deleted || strings.Contains(c.Next(&menu), "Delete")
		}
		if deleted != want {
			t.Errorf("over a %s: deleted %v", class, deleted)
		}
	}
}

// TestPressedAgain: a button that did nothing is mostly pressed again once a row was chosen, for it may be about that row, and
// not for ever.
func TestPressedAgain(t *testing.T) {
	const seeds = 60
	state, err := probe.ParseState("1\t0\t1\tQMainWindow\tMain\t\titem Shelf;item Saw;item Drill;item Nail;click QToolButton Quantity;click QToolButton Journal;click QToolButton New;key F1;key F2;key F3;context 50 50;at 50 50;double 50 50")
	if err != nil {
		t.Fatal(err)
	}
	soon := 0
	for seed := range uint64(seeds) {
		m, pressed, chosen, times := NewMemory(), 0, false, 0
		c := NewChooser(m, seed, 1000)
		for range 60 {
			step := c.Next(&state)
			if step == "click QToolButton Quantity" {
				if pressed++; pressed == 2 && chosen {
					soon++
				}
			}
			chosen = strings.HasPrefix(step, "item ")
			if a := m.Windows["QMainWindow Main"].Acts["click QToolButton Quantity"]; a != nil {
				times = a.Tried
			}
		}
		if times > 40 {
			t.Errorf("seed %d: pressed %d times of 60", seed, times)
		}
	}
	if soon < seeds/2 {
		t.Errorf("in %d of %d sessions it was pressed again right after a row was chosen", soon, seeds)
	}
}

// TestPauses: a session that is played again waits as long after each step as the program took to come to rest.
func TestPauses(t *testing.T) {
	for took, want := range map[time.Duration]string{0: "wait 10", 61 * time.Millisecond: "wait 70", 149 * time.Millisecond: "wait 150", time.Hour: "wait 150"} {
		s := &Session{}
		s.add(probe.State{}, "key Tab")
		s.rested(took)
		s.rested(0) // of no step
		if last := s.lines[len(s.lines)-1]; last != want {
			t.Errorf("after %v: %q, want %q", took, last, want)
		}
	}
}
