package exercise

import (
	"math/rand/v2"
	"slices"
	"strings"

	"sparseracer/internal/probe"
)

// Chooser chooses the steps of one session.
//
// Of what can be done in the window in front, it takes what was never tried, weighed by what
// such a step mostly brings (weights); else the first step of a way to a window where something
// is untried; else anything, with rests in between: what comes by itself, a timer or an answer,
// then meets what is open. In a dialog it does a few things and leaves it, so that its nested loop
// ends and the session goes on.
type Chooser struct {
	memory *Memory
	random *rand.Rand
	most   int // acts

	acts    int
	base    int    // level of the default loop
	window  string // in front before the last step: what it, or its page, is known by
	kind    string // what it is known by, whatever its page
	files   bool   // a file dialog is in front, or a menu of it
	step    string // the last step
	visit   int    // steps in the dialog in front
	typed   bool   // words, to be accepted
	leaving int    // tries to leave what is in front
	chosen  bool   // the last step chose something in the window, a row for one, and it stayed in front
	closing bool   // the session ends
	waited  int    // for a window
}

// NewChooser begins a session of at most `most` acts.
func NewChooser(m *Memory, seed uint64, most int) *Chooser {
	return &Chooser{memory: m, random: rand.New(rand.NewPCG(seed, 0)), most: most}
}

// End is the step that ends a session.
const End = "end"

const (
	firstWindow  = 50 // waits for it, of 200 ms
	nextWindow   = 15 // likewise, after another one: a licence that is agreed to, a profile that is chosen
	aVisit       = 6  // steps in a dialog
	leavingTries = 8
)

// Next is the step after a state.
func (c *Chooser) Next(s *probe.State) string {
	if s.Class == "" {
		if c.waited++; c.waited > firstWindow || c.acts > 0 && (c.closing || c.waited > nextWindow) {
			c.Ended() // the program goes on, with nothing to use
			return End
		}
		return "wait 200"
	}
	c.waited = 0
	if c.base == 0 || s.Level > 0 && s.Level < c.base {
		c.base = s.Level
	}
	if menu := strings.HasSuffix(s.Class, "Menu"); !menu {
		c.files = isFileDialog(s.Class)
	}
	nested := s.Level > c.base
	s = withOthers(s)
	kind := keyOf(s)
	key, fresh := c.memory.pageOf(s)
	window := c.memory.see(key, s, nested)
	c.chosen = false
	if c.step != "" {
		c.chosen = key == c.window && chooses(c.step)
		c.memory.did(c.window, c.step, key)
		switch {
		case kind != c.kind:
			c.visit, c.leaving = 0, 0
		case !fresh: // a page that was never seen is worth a longer visit
			c.visit++
		}
	}
	c.window, c.kind, c.step = key, kind, ""
	if c.acts++; c.acts > c.most {
		c.closing = true
	}
	c.step = c.choose(s, window)
	if step := c.step; strings.HasPrefix(step, "wait ") {
		c.step = "" // nothing was done
		return step
	}
	return c.step
}

// withOthers is a state with what can be done in windows that are not in front, too.
func withOthers(s *probe.State) *probe.State {
	all := *s
	all.Choices = slices.Clone(s.Choices)
	for _, step := range s.Could {
		if word, _, _ := strings.Cut(step, " "); (word == "elsewhere" || word == "shortcut") && !removes(step) {
			all.Choices = append(all.Choices, step)
		}
	}
	return &all
}

// Ended: the program did not come back from the last step, which is not tried first again.
func (c *Chooser) Ended() {
	if c.step != "" {
		c.memory.did(c.window, c.step, "")
		c.step = ""
	}
}

func (c *Chooser) choose(s *probe.State, w *Window) string {
	dialog := slices.Contains(s.Choices, "close") // a nested loop may wait behind a window that takes input
	if c.closing {
		return c.close(s, w, dialog)
	}
	if dialog && c.visit >= aVisit {
		return c.leave(s)
	}
	if step := c.answer(s, dialog); step != "" {
		return step
	}
	if step := c.again(s, w); step != "" {
		return step
	}
	if step := c.untried(s, w); step != "" {
		return c.filled(step)
	}
	if step := c.memory.nextTo(c.window, s.Choices); step != "" {
		return c.filled(step)
	}
	switch n := c.random.IntN(6); {
	case n == 0:
		return rests[c.random.IntN(len(rests))]
	case n < 3 && dialog:
		return c.leave(s)
	}
	return c.filled(c.any(s, w))
}

// rests are between the steps once all was tried.
var rests = []string{"wait 300", "wait 1000", "wait 3000"}

// answer is what a person mostly does in a dialog that asks for words: types some and accepts. What
// such a dialog was for happens only then. "" where it is no such dialog, or for once something else.
func (c *Chooser) answer(s *probe.State, dialog bool) string {
	const often = 3 // of 4
	switch {
	case !dialog || !slices.Contains(s.Choices, "text"):
	case c.visit == 0 && c.random.IntN(4) < often:
		c.typed = c.random.IntN(4) < often
		return c.filled("text")
	case c.visit == 1 && c.typed:
		c.typed = false
		for _, word := range []string{"OK", "Yes", "Save", "Open", "Apply"} {
			if step := button(s, word); step != "" {
				return step
			}
		}
		return "key Return"
	}
	return ""
}

// weights are how often a step of a kind opens something, as a guess: the more, the sooner.
var weights = map[string]int{"item": 6, "click": 4, "key": 4, "context": 3, "field": 2, "double": 2, "text": 2, "commit": 1, "at": 2, "touch": 2, "pinch": 2, "gesture": 2, "pen": 2, "stroke": 2, "erase": 1, "near": 1, "elsewhere": 4, "shortcut": 3, "drag": 2}

func weight(step string) int {
	word, text, _ := strings.Cut(step, " ")
	switch {
	case leaves(step) || ends(step):
		return 0
	case word == "drag" && isPlaced(step):
		return 1 // mostly a choice of what lies there
	case strings.HasSuffix(text, "...") || strings.HasSuffix(text, "…"):
		return 4 * weights[word] // by the convention of all desktops a dialog follows
	}
	return weights[word]
}

// isFileDialog: of Qt, KDE and GTK, and classes of programs that are named after it.
func isFileDialog(class string) bool {
	return strings.HasSuffix(class, "FileDialog") || strings.HasSuffix(class, "FileWidget") || strings.Contains(class, "FileChooser")
}

// removes: the step, in a file dialog, would remove what it lists. That is what a program lists
// everywhere, and neither it nor its events: recordings lie there, and the folder itself.
func removes(step string) bool {
	word, text, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(step, "&", "")), " ")
	if word == "elsewhere" || word == "shortcut" {
		_, text, _ = strings.Cut(text, " ") // after the class
	}
	text = strings.TrimRight(text, "….")
	return slices.Contains([]string{"delete", "remove", "move to trash", "del", "shift+del", "delete this file"}, text)
}

// ends: the step would end the program.
func ends(step string) bool {
	kind, text, _ := strings.Cut(strings.ToLower(step), " ")
	if kind == "elsewhere" || kind == "shortcut" {
		_, text, _ = strings.Cut(text, " ") // after the class
	}
	for _, word := range []string{"quit", "exit", "ctrl+q"} {
		if text == word || strings.HasPrefix(text, word+" ") {
			return true
		}
	}
	return false
}

// pick draws one, weighed, the less the oftener it was tried; "" where all weigh nothing.
func (c *Chooser) pick(steps []string, w *Window) string {
	const fine = 60
	weights, all := make([]int, len(steps)), 0
	for i, s := range steps {
		tried := 0
		if a := w.Acts[actOf(s)]; a != nil {
			if tried = a.Tried; a.Leads[""] > 0 {
				continue // the program ended
			}
		}
		weights[i] = fine * weight(s) / (1 + tried)
		if c.files && removes(s) {
			weights[i] = 0
		}
		all += weights[i]
	}
	if all == 0 {
		return ""
	}
	n := c.random.IntN(all)
	for i, s := range steps {
		if n -= weights[i]; n < 0 {
			return s
		}
	}
	return ""
}

func (c *Chooser) untried(s *probe.State, w *Window) string {
	var open []string
	for _, step := range s.Choices {
		if a := w.Acts[actOf(step)]; a != nil && a.Tried == 0 {
			open = append(open, step)
		}
	}
	return c.pick(open, w)
}

// chooses: a step of this kind may choose what others are about.
func chooses(step string) bool {
	word, _, _ := strings.Cut(step, " ")
	return word == "item" || word == "at"
}

// inVain is how often a button that did nothing is pressed again.
const inVain = 4

// again is, once something was chosen in the window, a button of it that has not done anything yet: it may be about what is
// chosen. "" for none, and now and then.
func (c *Chooser) again(s *probe.State, w *Window) string {
	if !c.chosen {
		return ""
	}
	var buttons []string
	for _, step := range s.Choices {
		a := w.Acts[actOf(step)]
		if strings.HasPrefix(step, "click ") && a != nil && a.Tried > 0 && a.Tried <= inVain && a.Leads[c.window] == a.Tried {
			buttons = append(buttons, step)
		}
	}
	if len(buttons) == 0 || c.random.IntN(3) == 0 {
		return ""
	}
	return c.pick(buttons, w)
}

func (c *Chooser) any(s *probe.State, w *Window) string {
	if step := c.pick(s.Choices, w); step != "" {
		return step
	}
	return "key Escape"
}

// words are typed where text is asked for: short, numbers, paths, what separates, what is long.
var words = []string{"a", "hello", "1", "99", "notes.txt", "*", "..", "a b", "x=1", "-1", "q", "Qt", "0", "/", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}

func (c *Chooser) filled(step string) string {
	if step == "text" || step == "commit" {
		return step + " " + words[c.random.IntN(len(words))]
	}
	return step
}

// leave ends what is in front as a person would.
func (c *Chooser) leave(s *probe.State) string {
	c.leaving++
	if c.leaving == 1 {
		return "key Escape"
	}
	for _, word := range []string{"Cancel", "Close", "No", "Discard", "Don't Save", "Abort", "OK", "Yes"} {
		if step := button(s, word); step != "" && c.leaving%2 == 0 && (c.leaving > 2 || word == "Cancel" || word == "Close") {
			return step
		}
	}
	return "close"
}

// button is the step that clicks a button with such a text.
func button(s *probe.State, text string) string {
	for _, step := range s.Choices {
		if strings.HasPrefix(step, "click ") && strings.HasSuffix(step, " "+text) {
			return step
		}
	}
	return ""
}

// close leaves what is open, one by one, then closes the main window, whose question is answered
// so that it goes.
func (c *Chooser) close(s *probe.State, w *Window, dialog bool) string {
	if c.acts > c.most+leavingTries*3 {
		return End
	}
	if dialog && c.visit == 0 && c.leaving == 0 && c.random.IntN(2) == 0 {
		if step := c.untried(s, w); step != "" { // questions that only the end asks
			return c.filled(step)
		}
	}
	for _, word := range []string{"Discard", "Don't Save", "Close without Saving", "Quit", "Yes"} {
		if step := button(s, word); dialog && step != "" {
			return step
		}
	}
	if dialog {
		return c.leave(s)
	}
	if c.leaving++; c.leaving > 2 {
		return End
	}
	if c.leaving == 2 {
		return "close"
	}
	return "closemain"
}
