package sparsehb

import "sparseracer/internal/trace"

// Use-free races: a use and the free of one object in blocks that nothing
// orders. Uses are gathered per object, block and stack; the free looks at
// them once, and uses that come later look at the free.

// useGroup is the uses of an object by one stack in one block: the first one,
// and how many.
type useGroup struct {
	op, addr, size uint64
	count          uint64
	block          BlockID
	stack          trace.StackID
	kind           trace.Kind
	mode           trace.Mode
}

// fewStacks is how many stacks of one block are looked through for a use; one
// that is not found there makes a group of its own, which costs only memory.
const fewStacks = 16

// useOf notes that the current access uses an object.
func (c *checker) useOf(o *object) {
	u := &c.access
	if o.freeOp != NoOp {
		c.lateUse(o)
		return
	}
	for i, n := len(o.uses)-1, 0; i >= 0 && n < fewStacks && o.uses[i].block == u.block; i, n = i-1, n+1 {
		if o.uses[i].stack == u.stack {
			o.uses[i].count++
			return
		}
	}
	o.uses = append(o.uses, *u)
}

// freed looks at the uses before the free.
func (c *checker) freed(o *object) {
	block, racy := NoBlock, false
	for i := range o.uses {
		u := &o.uses[i]
		if u.block != block {
			block = u.block
			racy = c.unordered(block, o.free.block)
		}
		if racy {
			c.groups.useFree(o, u, false)
		}
	}
	o.uses = nil
}

// lateUse looks at a use after the free.
func (c *checker) lateUse(o *object) {
	if b := c.access.block; b != o.checked {
		o.checked, o.racy = b, c.unordered(o.free.block, b)
	}
	if o.racy {
		c.groups.useFree(o, &c.access, true)
	}
}

// unordered reports that neither block precedes the other; a is the earlier.
func (c *checker) unordered(a, b BlockID) bool {
	return a >= 0 && b >= 0 && a != b && !c.o.Before(a, b)
}

// benign is the paper's filter: the handler of the use contains the allocation
// (before the use, it is the same object) and spins no loop, so no free can
// come in between. Code of nobody counts block by block. The default sets ask
// for less: no loop between the allocation and the use.
func benign(o *Order, x *object, u *useGroup) bool {
	if x.alloc.block < 0 {
		return false
	}
	if o.rules != Paper && o.sk.runEnd[u.block] == o.sk.runEnd[x.alloc.block] {
		return true
	}
	blocks := o.sk.blocks
	e := blocks[u.block].Event
	if e < 0 {
		return u.block == x.alloc.block
	}
	return blocks[x.alloc.block].Event == e && len(o.sk.events[e].Loops) == 0
}

// slipLoop returns the latest loop of the use's handler that the free can slip
// into: it ended before the use, and nothing orders the free before its start
// or after its end. The object must be there when the loop starts.
func slipLoop(o *Order, x *object, use BlockID) trace.GuardID {
	e, found := o.sk.blocks[use].Event, trace.NoGuard
	if e < 0 {
		return found
	}
	for _, g := range o.sk.events[e].Loops {
		v := &o.sk.loops[g]
		if v.ResumeBlock < 0 || v.ResumeBlock > use {
			break
		}
		f := x.free.block
		if !o.atOrBefore(f, v.PauseBlock) && !o.atOrBefore(v.ResumeBlock, f) &&
			!(x.alloc.block >= 0 && o.atOrBefore(v.ResumeBlock, x.alloc.block)) {
			found = g
		}
	}
	return found
}
