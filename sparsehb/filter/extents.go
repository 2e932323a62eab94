package filter

import (
	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
)

// extents say which bytes a free gives back: the operation itself has the first one only.
// A filter that reads memory asks by them whether that memory outlives the free.
type extents struct {
	ends  heap.EndingsReader
	freed map[uint64][2]uint64 // by the free to come: from, to
}

func newExtents(h *heap.Heap) extents {
	e := extents{ends: h.Ends.Read(), freed: map[uint64][2]uint64{}}
	for _, x := range h.Orphans {
		e.freed[x.Op] = [2]uint64{x.Start, x.End}
	}
	return e
}

// of are the bytes that operation n, an alloc or a free, is about.
func (e *extents) of(op *trace.Op, n uint64) (lo, hi uint64) {
	lo, hi = op.Addr, heap.End(op.Addr, op.Size)
	if op.Kind == trace.Alloc {
		if by := e.ends.Next().Op; by != heap.NoOp {
			e.freed[by] = [2]uint64{lo, hi}
		}
		return lo, hi
	}
	if at, known := e.freed[n]; known {
		delete(e.freed, n)
		return at[0], at[1]
	}
	return lo, hi
}
