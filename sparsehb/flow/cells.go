package flow

import (
	"math"
	"slices"

	"sparseracer/internal/trace"
)

// cell is a racy granule of 8 bytes between two allocs or frees of it.
type cell struct {
	granule uint64
	end     uint64 // the operation that ended it
	next    int32  // the granule's cell after that, -1 = none yet
	writers []writer
	reads   []readID
	last    BlockID // that wrote last, so far, and the bytes that it did: the follower's
	own     uint8
}

// writer is what a block left in some bytes of a cell.
type writer struct {
	block BlockID
	bytes uint8
	known bool
	adds  bool // what it wrote last was made of what it found there
	op    uint64
	val   uint64
	stack trace.StackID
}

// Collector is the first walk: who writes what to racy granules.
type Collector struct {
	order Order
	opt   Options
	pairs []Pair
	cells []cell
	heads map[uint64]int32 // a granule's first cell
	now   *table           // and the one at hand, + 1
	lost  uint64
}

// NewCollector starts the work on pairs of a trace.
func NewCollector(order Order, pairs []Pair, opt Options) *Collector {
	c := &Collector{order: order, opt: opt, pairs: pairs, heads: map[uint64]int32{}, now: newTable()}
	for i := range pairs {
		lo, hi := common(&pairs[i])
		for g := lo >> 3; lo < hi && g <= (hi-1)>>3; g++ {
			c.watch(g)
		}
	}
	return c
}

// common are the bytes that both accesses of a pair touch, the first few.
func common(p *Pair) (lo, hi uint64) {
	lo = max(p.First.Addr, p.Second.Addr)
	hi = min(p.First.Addr+p.First.Size, p.Second.Addr+p.Second.Size)
	return lo, min(hi, lo+maxCommon)
}

const maxCommon = 4096

func (c *Collector) watch(g uint64) {
	if _, ok := c.heads[g]; ok {
		return
	}
	if len(c.cells) >= maxCells {
		c.lost++
		return
	}
	c.heads[g] = int32(len(c.cells))
	c.put(g, int32(len(c.cells)))
	c.cells = append(c.cells, newCell(g))
}

// cell is the one at hand of a granule, -1 = none.
func (c *Collector) cell(g uint64) int32 { return int32(c.now.get(g)) - 1 }

func (c *Collector) put(g uint64, at int32) { c.now.put(g, uint32(at+1)) }

func newCell(g uint64) cell { return cell{granule: g, end: math.MaxUint64, next: -1, last: NoBlock} }

// mask has a bit for each byte of granule g in [lo, hi).
func mask(g, lo, hi uint64) uint8 {
	m := uint8(0xff)
	if base := g << 3; lo > base {
		m &= 0xff << (lo - base)
	}
	if top := g<<3 + 8; hi < top {
		m &= 0xff >> (top - hi)
	}
	return m
}

// Run takes accesses of one block, the first of which is operation n.
func (c *Collector) Run(run []trace.Access, block BlockID, n uint64) {
	for i := range run {
		a := &run[i]
		if a.Kind != trace.Write || block == NoBlock || a.Mode&trace.ModeLocal != 0 {
			continue
		}
		lo, hi := a.Addr, a.Addr+a.Size
		for g := lo >> 3; g <= (hi-1)>>3; g++ {
			if at := c.cell(g); at >= 0 {
				c.write(&c.cells[at], a, mask(g, lo, hi), block, n+uint64(i))
			}
		}
	}
}

func (c *Collector) write(x *cell, a *trace.Access, bytes uint8, block BlockID, n uint64) {
	w := writer{block: block, bytes: bytes, op: n, known: a.Mode&trace.ModeVal != 0, val: a.Val, stack: a.Stack}
	for i := len(x.writers) - 1; i >= 0 && x.writers[i].block == block; i-- {
		if old := &x.writers[i]; old.bytes&bytes == old.bytes {
			*old = w // the last one of its block counts
			return
		}
	}
	if len(x.writers) >= maxWriters && !c.prune(x, block) {
		c.lost++
		return
	}
	x.writers = append(x.writers, w)
}

// prune makes room for a block's write: those that it hides go. A reader that no
// order keeps apart from both sees the new one, so nothing racy is lost.
func (c *Collector) prune(x *cell, block BlockID) bool {
	n := len(x.writers)
	x.writers = slices.DeleteFunc(x.writers, func(w writer) bool { return c.order.Before(w.block, block) })
	return len(x.writers) < n
}

// Operation takes any other operation.
func (c *Collector) Operation(op *trace.Op, _ BlockID, n uint64) {
	if op.Kind == trace.Alloc || op.Kind == trace.Free && op.Attr("kind") != "destroy" {
		c.forget(op.Addr, op.Addr+max(op.Size, 1), n)
	}
}

// forget ends the cells of [lo, hi): the bytes are another object's now.
func (c *Collector) forget(lo, hi, n uint64) {
	end := func(g uint64) {
		at := c.cell(g)
		if at < 0 || len(c.cells[at].writers) == 0 {
			return // nothing is known that could be taken for another object's
		}
		c.cells[at].end = n
		if len(c.cells) >= maxCells {
			c.lost++
			c.put(g, -1)
			return
		}
		c.cells[at].next = int32(len(c.cells))
		c.put(g, int32(len(c.cells)))
		c.cells = append(c.cells, newCell(g))
	}
	c.now.each(lo>>3, (hi-1)>>3, func(g uint64, _ uint32) { end(g) })
}

// visible are the writers whose value a read of some bytes in block b may find:
// those that do not come after b and that no writer in between hides. start says
// that it may find what was there before all of them.
func (c *Collector) visible(x *cell, bytes uint8, b BlockID, n uint64, yield func(*writer)) (start bool) {
	start = true
	hides := func(w *writer) bool { // b sees w or something later
		if c.opt.PaperRule {
			return w.op < n
		}
		return w.block == b && w.op < n || c.order.Before(w.block, b)
	}
	for i := range x.writers {
		w := &x.writers[i]
		if w.bytes&bytes == 0 || w.block == b && w.op > n || c.order.Before(b, w.block) || c.opt.PaperRule && w.op > n {
			continue
		}
		if w.bytes&bytes == bytes && hides(w) {
			start = false
		}
		hidden := false
		for j := range x.writers {
			v := &x.writers[j]
			if v != w && v.bytes&w.bytes&bytes == w.bytes&bytes && hides(v) &&
				(c.order.Before(w.block, v.block) || w.block == v.block && w.op < v.op) {
				hidden = true
				break
			}
		}
		if !hidden {
			yield(w)
		}
	}
	return start
}

// at is a granule's cell when operation n ran, nil if it is not a racy one.
func (c *Collector) at(g, n uint64) *cell {
	i, ok := c.heads[g]
	for ok && i >= 0 {
		if x := &c.cells[i]; n <= x.end {
			return x
		}
		i = c.cells[i].next
	}
	return nil
}
