package order

import (
	"cmp"
	"slices"

	"sparseracer/internal/system"
	"sparseracer/internal/trace"
)

// RK, one thread, one order: E1, E2 posted by one thread that is not the main one,
// delivers no events and spins no loops, enq(E1) before enq(E2) there, prio(E1) ≥
// prio(E2) ⇒ FB(E1) ≺ FB(E2). Its posts are in the order of its code, and leave the
// queue so (R15). Not for the threads of a pool, which do what tasks they get: another
// run may deal them differently. Not part of the paper's set.

// workerPosts returns, by event, which events of its thread RK puts before it: of each
// class from its own up the latest one, and those that it overtook (broken FIFO).
func (sk *skeleton) workerPosts() map[trace.EventID][]trace.EventID {
	before := map[trace.EventID][]trace.EventID{}
	latest := map[trace.ThreadID][][]trace.EventID{} // by class
	for _, e := range sk.foreign {
		class, from := sk.about[e].class, sk.events[e].From
		if class == noClass || !sk.straight[from] || pooled(&sk.events[e]) {
			continue
		}
		of := latest[from]
		if of == nil {
			of = make([][]trace.EventID, sk.classes)
			latest[from] = of
		}
		for _, events := range of[class:] {
			before[e] = append(before[e], events...)
		}
		overtaken := func(f trace.EventID) bool { return sk.events[f].FirstBlock > sk.events[e].FirstBlock }
		of[class] = append(slices.DeleteFunc(of[class], func(f trace.EventID) bool { return !overtaken(f) }), e)
	}
	return before
}

func pooled(e *Event) bool { return system.PoolThread(e.Attr("poster")) }

// ruleRK puts them; where FIFO broke, and one of them ran later, what is before that.
func (ps *pass) ruleRK(e trace.EventID) {
	for _, f := range ps.byThread[e] {
		if ps.seen[f] == ps.b {
			continue
		}
		ps.seen[f] = ps.b
		if first := ps.runEnd[ps.events[f].FirstBlock]; first < ps.b {
			ps.put(first, ruleRK)
			continue
		}
		ps.o.dropped++
		ps.ruleRK(f)
	}
}

// RB, begun by a handler: E enqueued by another thread, which was started in block B,
// or runs a handler whose event block B enqueued; or which was started, or given its
// event, by such a thread, and so on ⇒ last(B) ≺ first(FB(E)). What the thread does
// comes after that operation of B, and the loop's thread delivers nothing before B's
// end. So E also comes after what B had enqueued by then, or what was before B, as in
// R15 and R20. Not part of the paper's set. The start of a thread that serves whoever
// asks (causes.go) orders nothing.
func (ps *pass) ruleRB(e trace.EventID) {
	if b := ps.ledTo(e); b >= 0 && ps.rules != Paper {
		ps.put(ps.runEnd[b], ruleRB)
	}
}

// ledTo is the block that what led to a thread's event lies in, or NoBlock.
func (sk *skeleton) ledTo(e trace.EventID) BlockID {
	if c := sk.events[e].Begun; c >= 0 {
		return sk.about[c].enq
	}
	return NoBlock
}

// handOver returns the posted events with such a block, in the order of what led to them.
func (ps *pass) handOver() []trace.EventID {
	var handed []trace.EventID
	for _, e := range ps.foreign {
		if ps.about[e].class != noClass && ps.ledTo(e) >= 0 && !ps.off.has(ruleRB) {
			handed = append(handed, e)
		}
	}
	slices.SortStableFunc(handed, func(a, b trace.EventID) int {
		return cmp.Compare(ps.events[ps.events[a].Begun].Enq, ps.events[ps.events[b].Begun].Enq)
	})
	return handed
}

// handOverBefore is for what was led to before an operation of the block at hand: each
// waits for the frontier there, but for events of lower priority.
func (ps *pass) handOverBefore(fs []front, op uint64) {
	for ; ps.waiting < len(ps.handed); ps.waiting++ {
		x := ps.handed[ps.waiting]
		if ps.ledTo(x) != ps.b || ps.events[ps.events[x].Begun].Enq > op {
			return
		}
		var ahead []trace.EventID
		for i := range fs {
			if fs[i].class >= ps.about[x].class {
				ahead = append(ahead, fs[i].events...)
			}
		}
		if ps.rules == Batch {
			ahead = ps.older(fs, x, ahead)
		}
		ps.fifo[x] = ahead
	}
}
