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
	set    []int32 // by event: the last arc of the timers that it set, of those taken so far
	before []int32 // by arc: the timer that the same handler set before it
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
	var list []int32
	for i := range l.arcs.all {
		if l.arcs.all[i].duration >= 0 {
			list = append(list, int32(i))
		}
	}
	if len(list) == 0 {
		return
	}
	slices.SortStableFunc(list, func(i, j int32) int {
		a, b := &l.arcs.all[i], &l.arcs.all[j]
		return cmp.Or(cmp.Compare(a.tail, b.tail), cmp.Compare(a.head, b.head))
	})
	n := len(l.actions)
	t := &timers{Log: l, set: slices.Repeat([]int32{none}, n), before: make([]int32, len(l.arcs.all)),
		place: make([]place, n), ends: make([]int32, 1), seen: make([]int32, n)}
	for k, i := range list {
		a := l.arcs.all[i]
		if t.visits < mostVisits {
			t.search(a, int32(k+1))
		} else {
			l.hasty++
		}
		t.chain(a.head)
		t.before[i], t.set[a.tail] = t.set[a.tail], i
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
		for i := t.arcs.first[h]; i != none; i = t.arcs.next[i] {
			if tail := t.arcs.all[i].tail; t.seen[tail] != n {
				t.seen[tail] = n
				t.stack = append(t.stack, tail)
			}
		}
	}
	if len(t.stack) > 0 {
		t.hasty++
	}
	for _, s := range t.found {
		if !t.implied(a, s) {
			t.arcs.add(arc{s.head, a.head, -1})
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
	for i := t.set[handler]; i != none; i = t.before[i] {
		s := t.arcs.all[i]
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
		t.arcs.has(s.head, a.head)
}

// chain puts a timer into the chain of what comes right before it, or a new one.
func (t *timers) chain(head int32) {
	if t.place[head].chain != 0 {
		return
	}
	for i := t.arcs.first[head]; i != none; i = t.arcs.next[i] {
		tail := t.arcs.all[i].tail
		if p := t.place[tail]; p.chain != 0 && t.ends[p.chain] == tail {
			t.place[head] = place{p.chain, p.index + 1}
			t.ends[p.chain] = head
			return
		}
	}
	t.place[head] = place{int32(len(t.ends)), 0}
	t.ends = append(t.ends, head)
}
