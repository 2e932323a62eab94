package sparsehb

import (
	"slices"
	"strings"

	"sparseracer/internal/trace"
)

// RK, one thread, one order: E1, E2 posted by one thread that is not the main one,
// delivers no events and spins no loops, enq(E1) before enq(E2) there, prio(E1) ≥
// prio(E2) ⇒ FB(E1) ≺ FB(E2). Its posts are in the order of its code, and leave the
// queue so (R15). Not for the threads of a pool, which do what tasks they get: another
// run may deal them differently. Not part of the paper's set.

// poolNames are how the threads of pools that hand out tasks call themselves: Qt's, and
// GLib's in its releases.
var poolNames = []string{"Thread (pooled)", "pool-"}

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

func pooled(e *Event) bool {
	for _, name := range poolNames {
		if strings.HasPrefix(e.Attr("poster"), name) {
			return true
		}
	}
	return false
}

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
// end. Not part of the paper's set. The start of a thread that serves whoever asks
// (causes.go) orders nothing.
func (ps *pass) ruleRB(e trace.EventID) {
	if c := ps.events[e].Begun; c >= 0 && ps.rules != Paper && ps.about[c].enq >= 0 {
		ps.put(ps.runEnd[ps.about[c].enq], ruleRB)
	}
}
