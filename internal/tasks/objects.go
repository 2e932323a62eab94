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

func (o *objects) note(op *trace.Op, n uint64) {
	switch op.Kind {
	case trace.Alloc:
		o.end(op.Addr)
		o.at.Set(op.Addr, &object{start: op.Addr, end: op.Addr + max(op.Size, 1), since: n, by: op.Thread})
	case trace.Free:
		if op.Attr("kind") == "" { // else it ends, and its memory does not
			o.end(op.Addr)
		}
	}
}

func (o *objects) end(start uint64) {
	if x, is := o.at.Delete(start); is {
		x.freed = true
	}
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
