package sparsehb

import (
	"cmp"
	"slices"

	"sparseracer/internal/trace"
)

// An object that a destructor ends, `free(x, n, kind=destroy)`, may lie in
// memory that lives on: in a pool, in a member of something larger, in a static
// variable. Nothing says when its life began.
//
// The rules:
//   - It began when its memory was allocated or, if any of its bytes belonged to
//     something else that ended after that, with that end; where the trace shows
//     neither, before the trace. What is smaller and lies inside is nothing else,
//     but a base or a member of it.
//   - Its uses are those between the two. Later ones belong to the memory
//     around it: what lives there next is not told.
//   - Of all that an access lies in, what ends first counts alone: an object
//     destroyed and then freed is one finding.
//   - Destroying it again is nothing: no instance was seen that could have
//     ended twice.
type destroyed struct {
	start, end uint64
	born       uint64 // operation that its uses come after, NoOp: none
	allocOp    uint64 // of the memory around it, NoOp if that is unknown
	alloc      site
	ending
}

func isDestroy(op *trace.Op) bool { return op.Kind == trace.Free && op.Attr("kind") == "destroy" }

// destroy is the first pass's part: when was it born?
func (h *heap) destroy(op *trace.Op, n uint64) {
	start, end := op.Addr, endOf(op.Addr, op.Size)
	d := destroyed{start: start, end: end, born: NoOp, allocOp: NoOp, ending: ending{n, op.Thread, op.Stack}}
	d.alloc.block = NoBlock
	size := uint64(0)
	h.objects.visit(start, end, func(o *object) {
		if within(o, start, end) {
			return
		}
		since := o.allocOp
		if o.freeOp != NoOp {
			since = o.freeOp
		} else if o.start <= start && end <= o.end && (size == 0 || o.end-o.start < size) {
			size, d.allocOp, d.alloc = o.end-o.start, o.allocOp, o.alloc
		}
		d.bornAfter(since)
	})
	var before []*object
	h.ended.visit(start, end, func(o *object) {
		if !within(o, start, end) {
			d.bornAfter(o.freeOp)
		}
		if start <= o.start && o.end <= end {
			before = append(before, o)
		}
	})
	for _, o := range before {
		h.ended.drop(o)
	}
	h.ended.add(start, end).freeOp = n
	h.destroyed = append(h.destroyed, d)
	h.life.free(start, end-start, n)
}

// within: o is smaller and lies inside.
func within(o *object, start, end uint64) bool {
	return start <= o.start && o.end <= end && o.end-o.start < end-start
}

func (d *destroyed) bornAfter(op uint64) {
	if op != NoOp && (d.born == NoOp || op > d.born) {
		d.born = op
	}
}

// sortBirths puts the destroyed objects in the order in which they are born,
// those from before the trace first.
func (h *heap) sortBirths() {
	slices.SortStableFunc(h.destroyed, func(a, b destroyed) int { return cmp.Compare(a.born+1, b.born+1) })
}

// births puts in what operation n, or the beginning (NoOp), gives room for.
func (s *shard) births(n uint64) {
	list := s.o.sk.heap.destroyed
	for ; s.born < len(list) && list[s.born].born == n; s.born++ {
		d := &list[s.born]
		if !s.mine(d.start, d.end) {
			continue
		}
		o := s.objects.add(d.start, d.end)
		s.willEnd(o, d.ending)
		o.allocOp, o.alloc, o.destroyed = d.allocOp, d.alloc, true
		if d.allocOp != NoOp {
			o.alloc.block = s.o.BlockOf(d.allocOp)
		}
		s.inside++
		s.quiet.forget(d.start, d.end)
	}
}

// destroy takes out what a destructor ended.
func (s *shard) destroy(op *trace.Op) {
	var over []*object
	start, end := op.Addr, endOf(op.Addr, op.Size)
	s.objects.visit(start, end, func(o *object) {
		if o.destroyed && o.freeOp == s.n {
			over = append(over, o)
		}
	})
	for _, o := range over {
		s.tellOf(o)
		s.inside--
		s.objects.drop(o)
		s.quiet.forget(start, end)
	}
}

// firstEnd is the object among the destroyed ones that holds all of an access
// and ends first, nil if there is none.
func (s *shard) firstEnd(lo, hi uint64) *object {
	var first *object
	s.objects.visit(lo, hi, func(o *object) {
		if o.destroyed && o.start <= lo && hi <= o.end && (first == nil || o.freeOp < first.freeOp) {
			first = o
		}
	})
	return first
}
