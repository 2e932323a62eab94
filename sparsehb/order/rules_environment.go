package order

import (
	"sort"

	"sparseracer/internal/trace"
)

// The order that the environment keeps: rules of ours, in the default sets
// only. Each holds in every schedule: where its second event happens, the first
// one has happened before it. (That an event comes before the death of its
// receiver, or that a blocked window gets no input, is true, but no such order;
// see lifetime.go and modality.go.)

// rulesEnvironment puts what must come before event e.
func (ps *pass) rulesEnvironment(e trace.EventID) {
	if ps.rules == Paper {
		return
	}
	ps.ruleRN(e)
	ps.rulesArmed(e)
	ps.ruleRC(e)
	ps.ruleRT(e)
}

// ruleRN, no re-entry: a timer does not fire while its own handler runs, not in
// a loop that the handler spins either. E1, E2 successive firings of one timer:
// end(E1) ≺ deq(E2).
func (ps *pass) ruleRN(e trace.EventID) {
	p := ps.env.refires[e]
	if p < 0 {
		return
	}
	if prev := &ps.events[p]; prev.FirstBlock != NoBlock && prev.End != NoOp {
		ps.put(prev.LastBlock, ruleRN)
	}
}

// rulesArmed are RW (windows are shown before their input), RS (notifiers are
// enabled before they fire), RP (press before release) and RF (windows are
// activated before keys reach them), one rule but for what is armed: E needs c,
// and the first operation that arms c and is not taken back in its block comes
// before every other one: last(its block) ≺ deq(E).
func (ps *pass) rulesArmed(e trace.EventID) {
	for _, n := range ps.env.needs[e] {
		if a := &ps.env.arms[n]; a.sure {
			ps.put(ps.runEnd[a.blocks[0]], a.rule)
		}
	}
}

// ruleRC, created: E is delivered to an object that block B allocated:
// last(B) ≺ deq(E).
func (ps *pass) ruleRC(e trace.EventID) {
	if b := ps.env.made[e]; b >= 0 {
		ps.put(ps.runEnd[b], ruleRC)
	}
}

// fewAlike is how many timers of one kind and interval, the latest before a
// firing, RT looks at: a program that starts millions would cost time in their
// square.
const fewAlike = 64

// ruleRT, due times: T1, T2 first firings of timers, enq(T1) ≺ enq(T2), T1 due
// no later than T2 in any run, and nothing that stops T1's timer can come
// before T1: the first block of T1 precedes deq(T2).
func (ps *pass) ruleRT(e trace.EventID) {
	n := ps.env.first[e]
	if n < 0 || ps.off.has(ruleRT) {
		return
	}
	ps.settle()
	due := ps.env.due
	for _, t := range ps.env.times {
		if !t.Before(due[n].due) {
			continue
		}
		alike := ps.env.alike[t]
		from := sort.SearchInts(alike, int(n))
		for _, i := range alike[max(0, from-fewAlike):from] {
			t1 := &due[i]
			if t1.sure && ps.enqBefore(t1.event, e) {
				ps.put(ps.runEnd[ps.events[t1.event].FirstBlock], ruleRT)
			}
		}
	}
	ps.settle()
}
