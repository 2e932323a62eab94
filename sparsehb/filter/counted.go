package filter

import (
	"cmp"
	"slices"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/race"
)

var counted = Filter{
	ID: "FN", Name: "counted", Aliases: []string{"counted"}, Kind: order.Heuristic, Sets: order.InExact | order.InBatch,
	Races: UseFree, Turn: 80, Group: Counted,
	Reason:   "counted: the handler of the use holds a reference to the object meanwhile",
	Sentence: "The handler of the use holds a reference to the object meanwhile.",
	Breaks:   "A function that puts its reference away before its loop and takes it back afterwards.",
	pair:     (*Filters).counted,
}

// Counted objects: a handler takes a reference, uses the object and gives the
// reference back. As long as it holds it, the counter is not zero, and what goes
// at zero cannot have gone.
//
// A use u of an object is counted if its handler E
//   - does `ref(x)` before u and the matching `unref(x)` after it, by the same
//     activation of a function (their stacks are the same: what called it), and
//   - x lies in the object: the object's own memory goes at zero.
//
// or, for memory of a library's own (a string, a container), which is born with a
// reference to whoever asks for it,
//   - has x allocated below an activation of a function that does an `unref(x)`
//     after u without a `ref` to match: it gives back the reference it was born with.
//
// The free may then come before the `ref`, which is an access of the object and
// is decided by itself, or after the `unref`. (It is a filter of pairs and no
// rule of the order: nothing else of the free's handler is held up.) What a
// function passes on before its loop and takes back after it looks the same;
// handing over is taken for a move, which counts nothing.
type References struct {
	open map[holder][]uint64 // operations that took a reference
	all  []hold              // by counter, once all are known
	last []release           // by counter, likewise
}

// release is an `unref` without a `ref` by the same activation.
type release struct {
	counter, op uint64
	stack       trace.StackID
}

// hold is operations between which a reference is held.
type hold struct{ counter, from, to uint64 }

// holder is one counter and one activation of a function, as far as stacks tell.
type holder struct {
	counter uint64
	stack   trace.StackID
	thread  trace.ThreadID
}

// Note takes a ref or an unref. A function may nest references to one counter:
// the latest is given back first.
func (h *References) Note(op *trace.Op, n uint64) {
	if h.open == nil {
		h.open = map[holder][]uint64{}
	}
	key := holder{op.Addr, op.Stack, op.Thread}
	list := h.open[key]
	switch last := len(list) - 1; {
	case op.Kind == trace.Ref:
		h.open[key] = append(list, n)
	case last >= 0:
		h.all = append(h.all, hold{op.Addr, list[last], n})
		h.open[key] = list[:last]
	default:
		h.last = append(h.last, release{op.Addr, n, op.Stack})
	}
}

// Done is for when all are known.
func (h *References) Done() {
	h.open = nil
	slices.SortFunc(h.all, func(a, b hold) int { return cmp.Or(cmp.Compare(a.counter, b.counter), cmp.Compare(a.from, b.from)) })
	slices.SortFunc(h.last, func(a, b release) int { return cmp.Or(cmp.Compare(a.counter, b.counter), cmp.Compare(a.op, b.op)) })
}

// counted reports whether the handler of a use holds a reference meanwhile.
func (f *Filters) counted(x *race.Object, u *race.Use) bool {
	list := f.refs.all
	i, _ := slices.BinarySearchFunc(list, x.Start, func(h hold, start uint64) int { return cmp.Compare(h.counter, start) })
	e := f.o.EventOf(u.Block)
	for ; i < len(list) && list[i].counter < x.End && e != trace.NoEvent; i++ {
		if h := &list[i]; h.from < u.Op && u.Last < h.to && f.o.EventAt(h.from) == e && f.o.EventAt(h.to) == e {
			return true
		}
	}
	return e != trace.NoEvent && f.bornCounted(x, u, e)
}

// bornCounted: the handler asked a library for the object, and gives back after the
// use what it got with it.
func (f *Filters) bornCounted(x *race.Object, u *race.Use, e trace.EventID) bool {
	t := f.o.Tables()
	if x.AllocOp == heap.NoOp || f.o.EventAt(x.AllocOp) != e || t.TypeOf(x.Alloc.Stack) != "" {
		return false
	}
	if from, to := moduleOf(t, x.Alloc.Stack), moduleOf(t, u.Stack); from == nil || to == nil || from == to {
		return false
	}
	list := f.refs.last
	i, _ := slices.BinarySearchFunc(list, x.Start, func(r release, start uint64) int { return cmp.Compare(r.counter, start) })
	for ; i < len(list) && list[i].counter < x.End; i++ {
		if r := &list[i]; u.Last < r.op && f.o.EventAt(r.op) == e && t.Below(x.Alloc.Stack, r.stack) {
			return true
		}
	}
	return false
}
