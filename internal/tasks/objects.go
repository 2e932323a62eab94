package tasks

import (
	"github.com/tidwall/btree"

	"sparseracer/internal/trace"
)

// objects are the allocations that are there.
type objects struct{ at btree.Map[uint64, *object] }

type object struct {
	start, end, since uint64
	by                trace.ThreadID
	freed             bool
}

func newObjects() *objects { return &objects{} }

// note gives the memory whose contents are another object's from now on, or nobody's.
func (o *objects) note(op *trace.Op, n uint64) (start, end uint64) {
	switch op.Kind {
	case trace.Alloc:
		o.end(op.Addr)
		x := &object{start: op.Addr, end: op.Addr + max(op.Size, 1), since: n, by: op.Thread}
		o.at.Set(op.Addr, x)
		return x.start, x.end
	case trace.Free:
		if op.Attr("kind") == "" { // else it ends, and its memory does not
			return op.Addr, o.end(op.Addr)
		}
	}
	return 0, 0
}

// end gives the end of the object's memory.
func (o *objects) end(start uint64) uint64 {
	x, is := o.at.Delete(start)
	if !is {
		return start
	}
	x.freed = true
	return x.end
}

// mostNested is how many objects inside each other are looked at.
const mostNested = 8

// around is the smallest object that has an address in it, nil if there is none.
func (o *objects) around(addr uint64) (found *object) {
	looked := 0
	o.at.Descend(addr, func(_ uint64, x *object) bool {
		looked++
		if addr < x.end {
			found = x
		}
		return found == nil && looked < mostNested
	})
	return found
}
