// Package exercise uses a program as a person would who wants to see all of it: what is
// chosen is what has not been tried, by what the program's windows show. What it does is kept as
// sessions, which a person can read and the player plays again (docs/sessions.md).
//
// The rules it keeps: the same seed, memory and states give the same choices; what it knows is
// kept between sessions, so that each goes where the ones before it did not; a session ends as a
// person's does, with its dialogs left and its main window closed.
package exercise

import (
	"encoding/json"
	"errors"
	"hash/fnv"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sparseracer/internal/probe"
)

// Memory is what sessions have found out about a program.
type Memory struct {
	Command []string            // what was used; nil before the first session
	Alone   bool                // it ended by itself, or showed nothing to use
	Screen  bool                `json:",omitempty"` // it needs an X server, though it is one of Qt
	Crashed []int               // sessions that ended by themselves
	Windows map[string]*Window  // by what they are known by; of a dialog each page
	Pages   map[string][]string `json:",omitempty"` // of dialogs with several: what each one offers, a hash
	Loops   int                 // nested loops that waited in one of the windows
}

// Window is a kind of window: same class, same name.
type Window struct {
	Title string
	Page  bool `json:",omitempty"` // another one than the first of a dialog
	Loop  bool // a nested loop waited while it was in front, whatever its page
	Acts  map[string]*Act
}

// Act is one thing that a person can do in a window.
type Act struct {
	Tried   int
	Missing int            // how often its window was in front without it, the last times
	Leads   map[string]int // windows in front afterwards, with how often
}

// given is how often a window is looked at again for an act that it does not offer: an entry that is
// disabled, a field that has no focus.
const given = 3

// open: it was never tried, and there is hope that it can be.
func (a *Act) open() bool { return a.Tried == 0 && a.Missing < given }

// NewMemory knows nothing.
func NewMemory() *Memory { return &Memory{Windows: map[string]*Window{}} }

// ReadMemory reads what Write left; a file that is not there is an empty memory.
func ReadMemory(path string) (*Memory, error) {
	m := NewMemory()
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, m); err != nil {
		return nil, &fs.PathError{Op: "read", Path: path, Err: err}
	}
	for _, w := range m.Windows {
		if w == nil {
			return nil, &fs.PathError{Op: "read", Path: path, Err: errors.New("a window without contents")}
		}
	}
	return m, nil
}

// Write keeps it in a file.
func (m *Memory) Write(path string) error {
	data, err := json.MarshalIndent(m, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o600) // texts of the program
}

// Untried is how many acts were seen and never tried.
func (m *Memory) Untried() int {
	n := 0
	for _, w := range m.Windows {
		for _, a := range w.Acts {
			if a.Tried == 0 {
				n++
			}
		}
	}
	return n
}

// Tried is how many different acts were tried.
func (m *Memory) Tried() int {
	n := 0
	for _, w := range m.Windows {
		for _, a := range w.Acts {
			if a.Tried > 0 {
				n++
			}
		}
	}
	return n
}

var digits = regexp.MustCompile(`[0-9]+`)

// keyOf is what a window is known by. A title may count, as "Untitled 2" does; a menu has its
// entries for a name.
func keyOf(s *probe.State) string {
	name := s.Name
	if s.Class == "QMenu" || s.Class == "GtkMenu" {
		var entries []string
		for _, c := range s.Choices {
			if strings.HasPrefix(c, "item ") && len(entries) < 4 {
				entries = append(entries, c[len("item "):])
			}
		}
		name = strings.Join(entries, "/")
	}
	return s.Class + " " + digits.ReplaceAllString(name, "#")
}

// placed are steps at a place: their numbers are no count.
var placed = []string{"at ", "double ", "context ", "wheel ", "key ", "touch at ", "pen at ", "near at ", "pinch ", "gesture "}

func actOf(step string) string {
	if word, _, more := strings.Cut(step, " "); more && (word == "text" || word == "commit") {
		return word // whatever is typed
	}
	if isPlaced(step) {
		return step
	}
	return digits.ReplaceAllString(step, "#")
}

// isPlaced: the step is at a place. A drag may be between what a text or a name tells, too.
func isPlaced(step string) bool {
	if word, between, _ := strings.Cut(step, " "); word == "drag" || word == "stroke" || word == "erase" {
		return between != "" && between[0] >= '0' && between[0] <= '9'
	}
	return slices.ContainsFunc(placed, func(p string) bool { return strings.HasPrefix(step, p) })
}

// mostPages of a dialog are told apart.
const mostPages = 6

// pageOf is what a dialog's page is known by, an assistant's or one behind a tab, and whether it was
// seen the first time: a button that is on several does something else on each. Pages are told apart by
// the buttons and fields that can be used. A window that is no dialog has one page.
func (m *Memory) pageOf(s *probe.State) (key string, fresh bool) {
	key = keyOf(s)
	if !slices.Contains(s.Choices, "close") {
		return key, m.Windows[key] == nil
	}
	h := fnv.New64a()
	for _, c := range slices.Sorted(slices.Values(s.Choices)) {
		if strings.HasPrefix(c, "click ") || strings.HasPrefix(c, "field ") {
			h.Write([]byte(actOf(c) + "\n"))
		}
	}
	page := strconv.FormatUint(h.Sum64(), 16)
	n := slices.Index(m.Pages[key], page)
	if n < 0 && len(m.Pages[key]) < mostPages {
		n, fresh = len(m.Pages[key]), true
		if m.Pages == nil {
			m.Pages = map[string][]string{}
		}
		m.Pages[key] = append(m.Pages[key], page)
	}
	if n > 0 {
		key += " page " + strconv.Itoa(n+1) // no other key has a number
	}
	return key, fresh
}

// Kinds is how many windows there are, whatever pages they have.
func (m *Memory) Kinds() int {
	n := 0
	for _, w := range m.Windows {
		if !w.Page {
			n++
		}
	}
	return n
}

// see notes what a state shows of the window of that key.
func (m *Memory) see(key string, s *probe.State, nested bool) *Window {
	w := m.Windows[key]
	if w == nil {
		w = &Window{Title: s.Name, Page: key != keyOf(s), Acts: map[string]*Act{}}
		m.Windows[key] = w
	}
	if w.Acts == nil {
		w.Acts = map[string]*Act{}
	}
	first := m.Windows[keyOf(s)] // of its pages
	if first == nil {
		first = w // a file that somebody wrote
	}
	if nested && !first.Loop {
		first.Loop = true
		m.Loops++
	}
	for _, a := range w.Acts {
		a.Missing++
	}
	for _, c := range s.Choices {
		a := w.Acts[actOf(c)]
		if a == nil && weight(c) > 0 {
			a = &Act{}
			w.Acts[actOf(c)] = a
		}
		if a != nil {
			a.Missing = 0
		}
	}
	return w
}

// did notes what came of an act.
func (m *Memory) did(window, step, after string) {
	w := m.Windows[window]
	if w == nil {
		return
	}
	a := w.Acts[actOf(step)]
	if a == nil {
		a = &Act{}
		w.Acts[actOf(step)] = a
	}
	a.Tried++
	if a.Leads == nil {
		a.Leads = map[string]int{}
	}
	a.Leads[after]++
}

// leaves: the step only ends what is in front.
func leaves(step string) bool { return step == "key Escape" || step == "close" }

// nextTo is, of the acts that can be done now, one that begins a shortest way to a window in which
// something was not tried; "" if none is known.
func (m *Memory) nextTo(from string, possible []string) string {
	distance := m.distances()
	best, least := "", -1
	for _, step := range possible {
		a := m.Windows[from].Acts[actOf(step)]
		if a == nil {
			continue
		}
		for to := range a.Leads {
			if d, known := distance[to]; known && to != from && a.mostly(to) && (least < 0 || d < least || d == least && step < best) {
				best, least = step, d
			}
		}
	}
	return best
}

// mostly: it is a way there. What followed once, and hardly ever again, had another cause.
func (a *Act) mostly(to string) bool {
	const often = 4
	return often*a.Leads[to] >= a.Tried
}

// distances are the least number of acts from each window to one with something untried. Edges are
// walked backwards, from those windows, breadth first.
func (m *Memory) distances() map[string]int {
	into := map[string][]string{}
	var queue []string
	distance := map[string]int{}
	for key, w := range m.Windows {
		open := false
		for _, a := range w.Acts {
			open = open || a.open()
			for to := range a.Leads {
				if a.mostly(to) {
					into[to] = append(into[to], key)
				}
			}
		}
		if open {
			distance[key] = 0
			queue = append(queue, key)
		}
	}
	slices.Sort(queue)
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, from := range into[at] {
			if _, known := distance[from]; !known {
				distance[from] = distance[at] + 1
				queue = append(queue, from)
			}
		}
	}
	return distance
}
