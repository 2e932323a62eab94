package race

import (
	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
)

// Objects that a destructor ends (heap/destroyed.go), on the walk.

// births puts in what operation n, or the beginning (heap.NoOp), gives room for.
func (s *shard) births(n uint64) {
	list := s.O.Heap().Destroyed
	for ; s.born < len(list) && list[s.born].Born == n; s.born++ {
		d := &list[s.born]
		if !s.mine(d.Start, d.End) {
			continue
		}
		o := begin(s.objects.Add(d.Start, d.End))
		s.willEnd(o, d.Ending)
		o.AllocOp, o.Alloc, o.Destroyed, o.Scope = d.AllocOp, d.Alloc, true, d.Scope
		if d.AllocOp != heap.NoOp {
			o.Data.AllocBlock = s.O.BlockOf(d.AllocOp)
		}
		s.inside++
		s.quiet.forget(d.Start, d.End)
	}
}

// destroy takes out what a destructor ended.
func (s *shard) destroy(op *trace.Op) {
	var over []*Object
	start, end := op.Addr, heap.End(op.Addr, op.Size)
	s.objects.Visit(start, end, func(o *Object) {
		if o.Destroyed && o.FreeOp == s.N {
			over = append(over, o)
		}
	})
	for _, o := range over {
		s.reportOf(o)
		s.inside--
		s.objects.Drop(o)
		s.quiet.forget(start, end)
	}
}

// firstEnd is the object among the destroyed ones that holds all of an access
// and ends first, nil if there is none.
func (s *shard) firstEnd(lo, hi uint64) *Object {
	var first *Object
	s.objects.Visit(lo, hi, func(o *Object) {
		if o.Destroyed && o.Start <= lo && hi <= o.End && (first == nil || o.FreeOp < first.FreeOp) {
			first = o
		}
	})
	return first
}
