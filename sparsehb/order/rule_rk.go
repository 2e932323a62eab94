package order

import (
	"slices"

	"github.com/tidwall/btree"

	"sparseracer/internal/trace"
)

var rk = Rule{
	ID: "RK", Name: "one thread, one order", Sets: InExact | InBatch, Kind: Theorem,
	Sentence: "What one thread posts leaves the queue in the order of its code.",
	Limit:    "Threads of pools, and those that deliver events or spin loops, are left out. Some 64 posts before each are looked at.",
	Breaks:   "A worker that takes jobs from a queue of the program's own, which handlers without an order fill.",
	HeldBy:   []string{"TestEnvironmentRules"},
	facts: func(ps *pass) func(trace.EventID) {
		before := ps.workerPosts()
		if len(before) == 0 {
			return nil
		}
		return func(e trace.EventID) { ps.ruleRK(before, e) }
	},
}

// RK, one thread, one order: E1, E2 posted by one thread that is not the main one,
// delivers no events and spins no loops, enq(E1) before enq(E2) there, prio(E1) ≥
// prio(E2) ⇒ FB(E1) ≺ FB(E2). Its posts are in the order of its code, and leave the
// queue so (R15). Not for the threads of a pool, which do what tasks they get: another
// run may deal them differently. Not part of the paper's set.

// workerPosts returns, by event, which events of its thread RK puts before it: of each
// priority from its own up the latest one, and those that it overtook (broken FIFO).
func (sk *skeleton) workerPosts() map[trace.EventID][]trace.EventID {
	before := map[trace.EventID][]trace.EventID{}
	latest := map[trace.ThreadID]*btree.Map[int32, []trace.EventID]{} // by priority
	for _, e := range sk.foreign {
		priority, from := sk.about[e].priority, sk.events[e].From
		if priority == noPriority || !sk.straight[from] || pooled(&sk.events[e]) {
			continue
		}
		of := latest[from]
		if of == nil {
			of = &btree.Map[int32, []trace.EventID]{}
			latest[from] = of
		}
		of.Ascend(priority, func(_ int32, events []trace.EventID) bool {
			before[e] = append(before[e], events...)
			return len(before[e]) < fewPosts
		})
		own, _ := of.Get(priority)
		own = append(slices.DeleteFunc(own, func(f trace.EventID) bool { return sk.events[f].FirstBlock < sk.events[e].FirstBlock }), e)
		of.Set(priority, own[max(0, len(own)-fewPosts):])
	}
	return before
}

// fewPosts is how many posts of its thread RK puts before one, about. There are more only
// where a thread uses as many priorities, or where the queue broke its order.
const fewPosts = 64

// ruleRK puts them; where FIFO broke, and one of them ran later, what is before that.
func (ps *pass) ruleRK(before map[trace.EventID][]trace.EventID, e trace.EventID) {
	defer ps.up()
	if ps.tooDeep() {
		return
	}
	for _, f := range before[e] {
		ps.tally(1)
		if ps.seen[f] == ps.b {
			continue
		}
		ps.seen[f] = ps.b
		if first := ps.runsTo(ps.events[f].FirstBlock); first < ps.b {
			ps.put(first, ruleRK)
			continue
		}
		ps.backward(ps.events[f].FirstBlock, ruleRK)
		ps.ruleRK(before, f)
	}
}
