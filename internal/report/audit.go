package report

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"sparseracer/internal/audit"
	"sparseracer/internal/symbols"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// Audit is what is written about the nested loops of a recording.
type Audit struct {
	*Report
	Places []*LoopPlace // those with races first, then those with more at risk
}

// LoopPlace is a place of the program that spun nested loops.
type LoopPlace struct {
	What    string // the framework's function that spins, "" if unknown
	Stack   []symbols.Frame
	Runs    []LoopRun
	Inside  []Tally // what these runs delivered, the most frequent first
	Nested  int     // loops that were spun inside these
	Frees   uint64
	Objects []*KeptObject    // those at risk first
	Live    []*LiveReference // likewise
	More    int              // objects that are counted only
	Races   []*Race          // that these loops make possible

	shapes map[string]int         // in Inside
	known  map[string]*KeptObject // by what makes objects the same
	live   map[string]*LiveReference
}

// LoopRun is one loop of a place.
type LoopRun struct {
	ID            trace.LoopID
	Name          string
	Owner         *Event
	Pause, Resume uint64 // Resume is sparsehb.NoOp when the trace ends inside
	Reset         uint64 // sparsehb.NoOp if nothing reset it
	Resetter      *Event
	Delivered     int
}

// Tally is a number of events of one shape.
type Tally struct {
	What   string
	Events int
}

// KeptObject stands for the objects of one place, type and fate that a handler
// used again after its loop.
type KeptObject struct {
	Fate          audit.Fate
	Type          string
	Size          uint64 // of the first one
	Count         int
	Before, After uint64 // accesses by the handler before the loop and after it
	Alloc         []symbols.Frame
	Use           []symbols.Frame // the first one after the loop
	UseKind       string
	Free          []symbols.Frame
	Freer         *Event
	Example       uint64 // operation number of the use
}

// AtRisk reports whether something else than the waiting handler frees them.
func (k *KeptObject) AtRisk() bool { return k.Fate >= audit.Other }

// NewAudit makes the report of a look at the loops; races is the analysis of the
// same trace.
func NewAudit(result *sparsehb.Result, runs []*audit.Run, races *Report, sym symbols.Symbolizer) *Audit {
	b := newBuilder(result, result.Order, resolveStacks(result.Tables, loopStacks(result, runs), sym))
	a := &Audit{Report: races}
	places := map[string]*LoopPlace{}
	for _, r := range runs {
		stack := b.stacks[stackKey{id: r.Loop.Stack}]
		what := r.Loop.Attr("what")
		key := fmt.Sprintf("%q", append([]string{what}, placeKeys(stack)...))
		p := places[key]
		if p == nil {
			p = &LoopPlace{What: what, Stack: stack, shapes: map[string]int{}, known: map[string]*KeptObject{},
				live: map[string]*LiveReference{}}
			places[key] = p
			a.Places = append(a.Places, p)
		}
		b.addRun(p, r)
	}
	for _, p := range a.Places {
		p.finish(races)
	}
	sort.SliceStable(a.Places, func(i, j int) bool { return a.Places[i].weight() > a.Places[j].weight() })
	return a
}

// placeKeys tell places apart: the application's frame, with its caller, for
// programs have a function of their own that asks a question.
func placeKeys(stack []symbols.Frame) []string {
	var keys []string
	for i := range stack {
		if f := &stack[i]; !isSystem(f) {
			keys = append(keys, fmt.Sprintf("%s %s:%d", f.Name(), f.File, f.Line))
			if len(keys) == 2 {
				break
			}
		}
	}
	return keys
}

func loopStacks(result *sparsehb.Result, runs []*audit.Run) []stackKey {
	var keys keyList
	add := keys.add
	for _, r := range runs {
		add(stackKey{id: r.Loop.Stack})
		if o := r.Loop.Owner; o >= 0 && int(o) < len(result.Events) {
			add(stackKey{id: beginning(result, &result.Events[o])})
		}
		for _, k := range r.Kept {
			add(stackKey{id: k.Object.Alloc.Stack})
			add(stackKey{id: k.Object.Free.Stack})
			add(keyFor(k.First.Stack, k.First.Kind))
		}
		for _, h := range r.Live {
			add(stackKey{id: h.Object.Alloc.Stack})
			add(stackKey{id: h.Object.Free.Stack})
			add(stackKey{id: h.At.Stack})
		}
	}
	return keys.list
}

func (b *builder) addRun(p *LoopPlace, r *audit.Run) {
	l := r.Loop
	run := LoopRun{ID: l.ID, Name: b.result.Tables.LoopName(l.ID), Owner: b.eventAt(l.Owner, l.Pause), Pause: l.Pause, Resume: l.Resume,
		Reset: l.Reset, Resetter: b.eventAt(l.Resetter, l.Reset), Delivered: len(r.Inside)}
	if e := run.Owner; e != nil && e.Entry == "" && l.Owner >= 0 {
		e.Entry = b.entry(&b.result.Events[l.Owner], p.Stack)
	}
	p.Runs = append(p.Runs, run)
	p.Nested += r.Nested
	p.Frees += r.Frees
	p.More += r.More
	for _, id := range r.Inside {
		p.count(b.event(id).shape())
	}
	for _, k := range r.Kept {
		p.keep(b.kept(r, k))
	}
	for _, h := range r.Live {
		p.addReference(b.reference(r, h))
	}
}

func (p *LoopPlace) count(what string) {
	i, ok := p.shapes[what]
	if !ok {
		i = len(p.Inside)
		p.shapes[what] = i
		p.Inside = append(p.Inside, Tally{What: what})
	}
	p.Inside[i].Events++
}

func (b *builder) kept(r *audit.Run, k *audit.Kept) *KeptObject {
	o := k.Object
	out := &KeptObject{
		Fate: r.Fate(o), Type: b.result.Tables.TypeOf(o.Alloc.Stack), Size: o.Size, Count: 1, Before: k.Before, After: k.After(),
		Alloc: b.stacks[stackKey{id: o.Alloc.Stack}], Use: b.stacks[keyFor(k.First.Stack, k.First.Kind)],
		UseKind: k.First.Kind.String(), Example: k.First.Op,
	}
	if k.First.Mode&trace.ModeUse != 0 {
		out.UseKind = "use"
	}
	if o.Freed() {
		out.Free, out.Freer = b.stacks[stackKey{id: o.Free.Stack}], b.eventAt(o.Free.Event, o.Free.Op)
	}
	return out
}

// keep adds an object to those that a reader would take for the same.
func (p *LoopPlace) keep(k *KeptObject) {
	key := []string{fmt.Sprint(k.Fate), k.Type}
	for _, stack := range [][]symbols.Frame{k.Alloc, k.Use, k.Free} {
		if f := at(stack); f != nil {
			key = append(key, fmt.Sprintf("%s %s:%d", f.Name(), f.File, f.Line))
		}
	}
	name := fmt.Sprintf("%q", key)
	old := p.known[name]
	if old == nil {
		p.known[name] = k
		p.Objects = append(p.Objects, k)
		return
	}
	old.Count++
	old.Before += k.Before
	old.After += k.After
}

// finish sorts what was collected, and finds the races of a place.
func (p *LoopPlace) finish(r *Report) {
	sort.SliceStable(p.Inside, func(i, j int) bool { return p.Inside[i].Events > p.Inside[j].Events })
	sort.SliceStable(p.Objects, func(i, j int) bool { return p.Objects[i].Fate > p.Objects[j].Fate })
	sort.SliceStable(p.Live, func(i, j int) bool { return p.Live[i].Fate > p.Live[j].Fate })
	for _, race := range r.Reported() {
		for _, s := range race.Sources {
			if slices.ContainsFunc(p.Runs, func(run LoopRun) bool { return run.ID == s.Loop }) {
				p.Races = append(p.Races, race)
				break
			}
		}
	}
}

// atRisk counts the objects that others free.
func (p *LoopPlace) atRisk() int {
	n := 0
	for _, k := range p.Objects {
		if k.AtRisk() {
			n += k.Count
		}
	}
	return n + p.referencesAtRisk()
}

// At is the program's line that spins the loops, nil if it is not known.
func (p *LoopPlace) At() *symbols.Frame { return at(p.Stack) }

// AtRisk: these loops make races possible, or something else than the waiting handler frees what it uses again.
func (p *LoopPlace) AtRisk() bool { return len(p.Races) > 0 || p.atRisk() > 0 }

func (p *LoopPlace) weight() int {
	return len(p.Races)<<32 + p.atRisk()<<12 + min(len(p.Runs), 1<<12-1)
}

// Where names the place: the function that spins, in the application's function.
func (p *LoopPlace) Where() string {
	what := p.What
	if what == "" {
		what = "a nested loop"
	}
	f := at(p.Stack)
	if f == nil {
		return clean(what)
	}
	return clean(what) + " in " + placeText(f)
}

// handlers are the shapes of those that spun it, once each.
func (p *LoopPlace) handlers() []string {
	var out []string
	for _, r := range p.Runs {
		s := r.Owner.shape()
		if e := r.Owner; e != nil && e.Entry != "" {
			s += e.ran()
		}
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// enders are the shapes of those that ended its runs, once each.
func (p *LoopPlace) enders() []string {
	var out []string
	for _, r := range p.Runs {
		s := "nobody that was recorded"
		switch {
		case strings.HasSuffix(p.What, "processEvents") && r.Reset == sparsehb.NoOp:
			s = "itself: it delivers what waits, and goes on"
		case r.Resume == sparsehb.NoOp:
			s = "nothing that was recorded"
		case r.Reset != sparsehb.NoOp && r.Resetter == nil:
			s = "code outside every handler"
		case r.Reset != sparsehb.NoOp:
			s = r.Resetter.shape()
		}
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// few joins the first of many.
func few(list []string, most int) string {
	if len(list) > most {
		return strings.Join(list[:most], "; ") + fmt.Sprintf("; and %d more", len(list)-most)
	}
	return strings.Join(list, "; ")
}
