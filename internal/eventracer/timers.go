package eventracer

import (
	"cmp"
	"slices"
)

// The order of timers, as EventRacer has it: a timer comes before another one if
// the handler that set it is, or comes before, the one that set the other, and its
// duration is not longer.
//
//  1. Timers are taken by the handler that set them, in the order of the run.
//  2. From that handler the graph of arcs is searched backward, the latest handlers
//     first, for those that have set timers of no longer a duration; not behind one
//     that has set a timer of the same duration, for what comes before that is
//     ordered with it.
//  3. What is found gets an arc without a duration, unless it comes before another
//     one that is found. To see most of that at once, timers form chains: one that
//     comes right after the last one of a chain goes on with it.
//
// Time: the handlers between a timer and the ones before it; where durations are
// all different that may be all of them, so there is a limit (Log.Hasty).

// mostVisits is how many handlers all searches may look at.
var mostVisits = 1 << 26

type timers struct {
	*Log
	set    [][]arc // by event: the timers that it set, of those taken so far
	place  []place // by event
	ends   []int32 // by chain: its last event
	seen   []int32 // by event: the last timer whose search came by
	stack  []int32
	behind []place // nothing at or before these is to be looked at
	found  []arc
	visits int
}

// place is where in a chain an event stands; chains count from 1 on, 0 is none.
type place struct{ chain, index int32 }

func (p place) atOrBefore(q place) bool {
	return p.chain != 0 && p.chain == q.chain && p.index <= q.index
}

// orderTimers adds the arcs between timers.
func (l *Log) orderTimers() {
	var list []arc
	for i := range l.actions {
		for _, a := range l.actions[i].in {
			if a.duration >= 0 {
				list = append(list, a)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b arc) int { return cmp.Or(cmp.Compare(a.tail, b.tail), cmp.Compare(a.head, b.head)) })
	n := len(l.actions)
	t := &timers{Log: l, set: make([][]arc, n), place: make([]place, n), ends: make([]int32, 1), seen: make([]int32, n)}
	for i, a := range list {
		if t.visits < mostVisits {
			t.search(a, int32(i+1))
		} else {
			l.hasty++
		}
		t.chain(a.head)
		t.set[a.tail] = append(t.set[a.tail], a)
	}
}

// search finds what comes before the n-th timer.
func (t *timers) search(a arc, n int32) {
	t.stack, t.behind, t.found = append(t.stack[:0], a.tail), t.behind[:0], t.found[:0]
	t.seen[a.tail] = n
	for len(t.stack) > 0 && t.visits < mostVisits {
		t.visits++
		h := t.latest()
		if slices.ContainsFunc(t.behind, t.place[h].atOrBefore) {
			continue
		}
		if t.take(a, h, n) {
			t.behind = append(t.behind, t.place[h])
			continue
		}
		for _, in := range t.actions[h].in {
			if t.seen[in.tail] != n {
				t.seen[in.tail] = n
				t.stack = append(t.stack, in.tail)
			}
		}
	}
	if len(t.stack) > 0 {
		t.hasty++
	}
	head := &t.actions[a.head]
	for _, s := range t.found {
		if !t.implied(a, s) {
			head.in = append(head.in, arc{s.head, a.head, -1})
		}
	}
}

// latest takes the latest handler off the stack.
func (t *timers) latest() int32 {
	at := 0
	for i, h := range t.stack {
		if h > t.stack[at] {
			at = i
		}
	}
	h, last := t.stack[at], len(t.stack)-1
	t.stack[at] = t.stack[last]
	t.stack = t.stack[:last]
	return h
}

// take notes what a handler has set that comes before a timer; true if there is no
// need to look behind that handler.
func (t *timers) take(a arc, handler, n int32) bool {
	for _, s := range slices.Backward(t.set[handler]) {
		if s.duration > a.duration || s.head >= a.head || t.seen[s.head] == n {
			continue
		}
		t.found = append(t.found, s)
		if s.duration == a.duration {
			return true
		}
	}
	return false
}

// implied: an arc from timer s says nothing new.
func (t *timers) implied(a, s arc) bool {
	at := t.place[s.head]
	return at.atOrBefore(t.place[a.tail]) ||
		slices.ContainsFunc(t.found, func(c arc) bool { return c.head != s.head && at.atOrBefore(t.place[c.head]) }) ||
		slices.ContainsFunc(t.actions[a.head].in, func(in arc) bool { return in.tail == s.head })
}

// chain puts a timer into the chain of what comes right before it, or a new one.
func (t *timers) chain(head int32) {
	if t.place[head].chain != 0 {
		return
	}
	for _, in := range t.actions[head].in {
		if p := t.place[in.tail]; p.chain != 0 && t.ends[p.chain] == in.tail {
			t.place[head] = place{p.chain, p.index + 1}
			t.ends[p.chain] = head
			return
		}
	}
	t.place[head] = place{int32(len(t.ends)), 0}
	t.ends = append(t.ends, head)
}
