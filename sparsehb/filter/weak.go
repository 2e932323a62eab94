package filter

import (
	"sparseracer/sparsehb/heap"
	"sparseracer/sparsehb/order"
)

// Weak pointers to what a parent would have freed (heap/owned.go). In the recorded run
// the object ended by itself, and its end cleared the number that a weak pointer reads;
// had the parent taken it along, that would have done so. Who reads the number in the
// block of the use before it is guarded, as by any other flag.

// weakReads is when a block read such a number first, heap.NoOp: not yet.
type weakReads map[weakRead]uint64

type weakRead struct {
	block   order.BlockID
	granule uint64
}

func (c *Candidate) weakRead() (weakRead, bool) {
	if c.Owned == nil || c.Owned.Clears == 0 {
		return weakRead{}, false
	}
	return weakRead{c.Use.Block, c.Owned.Clears >> 3}, true
}

func (w weakReads) wants(c *Candidate) {
	if key, ok := c.weakRead(); ok {
		w[key] = heap.NoOp
	}
}

func (w weakReads) note(block order.BlockID, granule, n uint64) {
	if len(w) == 0 {
		return
	}
	if at, wanted := w[weakRead{block, granule}]; wanted && at == heap.NoOp {
		w[weakRead{block, granule}] = n
	}
}

func (w weakReads) guards(c *Candidate) bool {
	key, ok := c.weakRead()
	return ok && w[key] < c.Use.Op
}
