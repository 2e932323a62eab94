package heap

import (
	"cmp"
	"slices"

	"sparseracer/internal/trace"
)

// An object that a destructor ends, `free(x, n, kind=destroy)`, may lie in
// memory that lives on: in a pool, in a member of something larger, in a static
// variable. So does a variable of a function that returns, `free(x, n, kind=scope)`:
// the stack is soon another function's. Nothing says when its life began.
//
// The rules:
//   - It began when its memory was allocated or, if any of its bytes belonged to
//     something else that ended after that, with that end; where the trace shows
//     neither, before the trace. What is smaller and lies inside is nothing else,
//     but a base or a member of it. A variable is no older than the handler that it
//     ends in: the stack has other functions' at each time.
//   - Its uses are those between the two. Later ones belong to the memory
//     around it: what lives there next is not known.
//   - Of all that an access lies in, what ends first counts alone: an object
//     destroyed and then freed is one finding.
//   - Destroying it again is nothing: no instance was seen that could have
//     ended twice.
type Destroyed struct {
	Start, End uint64
	Born       uint64 // operation that its uses come after, NoOp: none
	AllocOp    uint64 // of the memory around it, NoOp if that is unknown
	Alloc      Site
	Scope      bool // a variable
	Ending
}

// IsDestroy distinguishes the end of a destructor, or of a variable's scope, from that of
// an allocation.
func IsDestroy(op *trace.Op) bool {
	return op.Kind == trace.Free && (op.Attr("kind") == "destroy" || IsScope(op))
}

// IsScope: a variable on the stack ends.
func IsScope(op *trace.Op) bool { return op.Kind == trace.Free && op.Attr("kind") == "scope" }

// destroy is the first pass's part: when was it born?
func (h *Heap) destroy(op *trace.Op, n uint64) {
	start, end := op.Addr, End(op.Addr, op.Size)
	d := Destroyed{Start: start, End: end, Born: NoOp, AllocOp: NoOp, Scope: IsScope(op), Ending: Ending{n, op.Thread, op.Stack}}
	if running := h.handlers[op.Thread]; d.Scope && len(running) > 0 {
		d.Born = running[len(running)-1]
	}
	size := uint64(0)
	h.objects.Visit(start, end, func(o *Object[struct{}]) {
		if within(o, start, end) {
			return
		}
		since := o.AllocOp
		if o.FreeOp != NoOp {
			since = o.FreeOp
		} else if o.Start <= start && end <= o.End && (size == 0 || o.End-o.Start < size) {
			size, d.AllocOp, d.Alloc = o.End-o.Start, o.AllocOp, o.Alloc
		}
		d.bornAfter(since)
	})
	var before []*Object[struct{}]
	h.ended.Visit(start, end, func(o *Object[struct{}]) {
		if !within(o, start, end) {
			d.bornAfter(o.FreeOp)
		}
		if start <= o.Start && o.End <= end {
			before = append(before, o)
		}
	})
	for _, o := range before {
		h.ended.Drop(o)
	}
	h.ended.Add(start, end).FreeOp = n
	h.Destroyed = append(h.Destroyed, d)
	h.dies(start, end, d.Ending)
	h.life.free(start, end-start, n)
}

// within: o is smaller and lies inside.
func within(o *Object[struct{}], start, end uint64) bool {
	return start <= o.Start && o.End <= end && o.End-o.Start < end-start
}

func (d *Destroyed) bornAfter(op uint64) {
	if op != NoOp && (d.Born == NoOp || op > d.Born) {
		d.Born = op
	}
}

// sortBirths puts the destroyed objects in the order in which they are born,
// those from before the trace first.
func (h *Heap) sortBirths() {
	slices.SortStableFunc(h.Destroyed, func(a, b Destroyed) int { return cmp.Compare(a.Born+1, b.Born+1) })
}
