package filter

import (
	"slices"

	"sparseracer/internal/system"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb/order"
)

var handed = Filter{
	ID: "FE", Name: "handed out", Aliases: []string{}, Kind: order.Heuristic, Sets: order.InExact | order.InBatch,
	Races: UseFree, Turn: 50, Group: Again,
	Reason:   "handed out: a library handed the object to this handler, and hands out only what lives",
	Sentence: "A library's member function handed the pointer to this handler, or called a member function for it or with it.",
	Limit:    "Needs our compilers' notes: without them such pairs are reported.",
	Breaks:   "A library that hands out a pointer which the program gave it to keep.",
	ask:      (*decision).askHanded,
}

// Handed out (docs/trace-language.md): each way to the pointer begins, in a function that has
// not waited in a loop,
//   - with the result of a library's member function that was given no pointer of the
//     program's but its object (an item of a list, the window in front), or
//   - with the object for which Qt called a member function, or what it handed to that
//     besides.
//
// A library knows of its own objects when they go.
func (d *decision) askHanded(by *Filter) { d.takeHanded(by, false) }

// takeHanded takes out what a library handed out: itself, or in memory of its own (kept.go).
func (d *decision) takeHanded(by *Filter, kept bool) {
	for i := range d.candidates {
		c := d.candidates[i]
		waited, ok := d.waited(c)
		if c.By != nil || c.After || c.Use.Live != nil || !ok {
			continue
		}
		u := d.suspects[c.blocks()]
		use := d.origins.at(c.Use.Stack, c.Use.Site)
		if u == nil || u.user == nil || u.user.seen == nil || use == nil {
			continue
		}
		w := &handing{origins: d.origins, seen: u.user.seen, use: c.Use.Op, done: map[place]way{}, memory: kept, waited: waited, base: d.below(c.Use.Block), posted: d.postedAt(c.Use.Block)}
		if w.all(d.o.Tables().Parent(c.Use.Stack), use.Unit, use.Function, use.pointers()) && w.loaded == kept {
			c.By = by
		}
	}
}

// below is the stack of the loop that the handler of a block was delivered in.
func (d *decision) below(b order.BlockID) trace.StackID {
	if g := d.o.Event(d.o.EventOf(b)).Within; g >= 0 {
		return d.o.Loop(g).Stack
	}
	return trace.NoStack
}

// postedAt is where the call was posted that the handler of a block is, as a queued signal or a
// task is; NoStack where nobody posted it.
func (d *decision) postedAt(b order.BlockID) trace.StackID {
	if e := d.o.EventOf(b); e >= 0 {
		if x := d.o.Event(e); x.Kind == trace.Posted || x.Attr("type") == "task" {
			return x.PostStack
		}
	}
	return trace.NoStack
}

// waited are the stacks on which the handler of a use has waited before it, in loops that the
// free may come in; false if one is not known.
func (d *decision) waited(c *Candidate) (list []trace.StackID, ok bool) {
	b := c.Use.Block
	e := d.o.EventOf(b)
	if e < 0 {
		return nil, false
	}
	barred := false
	for _, g := range d.o.Event(e).Loops {
		v := d.o.Loop(g)
		switch {
		case v.ResumeBlock < 0 || v.ResumeBlock > b:
		case d.bars(g, c):
			barred = true
		case v.Stack == trace.NoStack:
			return nil, false
		default:
			list = append(list, v.Stack)
		}
	}
	return list, len(list) > 0 || barred || !d.o.PausedBefore(b)
}

// bars: the free does not come in that loop, whoever brings it about.
func (d *decision) bars(g trace.LoopID, c *Candidate) bool {
	if c.Data.FreeBlock < 0 {
		return false
	}
	by, byCall := d.KeptOut(c.Data.FreeBlock, g)
	return by != nil && !byCall
}

// handing follows a pointer to where it begins.
type handing struct {
	*origins
	seen   *seen
	use    uint64 // its operation
	done   map[place]way
	waited []trace.StackID // of loops that the handler has waited in before
	base   trace.StackID   // what lies below the handler
	posted trace.StackID   // where it was asked for, if it was posted
	memory bool            // what was loaded from memory that a library handed over begins there, too
	loaded bool
	loads  int // that are being followed: an object is no library's memory
}

// all: there is one, and all of them begin so. With memory one of them is enough: a pointer
// that a function has from one of two places.
func (w *handing) all(activation trace.StackID, unit int, function trace.Dep, deps []trace.Dep) bool {
	some := false
	for _, d := range deps {
		at := place{activation, unit, d}
		so, known := w.done[at]
		if !known {
			w.done[at] = around
			if w.one(activation, unit, function, d) {
				so = begins
			}
			w.done[at] = so
		}
		switch {
		case so == begins || so == around && !w.memory:
			some = true
		case so == elsewhere && !w.memory:
			return false
		}
	}
	return some
}

// way says where a way to the pointer begins.
type way uint8

const (
	elsewhere way = iota
	begins        // where all ask for
	around        // it has come back to itself, which says nothing
)

func (w *handing) one(activation trace.StackID, unit int, function, d trace.Dep) bool {
	x := w.numbered(unit, d)
	if w.hasWaited(activation) && !w.listed(activation, x) {
		return false // what it has may be from before
	}
	if len(w.done) > maxNeeds {
		return false
	}
	if d < 0 {
		return w.argument(activation, unit, function, int(-1-d))
	}
	switch {
	case x != nil && x.Listed && w.loads == 0:
		return len(x.Args) > 0 && !slices.ContainsFunc(x.Args[0], func(d trace.Dep) bool {
			call := w.numbered(unit, d)
			return call != nil && call.Fetches && w.isOwn(unit, d)
		})
	case x == nil || !x.Call && !w.memory:
		return false
	case !x.Call && w.seen.fresh[place{activation, unit, d}]:
		w.loaded = true
		return true
	case !x.Call:
		w.loads, w.loaded = w.loads+1, true
		all := w.all(activation, unit, x.Function, x.pointers())
		w.loads--
		return all
	case x.Fetches && !w.isOwn(unit, x.Number):
		return w.loads == 0
	case x.Indexed && w.loads == 0 && !w.isOwn(unit, x.Number) && w.indexed(activation, x):
		return true
	}
	found := false
	for _, inside := range w.inside(w.seen, activation, x) {
		for _, s := range w.seen.below[inside] {
			if y := w.frame(s); y != nil {
				if !w.all(inside, y.Unit, y.Function, w.by.Result(y.Unit, y.Function)) {
					return false
				}
				found = true
			}
		}
	}
	return found || w.memory && w.outOf(activation, x)
}

// hasWaited: a function has waited in a loop before.
func (w *handing) hasWaited(activation trace.StackID) bool {
	return slices.ContainsFunc(w.waited, func(s trace.StackID) bool { return s == activation || w.tables.Below(s, activation) })
}

// listed: an item of a list is read that a library has filled since the last wait and before the use, for each of the calls
// that do has allocated something.
func (w *handing) listed(activation trace.StackID, x *Origin) bool {
	if x == nil || !x.Listed || len(x.Args) == 0 {
		return false
	}
	filled := map[trace.Dep]bool{}
	for s, op := range w.seen.makers {
		if w.tables.Parent(s) != activation || op > w.use {
			continue
		}
		if y := w.frame(s); y != nil && y.Unit == x.Unit {
			filled[y.Number] = true
		}
	}
	return !slices.ContainsFunc(x.Args[0], func(d trace.Dep) bool { return !filled[d] })
}

// outOf: what a function gives back, of which nothing was recorded, came out of what it was
// handed.
func (w *handing) outOf(activation trace.StackID, call *Origin) bool {
	w.loads, w.loaded = w.loads+1, true
	defer func() { w.loads-- }()
	some := false
	for _, a := range call.Args {
		if len(a) > 0 && !w.all(activation, call.Unit, call.Function, a) {
			return false
		}
		some = some || len(a) > 0
	}
	return some
}

// indexed: of what a library's function was asked with, a library has handed over all: a view asks the program's model for a
// row, and that asks Qt's for the item of the same index. The object asked is whose it may be.
func (w *handing) indexed(activation trace.StackID, call *Origin) bool {
	some := false
	for _, a := range call.Args[min(1, len(call.Args)):] {
		if len(a) > 0 && !w.all(activation, call.Unit, call.Function, a) {
			return false
		}
		some = some || len(a) > 0
	}
	return some
}

// sent: the handler has come to a call by libraries alone, and no function of the program's posted
// it, so what comes with a signal is from a library.
func (w *handing) sent(activation trace.StackID) bool {
	return w.libraries(activation, w.base) && (w.posted == trace.NoStack || w.libraries(w.posted, trace.NoStack))
}

// libraries: no function of the program's is on a stack, above what lies below.
func (w *handing) libraries(s, below trace.StackID) bool {
	for ; s != below; s = w.tables.Parent(s) {
		if s == trace.NoStack || w.frame(s) != nil {
			return s == trace.NoStack
		}
	}
	return true
}

// arguments is the parameter of a slot's function in which a signal's arguments come:
// qt_static_metacall and QSlotObjectBase::impl have it there. What is before it is Qt's, and the
// program's: the function to call, and what a lambda has captured.
const arguments = 3

// argument: handed over by a caller that got it so, or by Qt as the object of the call.
func (w *handing) argument(activation trace.StackID, unit int, function trace.Dep, k int) bool {
	if call := w.frame(activation); call != nil {
		return call.Call && k < len(call.Args) && w.all(w.tables.Parent(activation), call.Unit, call.Function, call.Args[k])
	}
	if w.by == nil || unit == ofTrace {
		return false
	}
	this, as := w.by.Member(unit, function)
	if as == NoMember || k == this && w.loads > 0 || k != this && as == IsSlot && !(k == arguments && w.memory && w.sent(activation)) {
		return false
	}
	m := moduleOf(w.tables, activation)
	return m != nil && system.IsToolkit(m.Path)
}
