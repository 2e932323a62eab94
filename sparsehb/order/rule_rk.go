package order

import (
	"cmp"
	"slices"

	"github.com/tidwall/btree"

	"sparseracer/internal/trace"
)

var rk = Rule{
	ID: "RK", Name: "one thread, one order", Sets: InExact | InBatch, Kind: Theorem,
	Sentence: "What a worker's code posts leaves the queue in that order.",
	Limit:    "Of threads of pools or with a loop, what one handler posts, or handlers that the main loop orders. Some 64 posts before each count.",
	Breaks:   "A worker that takes jobs from a queue of the program's own, which handlers without an order fill.",
	HeldBy:   []string{"TestEnvironmentRules"},
	facts: func(ps *pass) func(trace.EventID) {
		posts := ps.ofThreads()
		before := ps.workerPosts(posts)
		ps.elsewhere.addPosts(ps.skeleton, posts, before)
		if len(before) == 0 {
			return nil
		}
		return func(e trace.EventID) { ps.ruleRK(before, e) }
	},
}

// RK, one thread, one order: E1, E2 posted by one thread that is not the main one, and
// there by one handler, or by a thread that delivers no events and spins no loops;
// enq(E1) before enq(E2) there, prio(E1) ≥ prio(E2) ⇒ FB(E1) ≺ FB(E2). Its posts are in the
// order of its code, and leave the queue so (R15). Of the threads of a pool only those of
// one handler, a task: another run may deal the tasks differently. In batch loops E2 may be a
// deferred delete that is not flushed (R33). Not part of the paper's set.

// poster is who posts in the order of its code: a thread, or a handler of it.
type poster struct {
	thread  trace.ThreadID
	handler trace.EventID // or NoEvent
}

// inOrder is whose code has e's post in it, if its posts keep one order.
func (sk *skeleton) inOrder(e *Event) (poster, bool) {
	return poster{e.From, e.Under}, e.Under >= 0 || sk.straight[e.From] && !pooled(e)
}

// ofThreads are the posts of other threads, with the deletes that wait for them.
func (ps *pass) ofThreads() []trace.EventID {
	if !ps.rules.Batches() {
		return ps.foreign
	}
	list := slices.Clone(ps.foreign)
	for _, d := range ps.queuedDeletes() {
		if ps.isForeign(&ps.events[d]) {
			list = append(list, d)
		}
	}
	slices.SortFunc(list, func(a, b trace.EventID) int { return cmp.Compare(ps.events[a].Enq, ps.events[b].Enq) })
	return list
}

// leastBefore is the least class of priorities that an event waits for, noPriority for none.
func (sk *skeleton) leastBefore(e trace.EventID) int32 {
	if sk.events[e].Kind == trace.Deferred {
		return sk.leastAhead(e)
	}
	return sk.about[e].priority
}

// workerPosts returns, by event, which events of its thread RK puts before it: of each
// priority from its own up the latest one, and those that it overtook (broken FIFO).
func (sk *skeleton) workerPosts(posts []trace.EventID) map[trace.EventID][]trace.EventID {
	before := map[trace.EventID][]trace.EventID{}
	latest := map[poster]*btree.Map[int32, []trace.EventID]{} // by priority
	for _, e := range posts {
		priority := sk.leastBefore(e)
		from, keeps := sk.inOrder(&sk.events[e])
		if priority == noPriority || !keeps {
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
		if sk.events[e].Kind == trace.Deferred {
			continue
		}
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
