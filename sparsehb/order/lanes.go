package order

import (
	"cmp"
	"slices"

	"sparseracer/internal/trace"
)

// Rule R22, quiet queues: where no event that stood in the queue spins a loop,
// no iteration of a batch loop starts inside a batch. So what one block posts
// is delivered in one batch, what those handlers post in another one, and so
// on: the rounds of a root. By round, priority and enqueue order the
// posted descendants of a root stand in one lane.
//
// Lines are facts of the skeleton. A root whose events did not come in that
// order, or not a round in one go, because the recording broke FIFO, has
// no lane.
type lanes struct {
	root  []BlockID                        // by event: the block that its lane descends from, or NoBlock
	round []int32                          // by event: its round in the lane
	prev  []trace.EventID                  // by event: the one before it in its lane, or NoEvent
	last  []trace.EventID                  // by event: the last one of its round
	ends  map[trace.EventID][]trace.LoopID // by event that is the first of its round: loops that this ends
}

// findLanes returns nil if there are no lines.
func (sk *skeleton) findLanes() *lanes {
	for i := range sk.events {
		if k := sk.events[i].Kind; sk.about[i].multi && (k == trace.Posted || k == trace.Deferred) {
			return nil
		}
	}
	n := len(sk.events)
	l := &lanes{make([]BlockID, n), make([]int32, n), make([]trace.EventID, n), make([]trace.EventID, n), map[trace.EventID][]trace.LoopID{}}
	for i := range n {
		l.root[i], l.prev[i], l.last[i] = NoBlock, trace.NoEvent, trace.NoEvent
	}
	order := slices.Clone(sk.posts)
	slices.SortFunc(order, func(a, b trace.EventID) int {
		return cmp.Compare(sk.events[a].FirstBlock, sk.events[b].FirstBlock)
	})
	others := sk.countOthers()
	end := map[BlockID]trace.EventID{} // by root
	broken := map[BlockID]bool{}
	for _, x := range order {
		if sk.about[x].priority == noPriority {
			continue
		}
		l.descend(sk, x)
		r := l.root[x]
		if p, ok := end[r]; ok {
			l.prev[x] = p
			from, to := sk.events[p].FirstBlock, sk.events[x].FirstBlock
			broken[r] = broken[r] || !l.inLane(sk, p, x) || l.round[p] == l.round[x] && others[from+1] != others[to]
		}
		end[r] = x
	}
	l.finish(sk, order, broken)
	return l
}

// countOthers counts, below each block, those that cannot start in the middle
// of a batch.
func (sk *skeleton) countOthers() []int32 {
	n := make([]int32, len(sk.blocks)+1)
	for b := range sk.blocks {
		n[b+1] = n[b]
		if !sk.queued(BlockID(b)) {
			n[b+1]++
		}
	}
	return n
}

// descend finds the root and the round of x.
func (l *lanes) descend(sk *skeleton, x trace.EventID) {
	q := sk.about[x].enq
	l.root[x] = q
	if e := sk.blocks[q].Event; e >= 0 && l.root[e] >= 0 {
		l.root[x], l.round[x] = l.root[e], l.round[e]+1
	}
}

// inLane reports whether a stands before b in the lane of their root.
func (l *lanes) inLane(sk *skeleton, a, b trace.EventID) bool {
	return cmp.Or(cmp.Compare(l.round[a], l.round[b]), cmp.Compare(sk.about[b].priority, sk.about[a].priority),
		cmp.Compare(sk.events[a].Enq, sk.events[b].Enq)) < 0
}

// finish takes the broken lines out and finds the ends of rounds.
func (l *lanes) finish(sk *skeleton, order []trace.EventID, broken map[BlockID]bool) {
	for _, x := range slices.Backward(order) {
		if l.root[x] >= 0 && broken[l.root[x]] {
			l.root[x], l.prev[x] = NoBlock, trace.NoEvent
		}
		if l.root[x] < 0 {
			continue
		}
		if l.last[x] < 0 {
			l.last[x] = x
		}
		if own := sk.ends[x]; len(own) > 0 {
			l.ends[x] = append(l.ends[x], own...)
		}
		if p := l.prev[x]; p >= 0 && l.round[p] == l.round[x] {
			l.last[p] = l.last[x]
			if list := l.ends[x]; list != nil {
				l.ends[p] = list
				delete(l.ends, x)
			}
		}
	}
}

// oneLane reports whether two events stand in one lane (R22).
func (ps *pass) oneLane(a, b trace.EventID) bool {
	l := ps.lanes
	return l != nil && l.root[b] >= 0 && l.root[a] == l.root[b] && !ps.off.has(ruleR22)
}

// notInLaneWith keeps those of events that do not stand in e's lane. Of those that
// do, the last one stands for all, for they come before it; best is the last one so
// far. Where it was overtaken itself it cannot stand for others (drop), and the next
// pass does without.
func (ps *pass) notInLaneWith(e trace.EventID, events []trace.EventID, best trace.EventID) ([]trace.EventID, trace.EventID) {
	if ps.wide || !ps.oneLane(e, e) {
		return events, best
	}
	other := func(f trace.EventID) bool { return !ps.oneLane(f, e) }
	for _, f := range events {
		if !other(f) && (best < 0 || ps.lanes.inLane(ps.skeleton, best, f)) {
			best = f
		}
	}
	if !slices.ContainsFunc(events, other) {
		return nil, best
	}
	return slices.DeleteFunc(slices.Clone(events), func(f trace.EventID) bool { return !other(f) }), best
}
