package filter

import (
	"cmp"
	"slices"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/walk"
)

// Counters of a program with one thread (docs/trace-language.md, FW): `if (--x->open == 0)
// free(x)`, where each of several handlers counts down, and the last one frees.
//
//   - The counter w lies in the object. F's block reads and then writes it, before the free, and
//     that was come to by what it read there (origins.go).
//   - So does the block G of another handler before F: U's own, no sooner than the use unless the
//     use depends on what was read there, or one that U comes before in every order.
//
// With F before U, F comes before G, too: it finds a reference more there, and frees nothing.
// An increment whose result nobody looks at is recorded as one write, and counts nothing here.
//
// F may also look only, as who ends a process does while its output is still being worked on:
// `if (x->pending == 0) free(x)`. Then G changes the counter as above, and a block P that U comes
// after in every order has changed it before U, be it by an increment alone. With F between P and
// G, F finds what P took; before P, P itself uses what is gone, which is a pair of its own.
// The object lives then as long as U runs, which counts down in its own block. So a use behind
// that is safe, too, if it is or depends on a read in U of a mark in the object that F's
// block sets (`--x->pending; if (x->closed) return; use(x);`): U finds itself the last, and
// frees x without another use. Not in a task, for F may come while that runs.
//
// One more walk, if a free depends on anything. Memory: the changes of numbers in objects of
// candidates, within maxCounts, and what the blocks that free them have read.
type tallies struct {
	order.Cursor
	origins *origins
	within  []addresses               // of the candidates' objects
	frees   map[order.BlockID]*seen   // what blocks that free have read
	changes map[uint64][]tally        // by counter
	lets    map[order.BlockID][]tally // by a block that frees
	takes   map[uint64][]tally        // by counter: changes whose result nobody looks at
	looks   map[order.BlockID][]tally // by a block that frees: what it read first; op is the read
	read    map[uint64]tally          // by the block at hand
	block   order.BlockID
	kept    int
}

type addresses struct{ lo, hi uint64 }

// tally is that a block reads a number and then writes it.
type tally struct {
	addr, size, op uint64 // op is the write
	by             reader // of the read
	block          order.BlockID
}

// findTallies walks the trace for the counters that frees depend on.
func (d *decision) findTallies(src trace.Source, m *walk.Monitor) error {
	t := &tallies{Cursor: order.NewCursor(d.o, m), origins: d.origins, frees: map[order.BlockID]*seen{}, changes: map[uint64][]tally{},
		lets: map[order.BlockID][]tally{}, takes: map[uint64][]tally{}, looks: map[order.BlockID][]tally{}, read: map[uint64]tally{}, block: order.NoBlock}
	for _, c := range d.candidates {
		if d.mayCount(c) {
			t.within = append(t.within, addresses{c.Start, c.End})
			t.frees[c.Data.FreeBlock] = newSeen()
		}
	}
	if len(t.within) == 0 {
		return nil
	}
	slices.SortFunc(t.within, func(a, b addresses) int { return cmp.Compare(a.lo, b.lo) })
	merged := t.within[:1]
	for _, s := range t.within[1:] {
		if last := &merged[len(merged)-1]; s.lo <= last.hi {
			last.hi = max(last.hi, s.hi)
		} else {
			merged = append(merged, s)
		}
	}
	t.within, d.tallies = merged, t
	return t.Walk(src, t)
}

// mayCount: nobody has taken the candidate out, and its free depends on something.
func (d *decision) mayCount(c *Candidate) bool {
	return c.By == nil && !c.After && c.Use.Live == nil && c.Data.FreeBlock != order.NoBlock && d.origins.hasCondition(c.Free.Stack)
}

// hasCondition: something decides whether a call is come to.
func (o *origins) hasCondition(call trace.StackID) bool {
	for at := call; at != trace.NoStack; at = o.tables.Parent(at) {
		if x := o.frame(at); x != nil && x.Call && len(x.Control) > 0 {
			return true
		}
	}
	return false
}

func (t *tallies) Operation(*trace.Op, order.BlockID) {}

func (t *tallies) Run(run []trace.Access, block order.BlockID) {
	if block == order.NoBlock {
		return
	}
	if block != t.block {
		t.block = block
		clear(t.read)
	}
	in := t.frees[block]
	for i := range run {
		a := &run[i]
		if in != nil {
			in.note(t.origins, a)
		}
		if a.Size > 8 || a.Mode&(trace.ModeAtomic|trace.ModeUse) != 0 || !t.isWithin(a.Addr) || t.kept >= maxCounts {
			continue
		}
		if n := t.N + uint64(i); a.Mode&trace.ModeCommutes == 0 {
			t.access(a, n)
		} else if a.Kind == trace.Write && t.origins.tables.CommuteName(a.Commutes) == "add" {
			t.takes[a.Addr] = append(t.takes[a.Addr], tally{addr: a.Addr, size: a.Size, op: n, block: block})
			t.kept++
		}
	}
}

func (t *tallies) isWithin(addr uint64) bool {
	i, found := slices.BinarySearchFunc(t.within, addr, func(s addresses, addr uint64) int { return cmp.Compare(s.lo, addr) })
	return found || i > 0 && addr < t.within[i-1].hi
}

func (t *tallies) access(a *trace.Access, n uint64) {
	if a.Kind == trace.Read {
		if _, known := t.read[a.Addr]; !known {
			x := tally{addr: a.Addr, size: a.Size, by: reader{stack: a.Stack, site: a.Site, op: n}, block: t.block}
			t.read[a.Addr] = x
			if x.op = n; t.frees[t.block] != nil {
				t.looks[t.block] = append(t.looks[t.block], x)
				t.kept++
			}
		}
		return
	}
	if x, is := t.read[a.Addr]; is && x.size == a.Size {
		x.op = n
		t.changes[a.Addr] = append(t.changes[a.Addr], x)
		if t.frees[t.block] != nil {
			t.lets[t.block] = append(t.lets[t.block], x)
		}
		t.kept++
	}
}

// askTallies takes out what is held by a counter of the program's own.
func (d *decision) askTallies(by *Filter) {
	if d.tallies == nil {
		return
	}
	for _, c := range d.candidates {
		if d.mayCount(c) && d.tallied(c) {
			c.By = by
		}
	}
}

func (d *decision) tallied(c *Candidate) bool {
	t := d.tallies
	return slices.ContainsFunc(t.lets[c.Data.FreeBlock], func(let tally) bool { return d.decides(c, &let) && d.isCountedDown(c, &let) }) ||
		slices.ContainsFunc(t.looks[c.Data.FreeBlock], func(look tally) bool {
			return d.decides(c, &look) && d.isTaken(c, &look) && (d.isCountedDown(c, &look) || d.isLeftAlone(c, &look))
		})
}

// decides: the free depends on that number in the object.
func (d *decision) decides(c *Candidate, x *tally) bool {
	return c.Start <= x.addr && x.addr < c.End && x.op < c.FreeOp && (c.AllocOp == heap.NoOp || c.AllocOp < x.op) && d.leadsToFree(c, x)
}

func (d *decision) isCountedDown(c *Candidate, let *tally) bool {
	return slices.ContainsFunc(d.tallies.changes[let.addr], func(g tally) bool { return d.countedDown(c, let, &g) })
}

// isTaken: a block that the use comes after in every order has changed the number before the use.
func (d *decision) isTaken(c *Candidate, look *tally) bool {
	before := func(p tally) bool {
		return p.size == look.size && p.op < c.Use.Op && (c.AllocOp == heap.NoOp || c.AllocOp < p.op) && p.block != c.Use.Block && d.o.Before(p.block, c.Use.Block)
	}
	return slices.ContainsFunc(d.tallies.takes[look.addr], before) || slices.ContainsFunc(d.tallies.changes[look.addr], before)
}

// countedDown: g comes after the use in every order, and was before the change `let` of the
// block that frees.
func (d *decision) countedDown(c *Candidate, let, g *tally) bool {
	switch {
	case g.size != let.size || g.op >= let.op || g.block == let.block || c.AllocOp != heap.NoOp && g.op < c.AllocOp:
		return false
	case g.block == c.Use.Block:
		return c.Use.Last <= g.op || d.dependsOn(c, g)
	}
	return c.Use.Last < g.op && d.o.AtOrBefore(c.Use.Block, g.block)
}

// isLeftAlone: the use's block has counted down before it, and has then asked for a mark that the block of the free sets.
func (d *decision) isLeftAlone(c *Candidate, look *tally) bool {
	if runsBeside(d.o.Event(d.o.EventOf(c.Use.Block))) || !d.asksForMark(c) {
		return false
	}
	return slices.ContainsFunc(d.tallies.changes[look.addr], func(g tally) bool {
		return g.block == c.Use.Block && g.size == look.size && g.op < look.op
	})
}

// asksForMark: the use is the read of something in the object that the free's handler sets, or depends on it.
func (d *decision) asksForMark(c *Candidate) bool {
	s := d.suspects[c.blocks()]
	if s == nil || s.user == nil {
		return false
	}
	n := d.whatNeeds(c, s.user)
	return n != nil && slices.ContainsFunc(s.kept, func(p span) bool {
		lo := p.flag.granule << 3
		return c.Start <= lo && lo < c.End && c.Use.Op <= p.to && (p.from == c.Use.Op && p.from == c.Use.Last || n.meets(&p, p.bytes, c.Use.Op))
	})
}

// runsBeside: the main loop goes on while the handler runs.
func runsBeside(e *order.Event) bool {
	if e == nil { // code outside all handlers
		return false
	}
	what := e.Attr("type")
	return e.Kind == trace.Env && (what == "task" || what == "work" || what == "frame")
}

// dependsOn: the use behind a count is come to by what was found there, as in
// `if (--x->pending == 0 && x->closed)`.
func (d *decision) dependsOn(c *Candidate, g *tally) bool {
	x, s := d.origins.at(g.by.stack, g.by.site), d.suspects[c.blocks()]
	if x == nil || s == nil {
		return false
	}
	n := d.whatNeeds(c, s.user)
	return n != nil && n.places[n.placeOf(x, g.by.stack)]
}

// leadsToFree: the free depends on what was read for a change.
func (d *decision) leadsToFree(c *Candidate, let *tally) bool {
	seen := d.tallies.frees[c.Data.FreeBlock]
	return seen != nil && d.origins.needsOfCall(seen, c.Free.Stack).reaches(let)
}

// needsOfCall is what decides whether a call is come to.
func (o *origins) needsOfCall(s *seen, call trace.StackID) *needs {
	n := o.noNeeds(s)
	for at := call; at != trace.NoStack; at = o.tables.Parent(at) {
		if x := o.frame(at); x != nil && x.Call {
			n.all(o.tables.Parent(at), x.Unit, x.Control)
		}
	}
	return n
}
