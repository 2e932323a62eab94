package order

import (
	"slices"
	"strings"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
)

// The reference's rules of the environment.

// refires: b is the firing after a of one timer.
func (r *reference) refires(a, b *Event) bool {
	if !sameTimer(a, b) || a.Enq >= b.Enq {
		return false
	}
	return !slices.ContainsFunc(r.events, func(x Event) bool { return sameTimer(&x, b) && a.Enq < x.Enq && x.Enq < b.Enq })
}

func sameTimer(a, b *Event) bool {
	is := func(x *Event) bool { return x.Kind == trace.Timer && x.Enq != NoOp && x.Attr("timer") != "" }
	return is(a) && is(b) && a.Attr("timer") == b.Attr("timer")
}

// blockOf is Order.BlockOf, by looking at all blocks.
func (r *reference) blockOf(op uint64) BlockID {
	if op != NoOp && r.onMain(op) {
		for b, x := range r.blocks {
			if x.First <= op && op <= x.Last {
				return BlockID(b)
			}
		}
	}
	return NoBlock
}

// creator is the block that allocated the memory of e's receiver.
func (r *reference) creator(e trace.EventID) BlockID {
	return r.blockOf(r.heap.BornAt(e))
}

// begun is RB: where what had another thread enqueue e was enqueued by a block, if it
// was, or what had that thread do that.
func (r *reference) begun(e trace.EventID) BlockID {
	x := &r.events[e]
	if x.Enq == NoOp || x.From == r.main || x.Cause < 0 || r.sharedStart(r.shared(), x.Cause) {
		return NoBlock
	}
	cause := &r.events[x.Cause]
	if cause.From != r.main {
		return r.begun(x.Cause)
	}
	if r.strong == ruleRB && cause.Poster >= 0 { // after all of the handler
		return r.lb(cause.Poster)
	}
	return r.about[x.Cause].enq
}

// called is RJ: the end of the handler that the thread which enqueued e had waited for, or
// the one that had it do so.
func (r *reference) called(e trace.EventID) BlockID {
	x := &r.events[e]
	if x.Enq == NoOp || x.From == r.main || serves(x) || pooled(x) && x.Under < 0 {
		return NoBlock
	}
	if r.strong == ruleRJ { // what it posts before it waits, too
		latest := NoBlock
		for _, y := range r.events {
			if y.From == x.From && y.Called >= 0 && r.lb(y.Called) < r.fb(e) {
				latest = max(latest, r.lb(y.Called))
			}
		}
		return latest
	}
	if h := x.Called; h >= 0 && r.lb(h) != NoBlock && r.events[h].End < x.Enq {
		return r.lb(h)
	}
	if x.Cause < 0 || r.sharedStart(r.shared(), x.Cause) {
		return NoBlock
	}
	return r.called(x.Cause)
}

// armed are RW, RS, RP and RF.
func (r *reference) armed() {
	for i := range r.events {
		for _, name := range strings.Fields(r.events[i].Attr("needs")) {
			r.add(r.armer(name), r.fb(trace.EventID(i)))
		}
	}
}

// armer is the block that arms something before all others that do.
func (r *reference) armer(name string) BlockID {
	var blocks []BlockID
	for i := range r.events {
		e := &r.events[i]
		if e.Attr("arms") != name {
			continue
		}
		b := r.about[i].enq
		if e.Enq == NoOp {
			b = e.FirstBlock
		}
		if b == NoBlock {
			return NoBlock
		}
		if r.blockOf(e.Drop) != b {
			blocks = append(blocks, b)
		}
	}
	for _, first := range blocks {
		if !slices.ContainsFunc(blocks, func(b BlockID) bool { return !r.le(first, b) }) {
			return first
		}
	}
	return NoBlock
}

// rt: T1 is due before T2, both fire for the first time, T1 was started before
// T2, and all that may stop it comes after it.
func (r *reference) rt() {
	for i := range r.events {
		for j := range r.events {
			a, b := &r.events[i], &r.events[j]
			x, ok := r.firstFiring(a)
			y, also := r.firstFiring(b)
			if ok && also && i != j && x.Before(y) && r.enqBefore(a.ID, b.ID) && !r.mayStop(a) {
				r.add(a.FirstBlock, b.FirstBlock)
			}
		}
	}
}

func (r *reference) firstFiring(e *Event) (DueTime, bool) {
	d, ok := DueTimeOf(e)
	again := slices.ContainsFunc(r.events, func(x Event) bool { return sameTimer(&x, e) && x.Enq < e.Enq })
	return d, ok && !again && e.FirstBlock != NoBlock && r.about[e.ID].enq != NoBlock && sameTimer(e, e)
}

func (r *reference) mayStop(a *Event) bool {
	earlier := func(op uint64) bool { return op != NoOp && !r.le(a.FirstBlock, r.blockOf(op)) }
	if slices.ContainsFunc(r.events, func(x Event) bool { return sameTimer(&x, a) && earlier(x.Drop) }) {
		return true
	}
	return slices.ContainsFunc(r.heap.Deaths(), func(d heap.Death) bool { return slices.Contains(d.Events, a.ID) && earlier(d.Op) })
}
