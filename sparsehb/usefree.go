package sparsehb

import "sparseracer/internal/trace"

// Use-free races: a use and the free of one object in blocks that nothing
// orders. When an object is used its free is known already (heap.go), so one
// look at the order decides, once for each block that uses it.

// useGroup is the uses of an object by one stack in one block: the first one,
// and how many.
type useGroup struct {
	op, addr, size uint64
	count, last    uint64 // last: the latest of them
	block          BlockID
	stack          trace.StackID
	kind           trace.Kind
	mode           trace.Mode
	part           trace.CommuteID
	hold           *Hold // of a potential use
}

// observed: the use came after the free in the recorded run. What is only a
// potential use was not observed to be one.
func (u *useGroup) observed(x *object) bool { return u.hold == nil && u.op > x.freeOp }

// lookUp takes one access of the shard's.
func (s *shard) lookUp(a *trace.Access) {
	if a.Mode&trace.ModeHeld != 0 || s.memory == nil && s.quiet.has(a.Addr, a.Size) {
		return
	}
	s.access = useGroup{op: s.n, addr: a.Addr, size: a.Size, count: 1, last: s.n, block: s.block,
		stack: a.Stack, kind: a.Kind, mode: a.Mode, part: s.part(a)}
	lo, hi := quietSpan(a.Addr, a.Size)
	s.loud = false
	if s.first = nil; s.inside > 0 {
		s.first = s.firstEnd(a.Addr, endOf(a.Addr, a.Size))
	}
	s.objects.visit(lo, hi, s.look)
	if !s.loud {
		s.quiet.put(a.Addr, a.Size)
	}
	if s.memory != nil {
		s.memory.access(&s.access, s.cross)
	}
}

// lookAt looks at one object near the current access.
func (s *shard) lookAt(o *object) {
	if o.checked != s.block {
		o.checked = s.block
		o.racy = s.unordered(min(s.block, o.free.block), max(s.block, o.free.block))
	}
	if !o.racy {
		return
	}
	s.loud = true
	if s.first != nil && o.freeOp > s.first.freeOp {
		return
	}
	u := &s.access
	if !o.overlaps(u.addr, endOf(u.addr, u.size)) || s.cross && !s.owns(max(o.start, u.addr)>>regionBits) {
		return
	}
	if len(o.pending) == 0 {
		s.dirty = append(s.dirty, o)
	}
	for i, n := len(o.pending)-1, 0; i >= 0 && n < fewStacks; i, n = i-1, n+1 {
		if o.pending[i].stack == u.stack && o.pending[i].hold == nil && u.hold == nil {
			o.pending[i].count++
			o.pending[i].last = u.op
			return
		}
	}
	o.pending = append(o.pending, *u)
}

// fewStacks is how many stacks of one block are looked through for a use; one
// that is not found there makes a group of its own, which costs only memory.
const fewStacks = 16

// unordered reports that neither block precedes the other; a is the earlier.
func (s *shard) unordered(a, b BlockID) bool {
	return a >= 0 && a != b && !s.o.Before(a, b)
}

// tell hands on the uses that were gathered in a block.
func (s *shard) tell() {
	for _, o := range s.dirty {
		s.tellOf(o)
	}
	s.dirty = s.dirty[:0]
}

func (s *shard) tellOf(o *object) {
	for i := range o.pending {
		s.groups.useFree(o, &o.pending[i])
	}
	o.pending = o.pending[:0]
}

// quietCache remembers where nothing races with accesses of the current block:
// most accesses are to what was looked at just before. It is direct-mapped by
// granules of 16 bytes, and small enough for the first level of a cache.
type quietCache struct {
	granules [quietSlots]uint64 // number of the granule + 1
	used     bool
}

const (
	quietSlots = 1 << 11
	quietBits  = 4
)

func (q *quietCache) has(addr, size uint64) bool {
	g := addr >> quietBits
	return (addr+size-1)>>quietBits == g && q.granules[g%quietSlots] == g+1
}

func (q *quietCache) put(addr, size uint64) {
	if g := addr >> quietBits; (addr+size-1)>>quietBits == g {
		q.granules[g%quietSlots] = g + 1
		q.used = true
	}
}

// quietSpan is what must be quiet for an access to be.
func quietSpan(addr, size uint64) (lo, hi uint64) {
	end := endOf(addr, size)
	if (addr+size-1)>>quietBits != addr>>quietBits {
		return addr, end
	}
	lo = addr &^ (1<<quietBits - 1)
	return lo, endOf(lo, 1<<quietBits)
}

// forget is for bytes that something begins to live in.
func (q *quietCache) forget(start, end uint64) {
	first, last := start>>quietBits, (end-1)>>quietBits
	if last-first >= quietSlots {
		q.clear()
		return
	}
	for g := first; g <= last; g++ {
		if slot := &q.granules[g%quietSlots]; *slot == g+1 {
			*slot = 0
		}
	}
}

func (q *quietCache) clear() {
	if q.used {
		*q = quietCache{}
	}
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
