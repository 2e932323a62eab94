package order

import (
	"cmp"
	"slices"

	"sparseracer/internal/trace"
)

// isFlush reports whether a loop only delivers what a handler asked for (the
// pause has an attribute flush): its events may leave the queue out of turn.
func isFlush(l *Loop) bool { return l.Attrs.Has("flush") }

// finish finds the priorities and the enqueued events in their order.
func (l *layouter) finish() {
	n := 0
	for i := range l.events {
		if e := &l.events[i]; e.Kind == trace.Posted && e.FirstBlock != NoBlock {
			n++
		}
	}
	prios := make([]int32, 0, n)
	l.posts = make([]trace.EventID, 0, n)
	for i := range l.events {
		if e := &l.events[i]; e.Kind == trace.Posted && e.FirstBlock != NoBlock {
			prios = append(prios, e.Prio)
		}
	}
	slices.Sort(prios)
	prios = slices.Compact(prios)
	l.priorities = prios
	for i := range l.events {
		e, fit := &l.events[i], &l.about[i]
		if e.Kind != trace.Posted || e.FirstBlock == NoBlock {
			continue
		}
		priority, _ := slices.BinarySearch(prios, e.Prio)
		fit.priority = int32(priority)
		if fit.enq != NoBlock {
			l.posts = append(l.posts, e.ID)
		} else if e.Enq != NoOp && e.From != l.main {
			l.foreign = append(l.foreign, e.ID)
		}
	}
	byEnq := func(a, b trace.EventID) int { return cmp.Compare(l.events[a].Enq, l.events[b].Enq) }
	slices.SortFunc(l.posts, byEnq)
	slices.SortFunc(l.foreign, byEnq)
	l.markOdd()
}

// markOdd marks the events of a priority that overtook another one or were
// overtaken by one.
func (l *layouter) markOdd() {
	latest := make([]BlockID, len(l.priorities))
	for i := range latest {
		latest[i] = NoBlock
	}
	for _, e := range l.posts {
		fit, first := &l.about[e], l.events[e].FirstBlock
		fit.odd = first < latest[fit.priority]
		latest[fit.priority] = max(latest[fit.priority], first)
	}
	for i := range latest {
		latest[i] = BlockID(len(l.blocks))
	}
	for _, e := range slices.Backward(l.posts) {
		fit, first := &l.about[e], l.events[e].FirstBlock
		fit.odd = fit.odd || first > latest[fit.priority]
		latest[fit.priority] = min(latest[fit.priority], first)
	}
}
