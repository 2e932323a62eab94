package order

import (
	"cmp"
	"slices"
	"sort"

	"sparseracer/internal/trace"
)

// calmScan looks for the last premise. The spinners that stood in the queue are in
// the order in which they start; each one that fits all before it (after it) spares
// those that follow it (precede it) the look further on.
type calmScan struct {
	ps            *pass
	list          []trace.EventID
	place         map[trace.EventID]int
	before, after []bool
	blamed        [2]int // who failed last, before and after: most fail at it
}

func (ps *pass) newCalmScan() *calmScan {
	c := &calmScan{ps: ps, place: map[trace.EventID]int{}}
	for _, e := range ps.spins {
		if ps.standsInQueue(e) {
			c.list = append(c.list, e)
		}
	}
	slices.SortFunc(c.list, func(a, b trace.EventID) int { return cmp.Compare(ps.events[a].FirstBlock, ps.events[b].FirstBlock) })
	c.before, c.after = make([]bool, len(c.list)), make([]bool, len(c.list))
	for i, e := range c.list {
		c.place[e] = i
		c.before[i] = c.fitsBefore(i)
	}
	for i := range slices.Backward(c.list) {
		c.after[i] = c.fitsAfter(i)
	}
	return c
}

// quiet reports whether no spinner can be under way in block b.
func (c *calmScan) quiet(b BlockID) bool {
	i := sort.Search(len(c.list), func(i int) bool { return c.ps.events[c.list[i]].FirstBlock >= b })
	return c.endedBy(i, b) && c.startAfter(i, b)
}

func (c *calmScan) calm(e1 trace.EventID) bool {
	i := c.place[e1]
	return c.before[i] && c.after[i]
}

func (c *calmScan) fitsBefore(i int) bool { return c.endedBy(i, c.ps.about[c.list[i]].enq) }

// endedBy reports whether all spinners before place i have ended in or before block b.
func (c *calmScan) endedBy(i int, b BlockID) bool {
	ended := func(j int) bool {
		if c.ps.tally(1); c.ps.exhausted() {
			return false
		}
		s := &c.ps.events[c.list[j]]
		return s.End != NoOp && b >= 0 && c.ps.o.AtOrBefore(s.LastBlock, b)
	}
	if w := c.blamed[0]; w < i && !ended(w) {
		return false
	}
	for j := i - 1; j >= 0; j-- {
		if !ended(j) {
			c.blamed[0] = j
			return false
		}
		if c.before[j] {
			return true // those have ended before j was posted
		}
	}
	return true
}

func (c *calmScan) fitsAfter(i int) bool { return c.startAfter(i+1, c.ps.events[c.list[i]].FirstBlock) }

// startAfter reports whether all spinners from place i on start after block b.
func (c *calmScan) startAfter(i int, b BlockID) bool {
	follows := func(j int) bool {
		c.ps.tally(1)
		return !c.ps.exhausted() && c.ps.o.Before(b, c.ps.events[c.list[j]].FirstBlock)
	}
	if w := c.blamed[1]; w >= i && w < len(c.list) && !follows(w) {
		return false
	}
	for j := i; j < len(c.list); j++ {
		if !follows(j) {
			c.blamed[1] = j
			return false
		}
		if c.after[j] {
			return true
		}
	}
	return true
}
