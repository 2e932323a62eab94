package report

import (
	"fmt"
	"io"
	"strings"

	"sparseracer/internal/audit"
	"sparseracer/internal/symbols"
)

// What the text of an audit shows of each kind of thing; JSON has all.
const (
	shownHandlers = 3
	shownInside   = 6
	shownObjects  = 8
)

// fates are what became of a kept object, for a sentence; JSON has these words.
var fates = map[audit.Fate]string{
	audit.Slipped: "freed inside the loop", audit.Other: "freed by another handler",
	audit.Outside: "freed outside every handler",
	audit.Own:     "freed by the same handler", audit.Stays: "not freed",
}

// Text writes the audit for a terminal.
func (a *Audit) Text(w io.Writer, s Style) error {
	p := newPage(s)
	p.prose(0, p.paint(bold, a.headline()+"."))
	p.warnings(a.Warnings)
	for _, place := range a.Places {
		p.WriteByte('\n')
		p.place(place)
	}
	return p.end(w, a.Notes, a.next())
}

// WriteWritten says, after an audit went into a file, what it found and what to
// run now.
func (a *Audit) WriteWritten(w io.Writer, path string) error {
	p := newPage(Style{})
	p.prose(0, clean(path)+": "+a.headline()+".")
	return p.commands(w, a.next())
}

func (a *Audit) headline() string {
	if len(a.Places) == 0 {
		return "no nested loop was spun"
	}
	runs, risky, used := 0, 0, "used afterwards"
	for _, p := range a.Places {
		runs += len(p.Runs)
		if len(p.Live) > 0 {
			used = "used afterwards, or referred to,"
		}
		if p.atRisk() > 0 || len(p.Races) > 0 {
			risky++
		}
	}
	s := fmt.Sprintf("%s spun %s", count(len(a.Places), "place", "places"), count(runs, "nested loop", "nested loops"))
	if risky == 0 {
		return s + "; nothing that their handlers " + used + " was freed by others"
	}
	return s + fmt.Sprintf("; at %d of them a handler %s what something else freed", risky, used)
}

func (p *page) place(l *LoopPlace) {
	title := l.Where()
	p.hanging(0, 4, p.paint(l.colour(), title)+" ("+l.sum()+")")
	for _, r := range l.Races {
		p.prose(2, p.paint(red, "race "+r.ID)+": "+r.Summary()+".")
	}
	p.labelled(2, "Spun by", few(l.handlers(), shownHandlers)+".")
	p.labelled(2, "Ended by", few(l.enders(), shownHandlers)+".")
	p.labelled(2, "Inside ran", l.inside()+".")
	p.objects(l)
	p.references(l)
	if len(l.Stack) > 0 {
		p.prose(2, p.paint(bold, fmt.Sprintf("Stack, of loop %s at operation %d:", clean(l.Runs[0].Name), l.Runs[0].Pause)))
		p.folded(l.Stack)
	}
}

func (l *LoopPlace) colour() string {
	switch {
	case len(l.Races) > 0:
		return red
	case l.atRisk() > 0:
		return yellow
	}
	return bold
}

// sum is a place's figures.
func (l *LoopPlace) sum() string {
	out := []string{count(len(l.Runs), "time", "times")}
	if n := len(l.Races); n > 0 {
		out = append(out, count(n, "race", "races"))
	}
	if n := l.atRisk(); n > 0 {
		out = append(out, fmt.Sprintf("%s at risk", count(n, "object", "objects")))
	}
	return strings.Join(out, ", ")
}

func (l *LoopPlace) inside() string {
	events := 0
	var parts []string
	for _, t := range l.Inside {
		events += t.Events
		parts = append(parts, fmt.Sprintf("%d %s", t.Events, t.What))
	}
	if events == 0 {
		return "nothing"
	}
	s := count(events, "event", "events") + ": " + few(parts, shownInside)
	if l.Nested > 0 {
		s += fmt.Sprintf("; %s further in", count(l.Nested, "loop", "loops"))
	}
	return s + fmt.Sprintf("; %s meanwhile", count(l.Frees, "free", "frees"))
}

// objects are what the handlers used again after their loops.
func (p *page) objects(l *LoopPlace) {
	total := l.More
	for _, k := range l.Objects {
		total += k.Count
	}
	if total == 0 && len(l.Live) > 0 {
		return // accesses are not recorded there
	}
	if total == 0 {
		p.prose(2, "No object that was there before is used after it by the same handler.")
		return
	}
	p.labelled(2, "Used again after it:", count(total, "object", "objects")+".")
	p.kinds(len(l.Objects), func(i int) (string, bool) { return l.Objects[i].text(), l.Objects[i].AtRisk() })
}

// kinds lists the first of many kinds of objects, those at risk marked.
func (p *page) kinds(n int, kind func(int) (text string, atRisk bool)) {
	for i := range n {
		if i == shownObjects {
			p.prose(4, fmt.Sprintf("… %s of objects: see --json", count(n-i, "more kind", "more kinds")))
			return
		}
		text, atRisk := kind(i)
		mark := "  "
		if atRisk {
			mark = p.paint(red, "! ")
		}
		p.WriteString("    " + mark)
		p.continued(6, 8, text)
	}
}

func (k *KeptObject) text() string {
	s := count(k.Size, "byte", "bytes")
	if k.Type != "" {
		s += " as " + clean(k.Type)
	}
	if k.Count > 1 {
		s = fmt.Sprintf("%d × %s", k.Count, s)
	}
	if f := at(k.Alloc); f != nil {
		s += " of " + placeText(f)
	}
	verb := map[string]string{"write": "written", "use": "used"}[k.UseKind]
	if verb == "" {
		verb = "read"
	}
	s += ": " + verb
	if f := at(k.Use); f != nil {
		s += " in " + placeText(f)
	}
	if k.Before > 0 {
		s += fmt.Sprintf(", as before (%d and %s)", k.Before, count(k.After, "access", "accesses"))
	} else {
		s += fmt.Sprintf(" (%s), but not before", count(k.After, "access", "accesses"))
	}
	s += "; " + fates[k.Fate]
	if !k.AtRisk() {
		return s
	}
	return s + freedBy(k.Freer, k.Free)
}

func freedBy(freer *Event, stack []symbols.Frame) string {
	s := ""
	if freer != nil {
		s += ", " + freer.full()
	}
	if f := at(stack); f != nil {
		s += ", in " + placeText(f)
	}
	return s
}

// next is what to do with an audit.
func (a *Audit) next() []string {
	for _, p := range a.Places {
		if len(p.Races) > 0 {
			return []string{command("explain", a.Trace, p.Races[0].ID), command("confirm", a.Trace, a.steered(p.Races[0])...)}
		}
	}
	if len(a.Places) == 0 {
		return a.Report.next()
	}
	return []string{command("analyze", a.Trace)}
}
