package report

import (
	"fmt"
	"slices"
	"strings"

	"sparseracer/internal/symbols"
	"sparseracer/sparsehb"
)

// race is one entry of the listing.
func (p *page) race(r *Race) {
	p.heading(r)
	p.steps(r, false)
	p.labelled(2, r.whyLabel(), strings.Join(r.Story().Why, " "))
	p.schedule(r)
	p.suggestion(r)
	p.stacks(r, false)
}

func (p *page) heading(r *Race) {
	p.WriteString(p.paint(r.colour(), r.Title()+" "+r.ID))
	seen := ""
	switch {
	case r.Observed:
		seen = ", seen in the recorded run"
	case r.By == sparsehb.ByCall:
		seen = ", by call"
	}
	if in := r.inThread(); in != "" {
		seen += ", " + in
	}
	verdict := clean(r.Verdict)
	if r.dangles() && r.Verdict == predicted {
		verdict = "dangling"
	}
	fmt.Fprintf(p, " (%s%s)\n", verdict, seen)
	summary := r.Summary()
	if r.Kind == kindReadWrite || r.First.Frame() == nil {
		summary = upper(summary) // else it starts with a function's name
	}
	p.prose(2, summary+".")
	if potential := r.potential(); potential != "" {
		p.prose(2, potential)
	}
	if r.By == sparsehb.ByCall {
		p.prose(2, byCall(r.Kept))
	}
	if tried := r.steered(); tried != "" {
		p.prose(2, tried)
	}
	if matters := r.Matters.Story(); matters != "" {
		p.prose(2, matters)
	}
	if covered := r.covered(); covered != "" {
		p.prose(2, covered)
	}
	if harm := r.harm(); harm[1] != "" {
		p.prose(2, harm[1])
	}
	if r.Filtered != "" {
		p.prose(2, "Filtered: "+clean(r.Filtered)+".")
	}
	if r.Pairs > 1 || r.Handlers > 1 {
		p.prose(2, "Stands for "+r.stands()+".")
		p.among(r)
	}
}

// stands says for how much a race stands.
func (r *Race) stands() string {
	in := count(r.Handlers, "pair of handlers", "pairs of handlers")
	if r.Shared {
		in = "at least " + in
	}
	return fmt.Sprintf("%s in %s", count(r.Pairs, "pair of operations", "pairs of operations"), in)
}

// shownPlaces of the pairs that a race stands for are in a listing; explain shows all.
const shownPlaces = 4

// among names the places that a race stands for, where they are several.
func (p *page) among(r *Race) {
	places := r.Places()
	if len(places) < 2 {
		return
	}
	list := shownAlike(places, placeText)
	for i, q := range list {
		if i == shownPlaces {
			p.prose(4, count(len(list)-i, "more place", "more places")+".")
			return
		}
		p.hanging(4, 6, fmt.Sprintf("%s (%s)", q.text, count(q.pairs, "pair", "pairs")))
	}
}

// shownPlace is places that a reader cannot tell apart, and their pairs.
type shownPlace struct {
	text  string
	pairs uint64
}

// shownAlike are the pairs of places as text shows them: what it shows alike is one.
func shownAlike(places []PlacePair, text func(*symbols.Frame) string) []shownPlace {
	var list []shownPlace
	for _, q := range places {
		said := text(at(q.First)) + " / " + text(at(q.Second))
		i := slices.IndexFunc(list, func(s shownPlace) bool { return s.text == said })
		if i < 0 {
			i, list = len(list), append(list, shownPlace{text: said})
		}
		list[i].pairs += q.Pairs
	}
	return list
}

// colour of a heading: red for what was seen.
func (r *Race) colour() string {
	if r.Observed || r.Verdict == confirmed {
		return red
	}
	return yellow
}

func (r *Race) whyLabel() string {
	if r.Kind == kindDoubleFree {
		return "Why:"
	}
	return "Why nothing orders them:"
}

// steps is the recorded run: what happened in the nested loop stands further
// in, the two operations that race are marked.
func (p *page) steps(r *Race, quote bool) {
	p.prose(2, p.paint(bold, "The recorded run, by operation:"))
	digits, steps := 1, r.Story().Steps
	for _, s := range steps {
		digits = max(digits, len(fmt.Sprint(s.Operation)))
	}
	for _, s := range steps {
		text, in := s.Text, digits+6
		if r.InLoop(s.Operation) {
			in += 2
		}
		if s.At != nil {
			text += ", in " + placeText(s.At)
		}
		lead := fmt.Sprintf("%*d  ", digits, s.Operation)
		if s.Operation == r.First.Operation || s.Operation == r.Second.Operation {
			p.WriteString(p.paint(red, "  > "+lead))
		} else {
			p.WriteString("    " + p.paint(dim, lead))
		}
		p.WriteString(strings.Repeat(" ", in-digits-6))
		p.continued(in, in, text)
		if quote && s.At != nil && s.At.Column > 0 { // without a column it is the head of the function
			p.source(s.At, in+2, 0)
		}
	}
}

// InLoop reports whether an operation lies in the nested loop of a race.
func (r *Race) InLoop(op uint64) bool {
	return r.Loop != nil && op > r.Loop.Pause && op < r.Loop.Resume
}

func (p *page) schedule(r *Race) {
	schedule := r.Story().Schedule
	if len(schedule) == 0 {
		return
	}
	p.prose(2, p.paint(bold, "The schedule that breaks it:"))
	for i, s := range schedule {
		p.hanging(4, 7, fmt.Sprintf("%d. %s", i+1, s))
	}
}

func (p *page) suggestion(r *Race) {
	if s := r.Suggestion(); s != "" {
		p.labelled(2, "Suggestion:", s)
	}
}

// stacks are those of both operations and of the allocation, as AddressSanitizer
// has them. A listing leaves out what is the same everywhere.
func (p *page) stacks(r *Race, whole bool) {
	for _, q := range []*Place{&r.First, &r.Second, r.Alloc} {
		if q == nil || len(q.Stack) == 0 {
			continue
		}
		p.prose(2, p.paint(bold, r.stackHeading(q)+":"))
		if whole {
			p.stack(q.Stack)
		} else {
			p.folded(q.Stack)
		}
	}
}

// stackHeading says what a stack of a race is about.
func (r *Race) stackHeading(q *Place) string {
	by := fmt.Sprintf(" by %s (operation %d)", q.who(), q.Operation)
	switch q.Kind {
	case "alloc":
		return "Allocated" + by
	case "free":
		return "Freed" + by
	case "destroy":
		return "Destroyed" + by
	case "scope":
		return "Out of scope by" + strings.TrimPrefix(by, " by")
	case "use":
		return "Used" + by
	}
	return fmt.Sprintf("%s of %s%s%s", upper(q.Kind), count(q.Size, "byte", "bytes"), r.inside(q), by)
}

// inside says where in the allocation an access is.
func (r *Race) inside(q *Place) string {
	a := r.Alloc
	if a == nil || q.Addr < a.Addr || q.Addr-a.Addr >= a.Size {
		return " at " + clean(q.Location)
	}
	where := "the start of"
	if n := q.Addr - a.Addr; n > 0 {
		where = count(n, "byte", "bytes") + " into"
	}
	return fmt.Sprintf(" at %s, %s the %s allocated%s,", clean(q.Location), where, count(a.Size, "byte", "bytes"), a.as())
}

// stack is every frame, with source lines around the application's first one.
func (p *page) stack(stack []symbols.Frame) {
	for i := range stack {
		if i == maxDepth {
			fmt.Fprintf(p, "    … %s\n", count(len(stack)-i, "more frame", "more frames"))
			break
		}
		p.frame(stack, i)
	}
}

func (p *page) frame(stack []symbols.Frame, i int) {
	f := &stack[i]
	number := p.paint(dim, fmt.Sprintf("#%d", i))
	fmt.Fprintf(p, "    %s %s\n", number, p.paintedFrame(f))
	if app := stepFrame(stack); f == app {
		p.source(app, 8, 1)
	}
}

// paintedFrame is frameText; the application's functions stand out.
func (p *page) paintedFrame(f *symbols.Frame) string {
	text := frameText(f)
	if isSystem(f) {
		return p.paint(dim, text)
	}
	name := clean(symbols.Brief(f.Name()))
	return p.paint(blue, name) + strings.TrimPrefix(text, name)
}

const (
	shownFrames = 8 // lines of a stack in a listing; explain shows all
	shownSystem = 2 // frames of libraries that stand as they are
)

// folded is a stack for a listing: many frames of libraries in a row become one
// line, and what called main is left out.
func (p *page) folded(stack []symbols.Frame) {
	end := len(stack)
	if main := slices.IndexFunc(stack, func(f symbols.Frame) bool { return f.Function == "main" }); main >= 0 {
		end = main + 1
	}
	for i, lines := 0, 0; i < end; lines++ {
		if lines == shownFrames {
			fmt.Fprintf(p, "    … %s\n", count(len(stack)-i, "more frame", "more frames"))
			return
		}
		run := i
		for run < end && isSystem(&stack[run]) {
			run++
		}
		if run-i <= shownSystem || i == 0 {
			p.frame(stack, i)
			i++
			continue
		}
		fmt.Fprintf(p, "    %s\n", p.paint(dim, fmt.Sprintf("#%d … #%d in libraries", i, run-1)))
		i = run
	}
}
