package sparsehb

import (
	"cmp"
	"slices"

	"sparseracer/internal/trace"
)

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
// is judged by itself, or after the `unref`. (It is a filter of pairs and no
// rule of the order: nothing else of the free's handler is held up.) What a
// function passes on before its loop and takes back after it looks the same;
// handing over is taken for a move, which counts nothing.
type holds struct {
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

// note takes a ref or an unref. A function may nest references to one counter:
// the latest is given back first.
func (h *holds) note(op *trace.Op, n uint64) {
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

func (h *holds) done() {
	h.open = nil
	slices.SortFunc(h.all, func(a, b hold) int { return cmp.Or(cmp.Compare(a.counter, b.counter), cmp.Compare(a.from, b.from)) })
	slices.SortFunc(h.last, func(a, b release) int { return cmp.Or(cmp.Compare(a.counter, b.counter), cmp.Compare(a.op, b.op)) })
}

// counted reports whether the handler of a use holds a reference meanwhile.
func (o *Order) counted(x *object, u *useGroup) bool {
	list := o.sk.holds.all
	i, _ := slices.BinarySearchFunc(list, x.start, func(h hold, start uint64) int { return cmp.Compare(h.counter, start) })
	e := o.sk.blocks[u.block].Event
	for ; i < len(list) && list[i].counter < x.end && e != trace.NoEvent; i++ {
		if h := &list[i]; h.from < u.op && u.last < h.to && o.eventOf(h.from) == e && o.eventOf(h.to) == e {
			return true
		}
	}
	return e != trace.NoEvent && o.bornCounted(x, u, e)
}

// bornCounted: the handler asked a library for the object, and gives back after the
// use what it got with it.
func (o *Order) bornCounted(x *object, u *useGroup, e trace.EventID) bool {
	t := o.sk.tables
	if x.allocOp == NoOp || o.eventOf(x.allocOp) != e || t.TypeOf(x.alloc.stack) != "" {
		return false
	}
	if from, to := moduleOf(t, x.alloc.stack), moduleOf(t, u.stack); from == nil || to == nil || from == to {
		return false
	}
	list := o.sk.holds.last
	i, _ := slices.BinarySearchFunc(list, x.start, func(r release, start uint64) int { return cmp.Compare(r.counter, start) })
	for ; i < len(list) && list[i].counter < x.end; i++ {
		if r := &list[i]; u.last < r.op && o.eventOf(r.op) == e && t.Below(x.alloc.stack, r.stack) {
			return true
		}
	}
	return false
}

// eventOf is the event whose handler an operation belongs to.
func (o *Order) eventOf(op uint64) trace.EventID {
	if b := o.BlockOf(op); b != NoBlock {
		return o.sk.blocks[b].Event
	}
	return trace.NoEvent
}
