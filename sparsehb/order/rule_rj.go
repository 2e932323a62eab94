package order

import (
	"slices"

	"sparseracer/internal/trace"
)

var rj = Rule{
	ID: "RJ", Name: "back from a call", Sets: InExact | InBatch, Kind: Theorem,
	Sentence: "What a thread posts after it waited for a handler comes after that handler.",
	Limit:    "The last that it waited for counts. Not of pools' threads outside of tasks, nor of threads that serve all.",
	Breaks:   "A worker with a queue of jobs of its own; a `join` where nothing waits.",
	HeldBy:   []string{"TestThreadSchedules", "TestSchedulesCatchWrongRules"},
	prepare: func(ps *pass) bool {
		return slices.ContainsFunc(ps.events, func(e Event) bool { return ps.waitedFor(e.ID) >= 0 })
	},
	deq: (*pass).ruleRJ,
}

// RJ, back from a call: another thread waited for H (join), and then enqueued E, in one
// handler of its or in its own code; or enqueued, or started, what led to E ⇒ last(LB(H)) ≺
// first(FB(E)). Not part of the paper's set.
func (ps *pass) ruleRJ(e trace.EventID) {
	if h := ps.waitedFor(e); h >= 0 && ps.events[h].LastBlock < ps.b {
		ps.put(ps.events[h].LastBlock, ruleRJ)
	}
}

// waitedFor is the handler of the main thread that had ended when e was enqueued by another
// thread, for that thread had waited for it, or the one that had it do so; or NoEvent. Not of
// threads that serve whoever asks: who asks first may be another one.
func (sk *skeleton) waitedFor(e trace.EventID) trace.EventID {
	for x := &sk.events[e]; x.Enq != NoOp && x.From != sk.main && !shares(x); x = &sk.events[x.Cause] {
		if h := x.Called; h >= 0 && sk.events[h].LastBlock != NoBlock && sk.events[h].End < x.Enq {
			return h
		}
		if x.Cause < 0 || sk.sharedStart(sk.serving, x.Cause) {
			break
		}
	}
	return trace.NoEvent
}

// shares: it was enqueued by a thread whose own code another run may have do other things first.
func shares(x *Event) bool { return serves(x) || pooled(x) && x.Under < 0 }
