package report

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"sparseracer/internal/symbols"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// Names of the kinds, as the JSON has them.
const (
	kindUseFree    = "use-free"
	kindDoubleFree = "double-free"
	kindReadWrite  = "read-write"
	kindState      = "state" // both write one thing that outlives the program
	predicted      = "predicted"
	confirmed      = "confirmed"
)

// builder turns the engine's races into the report's.
type builder struct {
	result *sparsehb.Result
	order  Order
	stacks stacks
	events map[trace.EventID]*Event
	naming sync.Mutex // guards events, their posters, and parts
	names  namer
	tests  []testRun
	parts  map[uint64]*Event // of start-up code, by where a test function began

	telling sync.Mutex // stories are made later, for whoever asks
}

func newBuilder(result *sparsehb.Result, order Order, stacks stacks) *builder {
	return &builder{result: result, order: order, stacks: stacks, events: map[trace.EventID]*Event{},
		tests: testRuns(result.Events), parts: map[uint64]*Event{},
		names: namer{named: len(result.Tables.Modules) == 0, frames: map[*symbols.Frame]string{}, events: map[*Event]string{}}}
}

// races makes one race of all that have the same id. The example is the first
// one. What is filtered stands apart, each filter by itself: it must not hide a
// race that is not, nor count for it, nor be hidden by one.
func (b *builder) races() []*Race {
	var out []*Race
	merged := map[[2]string]*Race{} // by id and filter
	taken := map[string]bool{}
	all := b.identified()
	for _, filtered := range []bool{false, true} {
		for _, r := range all {
			s := r.Sources[0]
			if (s.Filtered != "") != filtered {
				continue
			}
			key := [2]string{r.ID, r.Filter}
			if old := merged[key]; old != nil {
				old.Pairs += r.Pairs
				old.Shared = old.Shared || r.Shared
				old.By = min(old.By, r.By) // what a person can do says more
				if r.Hold == nil {
					old.Hold = nil
				}
				if m := b.matters(s); m != nil && old.Matters != nil && m.rank < old.Matters.rank {
					old.Matters = m
				}
				old.add(s)
				continue
			}
			if taken[r.ID] {
				r.ID = filteredID(r.ID, r.Filter)
			}
			merged[key], taken[r.ID] = r, true
			out = append(out, r)
		}
	}
	rename(out)
	for _, r := range out {
		r.Handlers = handlerPairs(r.Sources)
	}
	b.covers(out)
	return out
}

// add takes another race of the engine's that is the same bug.
func (r *Race) add(s *sparsehb.Race) {
	for i, old := range r.Sources {
		if s.Kind == sparsehb.UseFree && sameLoop(old, s) {
			both := joined(old, s) // one schedule is enough for both
			r.Sources[i] = &both
			return
		}
	}
	r.Sources = append(r.Sources, s)
}

// places sums the pairs of source places up by their headings' frames, in order
// of appearance: other callers of one function make no other place.
func (b *builder) places(sources []*sparsehb.Race) []PlacePair {
	var out []PlacePair
	index := map[[2]symbols.Frame]int{}
	for _, s := range sources {
		for _, p := range s.Places {
			q := PlacePair{b.stacks[stackKey{p.First, keyOf(&s.First).access}], b.stacks[stackKey{p.Second, keyOf(&s.Second).access}], p.Pairs}
			first, second := at(q.First), at(q.Second)
			if first == nil || second == nil {
				continue
			}
			key := [2]symbols.Frame{*first, *second}
			key[0].Offset, key[1].Offset = lineOr(first), lineOr(second)
			if i, ok := index[key]; ok {
				out[i].Pairs += q.Pairs
				continue
			}
			index[key] = len(out)
			out = append(out, q)
		}
	}
	return out
}

// lineOr leaves the offset out of what distinguishes places where lines do.
func lineOr(f *symbols.Frame) uint64 {
	if f.Line > 0 {
		return 0
	}
	return f.Offset
}

// handlerPairs counts the pairs of handlers behind a race.
func handlerPairs(sources []*sparsehb.Race) int {
	if len(sources) == 1 {
		return 1
	}
	seen := map[[2]trace.EventID]bool{}
	for _, s := range sources {
		seen[[2]trace.EventID{s.First.Event, s.Second.Event}] = true
	}
	return len(seen)
}

func (b *builder) race(s *sparsehb.Race) *Race {
	r := &Race{
		Kind:     kindUseFree,
		Verdict:  predicted,
		First:    b.place(&s.First),
		Second:   b.place(&s.Second),
		Pairs:    s.Pairs,
		Filtered: s.Filtered, Filter: s.Filter,
		Coverage: s.Coverage.String(),
		Observed: s.Observed,
		Shared:   s.Shared,
		By:       s.By,
		Kept:     s.Kept,
		Loop:     b.loop(s.Loop),
		Sources:  []*sparsehb.Race{s},
		by:       b,
	}
	switch s.Kind {
	case sparsehb.ReadWrite:
		r.Kind = kindReadWrite
	case sparsehb.State:
		r.Kind = kindState
	case sparsehb.DoubleFree:
		r.Kind = kindDoubleFree
	}
	if s.Potential {
		r.Hold = s.First.Live
	}
	r.Matters = b.matters(s)
	if s.Alloc != nil {
		p := b.place(s.Alloc)
		r.Alloc = &p
	}
	return r
}

func (b *builder) place(a *sparsehb.Access) Place {
	p := Place{
		Operation: a.Op,
		Kind:      a.Kind.String(),
		Event:     b.eventAt(a.Event, a.Op),
		Test:      b.testAt(a.Op),
		Location:  b.result.Tables.LocationName(a.Addr),
		Addr:      a.Addr,
		Size:      a.Size,
		Type:      b.result.Tables.TypeOf(a.Stack),
		Stack:     b.stacks[keyOf(a)],
		Owned:     a.Owned,
	}
	if b.result.Order != nil && a.Thread != b.result.Order.Main() {
		p.thread = threadNumber(a.Thread)
	}
	p.below = len(p.Stack) - len(b.ownOf(a.Event, p.Stack))
	if p.Event != nil && p.Event.Entry == "" {
		p.Event.Entry = b.entry(&b.result.Events[a.Event], p.Stack)
	}
	if a.Mode&trace.ModeUse != 0 {
		p.Kind = "use"
	}
	if a.Live != nil {
		p.Kind = "hold"
	}
	if a.Destroyed {
		p.Kind = "destroy"
	}
	if a.Scope {
		p.Kind = "scope"
	}
	return p
}

// event makes the report's event, and those that led to it, once each.
func (b *builder) event(id trace.EventID) *Event {
	b.naming.Lock()
	defer b.naming.Unlock()
	return b.made(id)
}

// Poster is who enqueued it, nil: nobody known; for one of another thread: who had the thread
// do it. It is looked for when it is asked for: rows of events that post each other are long.
func (e *Event) Poster() *Event {
	if e.of != nil {
		e.of.naming.Lock()
		defer e.of.naming.Unlock()
		if e.poster == nil {
			e.poster = e.of.madeAt(e.by, e.Enq)
		}
	}
	return e.poster
}

// made is event, for who holds the lock.
func (b *builder) made(id trace.EventID) *Event {
	if id < 0 || int(id) >= len(b.result.Events) {
		return nil
	}
	if e, ok := b.events[id]; ok {
		return e
	}
	s := &b.result.Events[id]
	e := &Event{
		ID:        id,
		Name:      b.result.Tables.EventName(id),
		Kind:      s.Kind.String(),
		Type:      s.Attr("type"),
		Class:     s.Attr("class"),
		Object:    s.Attr("name"),
		Title:     s.Attr("title"),
		Thread:    s.Attr("poster"),
		Owner:     s.Attr("owner"),
		Interval:  s.Attr("interval"),
		Action:    s.Attr("action"),
		Script:    s.Attr("script"),
		Label:     s.Attr("label"),
		Prio:      s.Prio,
		Early:     s.Attr(trace.BeforeCut) != "",
		Enq:       s.Enq,
		Deq:       s.Deq,
		PostStack: b.stacks[stackKey{id: s.PostStack}],
	}
	if e.Name != mainEvent {
		e.Test = b.testAt(s.Deq)
	}
	e.postBelow = len(e.PostStack) - len(b.ownOf(s.Poster, e.PostStack))
	b.events[id] = e
	if c := s.Begun; c >= 0 {
		cause := &b.result.Events[c]
		e.poster = b.madeAt(cause.Poster, cause.Enq)
		e.Worker = worker(s, cause, e.poster)
		return e
	}
	e.of, e.by = b, s.Poster
	if s.Enq != sparsehb.NoOp && s.From != b.result.Order.Main() {
		e.Worker = outside(s)
	}
	return e
}

// outside names the thread that enqueued an event when no handler had it do so.
func outside(e *sparsehb.Event) string {
	if name := e.Attr("poster"); name != "" {
		return fmt.Sprintf("thread %d (%q)", e.From, clean(name))
	}
	return threadNumber(e.From)
}

func threadNumber(id trace.ThreadID) string {
	if id == 0 {
		return "the main thread"
	}
	return fmt.Sprintf("thread %d", id)
}

// worker says which thread enqueued an event, and why it did.
func worker(e, cause *sparsehb.Event, by *Event) string {
	how := "brought about by"
	if t, is := cause.StartOf(); is && t == e.From {
		how = "started by"
	} else if !is && cause.Thread == e.From {
		how = "at work for"
	}
	return fmt.Sprintf("%s (%s %s)", threadNumber(e.From), how, by.describe())
}

// entry is the function of the application's that an event's handler began with:
// the outermost one of the stack that is not below the loop which delivered the
// event.
func (b *builder) entry(s *sparsehb.Event, stack []symbols.Frame) string {
	stack = b.own(s, stack)
	for i := len(stack) - 1; i >= 0; i-- {
		name := symbols.Bare(stack[i].Function)
		if name != "" && !strings.HasSuffix(name, "::metaObject") && !isSystem(&stack[i]) {
			return strings.TrimSuffix(symbols.Spoken(stack[i].Function), "()") // metaObject is asked by Qt at any time
		}
	}
	return ""
}

// own is the part of a stack that is the handler's of an event.
func (b *builder) own(s *sparsehb.Event, stack []symbols.Frame) []symbols.Frame {
	return above(stack, b.stacks[stackKey{id: beginning(b.result, s)}], s.Within >= 0)
}

// ownOf is that of an event by its number; all of it for start-up code, which is no event's or main's.
func (b *builder) ownOf(id trace.EventID, stack []symbols.Frame) []symbols.Frame {
	if id < 0 || int(id) >= len(b.result.Events) || b.result.Tables.EventName(id) == mainEvent {
		return stack
	}
	return b.own(&b.result.Events[id], stack)
}

// above is the part of a stack that is a handler's own. Functions are compared by
// name, for one that waits below Qt's code stands in a stack by its beginning.
func above(stack, below []symbols.Frame, nested bool) []symbols.Frame {
	if !nested {
		if i := slices.IndexFunc(stack, func(f symbols.Frame) bool { return f.Function == "main" }); i >= 0 {
			stack, below = stack[:i], withoutMain(below)
		}
	}
	n := len(stack)
	for i := len(below) - 1; i >= 0 && n > 0 && below[i].Function == stack[n-1].Function; i-- {
		n--
	}
	return stack[:n]
}

// withoutMain is what main called, of a stack from main on.
func withoutMain(stack []symbols.Frame) []symbols.Frame {
	i := slices.IndexFunc(stack, func(f symbols.Frame) bool { return f.Function == "main" })
	return stack[:max(i, 0)]
}

func (b *builder) loop(g trace.LoopID) *Loop {
	if g < 0 || int(g) >= len(b.result.Loops) {
		return nil
	}
	s := &b.result.Loops[g]
	return &Loop{
		Name:     b.result.Tables.LoopName(g),
		What:     s.Attr("what"),
		Script:   s.Attr("script"),
		Owner:    b.eventAt(s.Owner, s.Pause),
		Pause:    s.Pause,
		Resume:   s.Resume,
		Stack:    b.stacks[stackKey{id: s.Stack}],
		Reset:    s.Reset,
		Resetter: b.eventAt(s.Resetter, s.Reset),
	}
}

// at is the frame that stands for a stack.
func at(stack []symbols.Frame) *symbols.Frame { return application(stack) }
