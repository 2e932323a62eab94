package race

import (
	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
	"sparseracer/sparsehb/order"
)

// Use-free races: a use and the free of one object in blocks that nothing
// orders. When an object is used its free is known already (heap.go), so one
// look at the order decides, once for each block that uses it.

// lookUp takes size bytes of one access of the shard's.
func (s *shard) lookUp(a *trace.Access, size uint64) {
	if a.Mode&(trace.ModeHeld|trace.ModeLink) != 0 || s.memory == nil && s.quiet.has(a.Addr, size) {
		return
	}
	s.access = Use{Op: s.N, Addr: a.Addr, Size: size, Count: 1, Last: s.N, Block: s.block,
		Stack: a.Stack, Site: a.Site, Kind: a.Kind, Mode: a.Mode, Commutes: s.commuteOf(a)}
	lo, hi := quietSpan(a.Addr, size)
	s.loud = false
	if s.first = nil; s.inside > 0 {
		s.first = s.firstEnd(a.Addr, heap.End(a.Addr, size))
	}
	s.objects.Visit(lo, hi, s.look)
	if !s.loud {
		s.quiet.put(a.Addr, size)
	}
	if s.memory != nil {
		s.memory.access(&s.access, s.cross)
	}
}

// lookAt looks at one object near the current access.
func (s *shard) lookAt(o *Object) {
	if o.Data.checked != s.block {
		o.Data.checked = s.block
		o.Data.racy = s.unordered(min(s.block, o.Data.FreeBlock), max(s.block, o.Data.FreeBlock)) && (o.Owned == nil || s.maySlipIn(o))
	}
	if !o.Data.racy {
		return
	}
	s.loud = true
	if s.first != nil && o.Owned == nil && o.FreeOp > s.first.FreeOp {
		return
	}
	u := &s.access
	if !o.Overlaps(u.Addr, heap.End(u.Addr, u.Size)) || s.cross && !s.owns(max(o.Start, u.Addr)>>regionBits) {
		return
	}
	if len(o.Data.pending) == 0 {
		s.dirty = append(s.dirty, o)
	}
	for i, n := len(o.Data.pending)-1, 0; i >= 0 && n < fewStacks; i, n = i-1, n+1 {
		if o.Data.pending[i].Stack == u.Stack && o.Data.pending[i].Live == nil && u.Live == nil {
			o.Data.pending[i].Count++
			o.Data.pending[i].Last = u.Op
			return
		}
	}
	o.Data.pending = append(o.Data.pending, *u)
}

// fewStacks is how many stacks of one block are looked through for a use; one
// that is not found there makes a group of its own, which costs only memory.
const fewStacks = 16

// unordered reports that neither block precedes the other; a is the earlier.
func (s *shard) unordered(a, b order.BlockID) bool {
	return a >= 0 && a != b && !s.O.Before(a, b)
}

// report hands on the uses that were gathered in a block.
func (s *shard) report() {
	for _, o := range s.dirty {
		s.reportOf(o)
	}
	s.dirty = s.dirty[:0]
}

func (s *shard) reportOf(o *Object) {
	for i := range o.Data.pending {
		s.taker.UseFree(o, &o.Data.pending[i])
	}
	o.Data.pending = o.Data.pending[:0]
}

// quietCache remembers where nothing races with accesses of the current block:
// most accesses are to what was looked at just before. It is direct-mapped by
// granules of 16 bytes, and small enough for the first level of a cache.
type quietCache struct {
	granules [quietSlots]uint64 // number of the granule + 1
	used     []uint16           // slots, if they are few: most blocks are short
}

const (
	quietSlots = 1 << 11
	quietBits  = 4
	fewQuiet   = 1 << 7
)

func (q *quietCache) has(addr, size uint64) bool {
	g := addr >> quietBits
	return (addr+size-1)>>quietBits == g && q.granules[g%quietSlots] == g+1
}

func (q *quietCache) put(addr, size uint64) {
	if g := addr >> quietBits; (addr+size-1)>>quietBits == g {
		q.granules[g%quietSlots] = g + 1
		if len(q.used) < fewQuiet {
			q.used = append(q.used, uint16(g%quietSlots))
		}
	}
}

// quietSpan is what must be quiet for an access to be.
func quietSpan(addr, size uint64) (lo, hi uint64) {
	end := heap.End(addr, size)
	if (addr+size-1)>>quietBits != addr>>quietBits {
		return addr, end
	}
	lo = addr &^ (1<<quietBits - 1)
	return lo, heap.End(lo, 1<<quietBits)
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
	if len(q.used) == fewQuiet {
		q.granules = [quietSlots]uint64{}
	}
	for _, slot := range q.used {
		q.granules[slot] = 0
	}
	q.used = q.used[:0]
}
