package report

import (
	"fmt"
	"strings"

	"sparseracer/internal/symbols"
	"sparseracer/sparsehb"
)

// fewestForOverview is how many races a listing has before it starts with a table.
const fewestForOverview = 2

// mostInOverview is how many of them the table names, unless more are to be told.
const mostInOverview = 100

// overview is the table of all races by the pair of handlers that collide, for
// who has many: each race has a line, and every line is one of the terminal's.
func (p *page) overview(races []*Race) {
	if len(races) < fewestForOverview {
		return
	}
	groups, order := byHandlers(races)
	p.WriteByte('\n')
	p.prose(0, p.paint(bold, fmt.Sprintf("By handlers, %s (%s):", count(len(order), "pair", "pairs"), roles(races))))
	for _, key := range order {
		p.WriteString("  " + halves(key[0], " | ", key[1], p.style.Width-2, cut) + "\n")
		for _, r := range groups[key] {
			lead := "  " + r.lead()
			room := p.style.Width - 4 - len(r.ID) - width(lead)
			text := halves(r.First.function(), " / ", r.Second.function(), room, cutStart)
			p.WriteString("    " + p.paint(r.colour(), r.ID) + lead + text + "\n")
		}
	}
}

// roles are those of the two handlers of a line.
func roles(races []*Race) string {
	const useFree, others = "the one that uses | the one that frees", "the one that came first | the other one"
	other := 0
	for _, r := range races {
		if r.Kind != kindUseFree {
			other++
		}
	}
	switch other {
	case 0:
		return useFree
	case len(races):
		return others
	}
	return useFree + "; of data races and double frees " + others
}

// byHandlers groups races by what their handlers are, in order of appearance.
func byHandlers(races []*Race) (groups map[[2]string][]*Race, order [][2]string) {
	groups = map[[2]string][]*Race{}
	for _, r := range races {
		key := [2]string{r.First.Event.shape(), r.Second.Event.shape()}
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], r)
	}
	return groups, order
}

// Shape is what an event is, for a table of many.
func (e *Event) Shape() string { return e.shape() }

// shape is what an event is, without what distinguishes it from others of its kind.
func (e *Event) shape() string {
	if e == nil || e.Name == mainEvent {
		return e.describe()
	}
	if thread, ok := strings.CutPrefix(e.Name, mainEvent+"."); ok && e.Kind == "env" {
		return "start-up code of thread " + clean(thread)
	}
	s := *e
	s.Entry, s.Interval, s.Test = "", "", ""
	return s.Details()
}

// handler is what runs for an event: of one that nobody knows more of, its name.
func (e *Event) handler() string {
	if e != nil && e.Name != mainEvent && (e.Type != "" || e.Owner != "") {
		return "the handler of " + e.shape()
	}
	return e.describe()
}

// halves puts two texts into one line: the one that is longer loses what the
// other one does not need.
func halves(a, between, b string, columns int, cut func(string, int) string) string {
	room := columns - width(between)
	wa, wb := width(a), width(b)
	switch half := room / 2; {
	case wa+wb <= room:
	case wa <= half:
		b = cut(b, room-wa)
	case wb <= half:
		a = cut(a, room-wb)
	default:
		a, b = cut(a, half), cut(b, room-half)
	}
	return a + between + b
}

// lead is what is unusual about a race.
func (r *Race) lead() string {
	lead := ""
	switch {
	case r.Filtered != "":
		lead = "filtered: "
	case r.Verdict != predicted:
		lead = clean(r.Verdict) + ": "
	case r.Observed:
		lead = "seen: "
	case r.By == sparsehb.ByCall:
		lead = "by call: "
	case r.Loop != nil:
		lead = "nested loop: "
	}
	if r.Kind != kindUseFree {
		lead += r.Title() + ": "
	}
	return lead
}

// function is the place's function, or the event where none is known.
func (p *Place) function() string {
	if f := p.Frame(); f != nil {
		return clean(symbols.Spoken(f.Name()))
	}
	return p.who()
}

// Brief names a race for lists that have no room for its summary: the functions of its
// two operations, or their events.
func (r *Race) Brief() string { return r.First.function() + " / " + r.Second.function() }
