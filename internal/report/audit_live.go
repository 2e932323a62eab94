package report

import (
	"fmt"

	"sparseracer/internal/audit"
	"sparseracer/internal/symbols"
)

// What code without instrumentation kept across a loop. An audit never says of it
// that it was used.

// LiveReference stands for the objects of one place, rule, class and fate that the same
// function referred to while its loop ran.
type LiveReference struct {
	Fate    audit.Fate
	Rule    string // stack, object, memory
	Class   string
	Size    uint64 // of the first one
	Count   int
	Alloc   []symbols.Frame
	Holder  []symbols.Frame // from the frame that refers to it outwards
	Free    []symbols.Frame
	Freer   *Event
	Example uint64 // operation number of the hold
}

// AtRisk reports whether something else than the waiting handler frees them.
func (h *LiveReference) AtRisk() bool { return h.Fate >= audit.Other }

func (b *builder) reference(r *audit.Run, h *audit.LiveReference) *LiveReference {
	o := h.Object
	out := &LiveReference{
		Fate: r.Fate(o), Rule: h.Rule, Class: h.Class, Size: o.Size, Count: 1, Example: h.At.Op,
		Alloc: b.stacks[stackKey{id: o.Alloc.Stack}], Holder: b.stacks[stackKey{id: h.At.Stack}],
	}
	if out.Class == "" {
		out.Class = b.result.Tables.TypeOf(o.Alloc.Stack)
	}
	if o.Freed() {
		out.Free, out.Freer = b.stacks[stackKey{id: o.Free.Stack}], b.eventAt(o.Free.Event, o.Free.Op)
	}
	return out
}

// addReference adds an object to those that a reader would take for the same.
func (p *LoopPlace) addReference(h *LiveReference) {
	key := []string{fmt.Sprint(h.Fate), h.Rule, h.Class}
	for _, stack := range [][]symbols.Frame{h.Alloc, h.Holder, h.Free} {
		if f := at(stack); f != nil {
			key = append(key, fmt.Sprintf("%s %s:%d", f.Name(), f.File, f.Line))
		}
	}
	name := fmt.Sprintf("%q", key)
	if old := p.live[name]; old != nil {
		old.Count++
		return
	}
	p.live[name] = h
	p.Live = append(p.Live, h)
}

// referencesAtRisk counts the held objects that others free.
func (p *LoopPlace) referencesAtRisk() int {
	n := 0
	for _, h := range p.Live {
		if h.AtRisk() {
			n += h.Count
		}
	}
	return n
}

// references are what frames referred to; nothing is said where everything is instrumented.
func (p *page) references(l *LoopPlace) {
	total := 0
	for _, h := range l.Live {
		total += h.Count
	}
	if total == 0 {
		return
	}
	p.labelled(2, "Referred to by its frames, and perhaps used after it:", count(total, "object", "objects")+".")
	p.kinds(len(l.Live), func(i int) (string, bool) { return l.Live[i].text(), l.Live[i].AtRisk() })
}

func (h *LiveReference) text() string {
	s := count(h.Size, "byte", "bytes")
	if h.Rule != "stack" && h.Class != "" {
		s += " as " + clean(h.Class)
	}
	if h.Count > 1 {
		s = fmt.Sprintf("%d × %s", h.Count, s)
	}
	if f := at(h.Alloc); f != nil {
		s += " of " + placeText(f)
	}
	if h.Rule == "stack" {
		s += ", parent of the " + h.class() + " in a waiting frame"
	}
	if f := at(h.Holder); f != nil {
		s += ": by " + placeText(f)
	}
	s += "; " + fates[h.Fate]
	if !h.AtRisk() {
		return s
	}
	return s + freedBy(h.Freer, h.Free)
}

func (h *LiveReference) class() string {
	if h.Class == "" {
		return "QObject"
	}
	return clean(h.Class)
}
