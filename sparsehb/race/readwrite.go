package race

import (
	"slices"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
)

// Read-write races. Each granule of 8 bytes keeps the last write of every byte
// and the reads since it; an access is compared with those. So what is found
// are candidates: of several writes to a byte, a later access meets the last
// one only. Races covered by those are left out, and uncovered ones are what
// is shown first.
//
// A shard has the granules of its regions. A pair of accesses that both cross
// regions may meet in several shards; such pairs are reported when all are done.
type readWrite struct {
	*shard
	cells map[uint64]*[]memo  // by address / 8; changed in place
	late  [lateCells]lateCell // those looked for last
	met   []uint64            // operations that the current access races with
}

// lateCell is a cell and its granule, direct-mapped: handlers come to the same ones again.
type lateCell struct {
	granule uint64
	at      *[]memo
}

const lateCells = 1 << 9

func lateSlot(g uint64) uint64 { return g * 0x9e3779b97f4a7c15 >> 55 }

// memo is an access to some bytes of a granule.
type memo struct {
	Use
	bytes uint8 // bit set of the bytes that it is still the last access of
}

func newReadWrite(s *shard) *readWrite {
	return &readWrite{shard: s, cells: map[uint64]*[]memo{}}
}

// access compares an access with what its bytes remember.
func (m *readWrite) access(u *Use, crosses bool) {
	m.met = m.met[:0]
	end := heap.End(u.Addr, u.Size)
	for g := u.Addr >> 3; g <= (end-1)>>3; g++ {
		if crosses && !m.owns(g>>(regionBits-3)) {
			continue
		}
		if u.Commutes != 0 {
			m.commuting(g, ByteMask(g, u.Addr, end), u, crosses)
		} else {
			m.granule(g, ByteMask(g, u.Addr, end), u, crosses)
		}
	}
}

// ByteMask has a bit for each byte of granule g in [lo, hi).
func ByteMask(g, lo, hi uint64) uint8 {
	mask := uint8(0xff)
	if base := g << 3; lo > base {
		mask &= 0xff << (lo - base)
	}
	if top := g<<3 + 8; hi < top {
		mask &= 0xff >> (top - hi)
	}
	return mask
}

func (m *readWrite) granule(g uint64, mask uint8, u *Use, crosses bool) {
	at := m.cell(g)
	cell := *at
	write, fresh, dead := u.Kind == trace.Write, mask, 0
	for i := range cell {
		c := &cell[i]
		if c.bytes&mask == 0 {
			continue
		}
		same := c.Block == u.Block && c.Kind == u.Kind && c.Commutes == 0
		if same {
			fresh &^= c.bytes // the first one of its block stands for it
		} else if (write || c.Kind == trace.Write) && c.Block != u.Block && !m.O.Before(c.Block, u.Block) {
			m.report(c, u, crosses)
		}
		if write && !same {
			if c.bytes &^= mask; c.bytes == 0 {
				dead++
			}
		}
	}
	switch {
	case dead == len(cell):
		cell = cell[:0]
	case dead > 0:
		cell = slices.DeleteFunc(cell, func(c memo) bool { return c.bytes == 0 })
	}
	if fresh != 0 {
		cell = append(cell, memo{*u, fresh})
	}
	*at = cell
}

// cell is what a granule remembers, to be changed in place.
func (m *readWrite) cell(g uint64) *[]memo {
	late := &m.late[lateSlot(g)]
	if late.granule != g || late.at == nil {
		at := m.cells[g]
		if at == nil {
			at = new([]memo)
			m.cells[g] = at
		}
		*late = lateCell{g, at}
	}
	return late.at
}

// report takes a pair once, however many granules it shares.
func (m *readWrite) report(c *memo, u *Use, crosses bool) {
	if slices.Contains(m.met, c.Op) {
		return
	}
	m.met = append(m.met, c.Op)
	if crosses {
		m.crossing = append(m.crossing, Pair{c.Use, *u})
	} else {
		m.taker.ReadWrite(&c.Use, u)
	}
}

// reportCrossing reports the pairs that may have met in several shards, once each.
func reportCrossing(crossing []Pair, to Taker) {
	seen := map[[2]uint64]bool{}
	for i := range crossing {
		p := &crossing[i]
		if key := [2]uint64{p.A.Op, p.B.Op}; !seen[key] {
			seen[key] = true
			to.ReadWrite(&p.A, &p.B)
		}
	}
}

// forget drops what the bytes of [lo, hi) remember: they are another object's
// from now on.
func (m *readWrite) forget(lo, hi uint64) {
	first, last := lo>>3, (hi-1)>>3
	if last-first > uint64(len(m.cells)) {
		for g := range m.cells {
			if g >= first && g <= last {
				m.drop(g, lo, hi)
			}
		}
		return
	}
	for g := first; g <= last; g++ {
		m.drop(g, lo, hi)
	}
}

func (m *readWrite) drop(g, lo, hi uint64) {
	at := m.cells[g]
	if at == nil {
		return
	}
	cell, mask := *at, ByteMask(g, lo, hi)
	for i := range cell {
		cell[i].bytes &^= mask
	}
	if cell = slices.DeleteFunc(cell, func(c memo) bool { return c.bytes == 0 }); len(cell) == 0 {
		delete(m.cells, g)
		m.late[lateSlot(g)] = lateCell{}
	} else {
		*at = cell
	}
}
