// Package probe derives sessions from a session: each has one event more, which comes
// while a nested loop of the program waits. A recording without that event cannot show
// what it breaks.
package probe

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// State is what stood open before a step of a session, as the player writes it
// (SESSION_STATE, docs/sessions.md).
type State struct {
	Line  int      // of the script, from 1
	Act   int      // of the line's monkey, from 0; of a drag DuringDrag
	Level int      // how many event loops run, one in another
	Class string   // of the window in front, "" for none
	Name  string   // its object's name or title
	Could []string // the steps that could be played now
	// Choices are what a person could do to the window in front; nil where nobody chooses.
	Choices []string
}

// DuringDrag is the Act of the state while a drag waits for its release.
const DuringDrag = 1

// IsDrag: the line of a session is a drag, which may wait in a loop of its own (QDrag::exec).
func IsDrag(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "drag ") }

// maxStates bounds what is read of a file.
const maxStates = 1 << 20

// ReadStates reads what the player wrote. A last line that is cut off is left out: the
// program may have ended there.
func ReadStates(r io.Reader) ([]State, error) {
	var states []State
	in := bufio.NewReader(r)
	for n := 1; len(states) < maxStates; n++ {
		line, err := in.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return states, nil
		}
		if err != nil {
			return nil, err
		}
		s, err := ParseState(strings.TrimSuffix(line, "\n"))
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		states = append(states, s)
	}
	return states, nil
}

// ParseState reads one line of what the player writes.
func ParseState(line string) (State, error) {
	fields := strings.Split(line, "\t")
	if len(fields) != 6 && len(fields) != 7 {
		return State{}, fmt.Errorf("%.80q is no state of a session", line)
	}
	var numbers [3]int
	for i := range numbers {
		n, err := strconv.Atoi(fields[i])
		if err != nil || n < 0 {
			return State{}, fmt.Errorf("%.80q: want a number", fields[i])
		}
		numbers[i] = n
	}
	s := State{Line: numbers[0], Act: numbers[1], Level: numbers[2], Class: fields[3], Name: fields[4]}
	if fields[5] != "" {
		s.Could = strings.Split(fields[5], ";")
	}
	if len(fields) == 7 {
		s.Choices = strings.Split(fields[6], ";")
	}
	return s, nil
}

// String is the line that ParseState reads.
func (s *State) String() string {
	fields := []string{strconv.Itoa(s.Line), strconv.Itoa(s.Act), strconv.Itoa(s.Level), s.Class, s.Name, strings.Join(s.Could, ";")}
	if s.Choices != nil {
		fields = append(fields, strings.Join(s.Choices, ";"))
	}
	return strings.Join(fields, "\t")
}

// By is who can make an event come.
type By int

const (
	Person  By = iota // by a window or a button that takes input
	Outside           // what the program waits for or watches
	Call              // only who calls the program: D-Bus, a session manager, a test
)

func (b By) String() string { return [...]string{"a person", "the outside", "a call"}[b] }

// Probe is one event at one loop. Without a step it is none: what fails then fails without
// any event.
type Probe struct {
	At   State  // before which it comes
	Step string // of the session's language
	// Answers: what the event makes the program ask is answered by the button that goes on.
	Answers bool `json:",omitempty"`
	left    bool // the loop is left as by Cancel: its handler mostly does nothing more
	over    bool // another window is in front than the one with which the loop began
}

// By says who brings the event.
func (p Probe) By() By {
	switch word, _, _ := strings.Cut(p.Step, " "); word {
	case "closewindow", "elsewhere", "shortcut":
		return Person
	case "outside":
		return Outside
	}
	return Call
}

// Loop names the loop for people.
func (p Probe) Loop() string {
	name := p.At.Class
	if p.At.Name != "" {
		name += fmt.Sprintf(" %q", p.At.Name)
	}
	if name == "" {
		name = "without a window"
	}
	return name
}

// place is what a loop is known by: two runs that do the same to the same loop are one. How the loop
// ends belongs to it, for what its handler does afterwards depends on that.
type place struct {
	level       int
	class, name string
	end         string // the step that ends it
}

// endLeft stands for all steps that only leave a window.
const endLeft = "left"

// endOf is the step after which the loop of a state is over: the last one that comes while as many
// loops run. Steps that only leave a window are one.
func endOf(states []State, i int, lines []string) string {
	last := i
	for j := i + 1; j < len(states) && states[j].Level >= states[i].Level; j++ {
		last = j
	}
	step := ""
	if n := states[last].Line; n >= 1 && n <= len(lines) {
		step = strings.TrimSpace(lines[n-1])
	}
	if step == "key Escape" || step == "close" || step == "dismiss" || strings.HasPrefix(step, "click ") && strings.HasSuffix(step, " Cancel") {
		return endLeft
	}
	return step
}

// firstOf is the first state in the loop of a state.
func firstOf(states []State, i int) State {
	first := states[i]
	for j := i - 1; j >= 0 && states[j].Level >= states[i].Level; j-- {
		if states[j].Level == states[i].Level {
			first = states[j]
		}
	}
	return first
}

// event is a step at a loop.
type event struct {
	place
	step string
}

// Tried are the events that sessions of one program were tried with.
type Tried map[event]bool

// Loops are the nested loops that they came in.
func (t Tried) Loops() map[string]bool {
	loops := map[string]bool{}
	for e := range t {
		e.end = ""
		loops[fmt.Sprint(e.place)] = true
	}
	return loops
}

// New gives the probes of a session that are in no earlier one, in the order of Sort. Where again says so, one that was
// is given once more, for this session goes on otherwise.
func (t Tried) New(states []State, script string, again func(Probe) bool) (probes []Probe) {
	lines, here := strings.Split(script, "\n"), Tried{}
	base := 0
	for _, s := range states {
		if base == 0 || s.Level > 0 && s.Level < base {
			base = s.Level
		}
	}
	for i, s := range states {
		if base == 0 || s.Level <= base {
			continue
		}
		at := place{s.Level, s.Class, s.Name, endOf(states, i, lines)}
		first := firstOf(states, i)
		over := s.Class != first.Class || s.Name != first.Name
		for _, step := range s.Could {
			e, p := event{at, step}, Probe{At: s, Step: step, left: at.end == endLeft, over: over}
			if !here[e] && (!t[e] || again != nil && again(p)) {
				t[e], here[e] = true, true
				probes = append(probes, p)
			}
		}
	}
	Sort(probes, func(p Probe) Probe { return p })
	return probes
}

// Sort puts first what a person or the outside can bring about, the two by turns, and of that each event at each kind of window
// once, before the same comes at others of them: time is mostly too short for all. What the program watches or waits for goes, at
// each of its loops, before an hour passes at any of them; a window that a loop has opened comes after the loop's own. At a dialog that is accepted it comes before
// one that is left, for more is done then.
func Sort[T any](list []T, of func(T) Probe) {
	type kind struct{ class, name, step string }
	type entry struct {
		of    T
		probe Probe
		turn  int // how many like it come before
		place int // among those of the person, or of the outside
	}
	entries := make([]entry, len(list))
	for i, x := range list {
		entries[i] = entry{of: x, probe: of(x)}
	}
	leaves := func(e entry) int { return map[bool]int{true: 1}[e.probe.left] }
	slices.SortStableFunc(entries, func(a, b entry) int { return leaves(a) - leaves(b) })
	turns := map[kind]int{}
	for i := range entries {
		k := kind{entries[i].probe.At.Class, entries[i].probe.At.Name, entries[i].probe.Step}
		entries[i].turn = turns[k]
		turns[k]++
	}
	slices.SortStableFunc(entries, func(a, b entry) int {
		return cmp.Or(int(a.probe.By())-int(b.probe.By()), a.turn-b.turn, behind(a.probe)-behind(b.probe), common(a.probe)-common(b.probe), leaves(a)-leaves(b))
	})
	places := map[By]int{}
	for i := range entries {
		by := entries[i].probe.By()
		entries[i].place = places[by]
		places[by]++
	}
	called := func(e entry) int { return map[By]int{Call: 1}[e.probe.By()] }
	slices.SortStableFunc(entries, func(a, b entry) int { return cmp.Or(called(a)-called(b), a.place-b.place) })
	for i := range entries {
		list[i] = entries[i].of
	}
}

// behind: the window in front is one that its loop has opened, a menu or the list of a combo box. To the loop such
// an event is the same without it.
func behind(p Probe) int { return map[bool]int{true: 1}[p.over] }

// common is how little an event of the outside has to do with this program: what it watches, started or is connected
// to can go for some, time passes for all, and few keep what a theme changes.
func common(p Probe) int {
	switch p.Step {
	case anHour:
		return 1
	case "outside theme":
		return 2
	}
	return 0
}

// answerStep is the step by which a person answers what an event made the program ask.
var answerStep = fmt.Sprintf("answer %d", settles)

// MayAsk: the event closes something, and what is closed may ask first.
func (p Probe) MayAsk() bool {
	switch word, rest, _ := strings.Cut(p.Step, " "); word {
	case "closewindow", "elsewhere", "shortcut", "closeall", "quit":
		return true
	case "outside":
		return rest == "terminate" || rest == "hangup"
	}
	return false
}

// Asked: in a run with the event a window was in front, one loop further, that the session never has
// there. `ran` are the states of that run, `session` those without the event.
func (p Probe) Asked(ran, session []State) bool {
	for _, s := range ran {
		if s.Line == p.after() && (s.Act == p.At.Act || s.Act == 0) {
			return s.Level > p.At.Level && !slices.ContainsFunc(session, func(o State) bool { return o.Class == s.Class && o.Name == s.Name })
		}
	}
	return false
}

// Came: a run with the event came to it, as its states say.
func (p Probe) Came(ran []State) bool {
	return slices.ContainsFunc(ran, func(s State) bool { return s.Line >= p.after()-2 })
}

// after is the line behind the event and its wait, in the session with the event.
func (p Probe) after() int {
	if p.At.Act > 0 { // the monkey's line is in two, or the drag's
		return p.At.Line + 3
	}
	return p.At.Line + 2
}

// Answered is the probe with the answer after its event.
func (p Probe) Answered() Probe {
	p.Answers = true
	return p
}

// settles is how long the program has for an event, in ms.
const settles = 300

// Of an hour a timer makes one turn, and what counts down needs many.
const (
	anHour = "outside hour"
	hours  = 20
)

// Script is the session with the event before the step it belongs to. What comes after
// that goes on as it did, as far as its targets are still there; then the program quits.
func (p Probe) Script(script string) (string, error) {
	lines := strings.Split(strings.TrimSuffix(script, "\n"), "\n")
	if p.Step == "" {
		return script + fmt.Sprintf("\nwait %d\nquit\n", settles), nil
	}
	if p.At.Line < 1 || p.At.Line > len(lines) {
		return "", fmt.Errorf("line %d is not in the session, which has %d", p.At.Line, len(lines))
	}
	i := p.At.Line - 1
	out := slices.Clone(lines[:i])
	here := lines[i]
	switch word := strings.Fields(here); {
	case p.At.Act == DuringDrag && IsDrag(here):
		out, here = append(out, "lift "+strings.TrimPrefix(strings.TrimSpace(here), "drag ")), "drop"
	case len(word) >= 4 && word[0] == "monkey":
		if p.At.Act > 0 {
			out = append(out, strings.Join([]string{"monkey", word[1], strconv.Itoa(p.At.Act), word[3]}, " "))
		}
		here = strings.Join([]string{"monkey", word[1], word[2], word[3], strconv.Itoa(p.At.Act)}, " ")
	}
	wait := fmt.Sprintf("wait %d", settles)
	if p.Step == anHour {
		for range hours - 1 {
			out = append(out, anHour, fmt.Sprintf("wait %d", settles/6))
		}
	}
	out = append(out, p.Step, wait)
	if p.Answers {
		out = append(out, answerStep)
	}
	out = append(out, here)
	out = append(out, lines[i+1:]...)
	out = append(out, wait, "quit", "")
	return strings.Join(out, "\n"), nil
}
