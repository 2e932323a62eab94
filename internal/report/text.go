package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"sparseracer/internal/symbols"
)

// Style is how text is laid out. The zero value suits a file: 80 columns, no
// colour, source lines from nowhere.
type Style struct {
	Width   int  // columns, 0 = 80
	Colour  bool // only when asked for; see UseColour
	Sources bool // quote source lines
}

// UseColour decides about colour from `--color=auto|always|never` (or ""), the
// value of NO_COLOR and whether the output is a terminal.
func UseColour(flag, noColour string, terminal bool) (bool, error) {
	switch flag {
	case "", "auto":
		return terminal && noColour == "", nil
	case "always":
		return true, nil
	case "never":
		return false, nil
	}
	return false, fmt.Errorf("--color=%s: expected auto, always or never", clean(flag))
}

// shownFrames is how much of a stack a listing shows; explain shows all.
const shownFrames = 8

// shownNotes bounds the notes on symbols: one a library is too many.
const shownNotes = 5

// page collects text; it knows width and colour.
type page struct {
	strings.Builder
	style   Style
	sources sources
}

func newPage(s Style) *page {
	if s.Width <= 0 {
		s.Width = 80
	}
	s.Width = max(s.Width, 40)
	return &page{style: s, sources: sources{}}
}

// Text writes the report for a terminal.
func (r *Report) Text(w io.Writer, s Style) error {
	p := newPage(s)
	p.verdict(r)
	for _, race := range r.Listed() {
		p.WriteByte('\n')
		p.race(race)
	}
	p.WriteByte('\n')
	p.notes(r.Notes)
	for i, line := range r.next() {
		p.command(i == 0, line)
	}
	_, err := io.WriteString(w, p.String())
	return err
}

// verdict is the first lines: what was found, why to doubt it, what was
// looked at.
func (p *page) verdict(r *Report) {
	p.paint(bold, r.headline())
	p.WriteByte('\n')
	for _, w := range r.Warnings {
		p.prose(0, "warning: "+w+".")
	}
	for _, fact := range r.facts() {
		p.prose(0, fact)
	}
}

// facts are what was looked at, and what of it is not listed.
func (r *Report) facts() []string {
	outlived := ""
	if n := r.Counts.OutlivedPairs; n > 0 {
		outlived = fmt.Sprintf(", %d more where the event would have gone with its receiver", n)
	}
	if n := r.Counts.ModalPairs; n > 0 {
		outlived += fmt.Sprintf(", %d kept apart by a modal dialog", n)
	}
	if n := r.Counts.GuardedPairs; n > 0 {
		outlived += fmt.Sprintf(", %d guarded by a flag", n)
	}
	if n := r.Counts.CountedPairs; n > 0 {
		outlived += fmt.Sprintf(", %d under a reference that the using handler holds", n)
	}
	out := []string{fmt.Sprintf("Looked at %s, %s, %s and %s: %s without an order, %d of them benign%s.",
		count(r.Operations, "operation", "operations"), count(r.Events, "event", "events"),
		count(r.Blocks, "block", "blocks"), count(r.Loops, "nested loop", "nested loops"),
		count(r.Counts.OperationPairs, "pair of use and free", "pairs of use and free"), r.Counts.BenignPairs, outlived)}
	if n := r.Counts.ReadWritePairs; n > 0 {
		out = append(out, fmt.Sprintf("Read-write: %s without an order.", count(n, "pair of accesses", "pairs of accesses")))
	}
	if n := len(r.Races) - len(r.Reported()); n > 0 {
		listed := "not listed"
		if r.All {
			listed = "listed last"
		}
		by := fmt.Sprintf("%d by suppressions", r.Suppressed)
		if r.Known > 0 {
			by += fmt.Sprintf(", %d in the baseline", r.Known)
		}
		out = append(out, fmt.Sprintf("%s filtered (%s), %s.", count(n, "race is", "races are"), by, listed))
	}
	return out
}

// headline is the verdict in one line.
func (r *Report) headline() string {
	reported := r.Reported()
	new := ""
	if r.Compared {
		new = "new "
	}
	if len(reported) == 0 {
		if len(r.Warnings) > 0 {
			return "no " + new + "races in what was recorded"
		}
		return "no " + new + "races"
	}
	kinds := map[string]int{}
	verdicts := map[string]int{}
	for _, race := range reported {
		kinds[race.Title()]++
		verdicts[race.Verdict]++
	}
	return count(len(reported), new+"race", new+"races") + ": " +
		tally(kinds, "use-after-free", "use-after-destroy", "double free", "read-write race") + ", " +
		tally(verdicts, "confirmed", "feasible", predicted)
}

// tally counts in a fixed order; a single kind needs no number.
func tally(n map[string]int, order ...string) string {
	var out []string
	for _, k := range order {
		switch {
		case n[k] == 0:
		case len(n) == 1:
			return k
		default:
			out = append(out, fmt.Sprintf("%d %s", n[k], k))
		}
	}
	return strings.Join(out, ", ")
}

// Title is the kind of a race as people call it.
func (r *Race) Title() string {
	switch r.Kind {
	case kindReadWrite:
		return "read-write race"
	case kindDoubleFree:
		return "double free"
	}
	if r.Second.Kind == "destroy" {
		return "use-after-destroy"
	}
	return "use-after-free"
}

// Summary is the race in one sentence: by functions where they are known, else
// by events.
func (r *Race) Summary() string {
	if r.Kind == kindReadWrite {
		return fmt.Sprintf("%s in %s and %s in %s collide", r.First.Kind, r.First.where(), r.Second.Kind, r.Second.where())
	}
	s := fmt.Sprintf("%s uses what %s %s", r.First.where(), r.Second.where(), r.Second.ends())
	if r.Kind == kindDoubleFree {
		s = fmt.Sprintf("%s frees what %s has freed", r.Second.where(), r.First.where())
	}
	if r.Alloc != nil {
		s += ", allocated in " + r.Alloc.where() + r.Alloc.as()
	}
	return s
}

// ends is what the end of an object's life is: its memory may live on.
func (p *Place) ends() string {
	if p.Kind == "destroy" {
		return "destroys"
	}
	return "frees"
}

func (p *Place) where() string {
	f := at(p.Stack)
	switch {
	case f == nil:
		return p.Event.describe()
	case f.File != "" && f.Line > 0:
		return fmt.Sprintf("%s (%s:%d)", clean(f.Name()), clean(baseName(f.File)), f.Line)
	}
	return clean(f.Name())
}

func baseName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// race is one entry of the listing.
func (p *page) race(r *Race) {
	p.heading(r)
	p.steps(r, 1)
	if r.Kind == kindDoubleFree {
		p.prose(2, "Why: "+strings.Join(r.Why, " "))
	} else {
		p.prose(2, "Why nothing orders them: "+strings.Join(r.Why, " "))
	}
	p.schedule(r)
	p.suggestion(r)
	p.stacks(r, shownFrames)
}

func (p *page) heading(r *Race) {
	p.paint(red, r.Title()+" "+r.ID)
	seen := ""
	if r.Observed {
		seen = ", seen in the recorded run"
	}
	fmt.Fprintf(p, " (%s%s)\n", clean(r.Verdict), seen)
	summary := r.Summary()
	if r.Kind == kindReadWrite || at(r.First.Stack) == nil {
		summary = upper(summary) // else it starts with a function's name
	}
	p.prose(2, summary+".")
	if tried := r.steered(); tried != "" {
		p.prose(2, tried)
	}
	if r.Filtered != "" {
		p.prose(2, "Filtered: "+clean(r.Filtered)+".")
	}
	if r.Pairs > 1 || r.Handlers > 1 {
		p.prose(2, fmt.Sprintf("Stands for %s in %s.",
			count(r.Pairs, "pair of operations", "pairs of operations"), count(r.Handlers, "pair of handlers", "pairs of handlers")))
	}
}

func (p *page) steps(r *Race, depth int) {
	p.prose(2, "The recorded run, by operation:")
	digits := 1
	for _, s := range r.Steps {
		digits = max(digits, len(fmt.Sprint(s.Operation)))
	}
	for _, s := range r.Steps {
		text := fmt.Sprintf("%*d  %s", digits, s.Operation, s.Text)
		if s.At != nil {
			text += ", at " + frameText(s.At)
		}
		p.hanging(4, 4+digits+2, text)
		if depth > 1 && s.At != nil {
			p.source(s.At, 4+digits+4, 0)
		}
	}
}

func (p *page) schedule(r *Race) {
	if len(r.Schedule) == 0 {
		return
	}
	p.prose(2, "The schedule that breaks it:")
	for i, s := range r.Schedule {
		p.hanging(4, 7, fmt.Sprintf("%d. %s", i+1, s))
	}
}

func (p *page) suggestion(r *Race) {
	if s := r.suggestion(); s != "" {
		p.prose(2, "Suggestion: "+s)
	}
}

func (p *page) stacks(r *Race, most int) {
	places := []*Place{&r.First, &r.Second}
	if r.Alloc != nil {
		places = append(places, r.Alloc)
	}
	for _, q := range places {
		if len(q.Stack) == 0 {
			continue
		}
		p.prose(2, fmt.Sprintf("%s at operation %d, %s:", upper(noun(q)), q.Operation, q.Event.describe()))
		p.stack(q.Stack, most)
	}
}

func (p *page) stack(stack []symbols.Frame, most int) {
	app := telling(stack)
	for i := range stack {
		if i == most {
			fmt.Fprintf(p, "    … %s\n", count(len(stack)-i, "more frame", "more frames"))
			break
		}
		fmt.Fprintf(p, "    #%d %s\n", i, frameText(&stack[i]))
		if &stack[i] == app {
			p.source(app, 8, 1)
		}
	}
}

// frameText is a frame as AddressSanitizer's users know it.
func frameText(f *symbols.Frame) string {
	switch {
	case f.File != "" && f.Line > 0 && f.Column > 0:
		return fmt.Sprintf("%s %s:%d:%d", clean(f.Name()), clean(f.File), f.Line, f.Column)
	case f.File != "" && f.Line > 0:
		return fmt.Sprintf("%s %s:%d", clean(f.Name()), clean(f.File), f.Line)
	case f.Function != "" && f.Module != "":
		return fmt.Sprintf("%s (%s+0x%x)", clean(f.Function), clean(baseName(f.Module)), f.Offset)
	}
	return clean(f.Name())
}

// next names the commands to run now.
func (r *Report) next() []string {
	if l := r.Reported(); len(l) > 0 {
		return []string{command("explain", r.Trace, l[0].ID), command("confirm", r.Trace, "--", "./app-asan")}
	}
	if len(r.Races) > 0 && !r.All {
		return []string{command("analyze", r.Trace, "--all")}
	}
	record := []string{"--"}
	if len(r.Command) == 0 {
		record = append(record, "./app")
	}
	return []string{command("record", "", append(record, r.Command...)...)}
}

func (p *page) notes(notes []string) {
	for i, n := range notes {
		if i == shownNotes {
			p.prose(0, fmt.Sprintf("note: %s on symbols.", count(len(notes)-i, "more note", "more notes")))
			break
		}
		p.prose(0, "note: "+clean(n)+".")
	}
}

// command is never wrapped: it is there to be copied.
func (p *page) command(first bool, line string) {
	lead := "      "
	if first {
		lead = "next: "
	}
	p.WriteString(lead)
	p.paint(bold, line)
	p.WriteByte('\n')
}

const (
	bold = "1"
	red  = "1;31"
)

func (p *page) paint(sgr, s string) {
	if p.style.Colour {
		s = "\x1b[" + sgr + "m" + s + "\x1b[0m"
	}
	p.WriteString(s)
}

func (p *page) prose(indent int, s string) { p.hanging(indent, indent, s) }

// hanging wraps at blanks; a word longer than a line has one to itself.
func (p *page) hanging(first, rest int, s string) {
	lead := strings.Repeat(" ", first)
	column := 0
	for i, word := range strings.Split(s, " ") {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
			p.WriteString(lead)
			column = first
		case column+1+n > p.style.Width && word != "":
			p.WriteByte('\n')
			p.WriteString(strings.Repeat(" ", rest))
			column = rest
		default:
			p.WriteByte(' ')
			column++
		}
		p.WriteString(word)
		column += n
	}
	p.WriteByte('\n')
}
