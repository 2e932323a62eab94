package order

import (
	"slices"

	"sparseracer/internal/trace"
)

// A frontier holds, for one priority, the events that were enqueued in a
// block's past and that an event enqueued next would have to wait for:
// without those that the block itself comes after, and without those that
// another member waits for already.
//
// Frontiers are shared between blocks and never changed once stored.
type front struct {
	priority int32
	events   []trace.EventID // for loopEnds, loops
}

// frontsOf returns the frontiers at the end of a block, none for NoBlock.
func (ps *pass) frontsOf(b BlockID) []front {
	if b < 0 {
		return nil
	}
	return ps.fronts[b]
}

// advance computes the frontiers at the end of the block just placed and lets
// it enqueue its events.
func (ps *pass) advance() {
	fs := ps.inherit()
	for _, rule := range ps.phases.olders {
		fs = rule(ps, fs)
	}
	for ps.posted < len(ps.posts) {
		x := ps.posts[ps.posted]
		if ps.about[x].enq != ps.b {
			break
		}
		ps.posted++
		ps.handOverBefore(fs, ps.events[x].Enq)
		if ps.about[x].priority != noPriority {
			fs = ps.enqueue(fs, x)
		}
	}
	ps.handOverBefore(fs, ps.blocks[ps.b].Last)
	for _, rule := range ps.phases.afters {
		fs = rule(ps, fs)
	}
	ps.fronts[ps.b] = fs
}

// inherit is the union of the frontiers of the predecessors, less what the
// block at hand comes after.
func (ps *pass) inherit() []front {
	if ps.join.floor == ps.b {
		return ps.afterBarrier()
	}
	from := ps.parts[:0]
	if len(ps.kept) == 0 || ps.join.base >= 0 && !ps.coversBase() {
		if ps.join.base >= 0 {
			from = append(from, part{ps.join.base, ps.fronts[ps.join.base]})
		}
	}
	for _, k := range ps.kept {
		from = append(from, part{k.block, ps.fronts[k.block]})
	}
	ps.parts = from
	switch len(from) {
	case 0:
		return nil
	case 1:
		ps.single = from[0].block >= ps.join.base
		fs := ps.prune(from[0].fronts)
		ps.single = false
		return fs
	}
	return ps.union(from)
}

// coversBase reports whether a predecessor lies after the base block and so
// has its frontier.
func (ps *pass) coversBase() bool {
	for _, k := range ps.kept {
		if k.block >= ps.join.base {
			return true
		}
	}
	return false
}

// passed reports whether the block at hand is or comes after all that the
// followers of a member would.
func (ps *pass) passed(priority int32, e trace.EventID) bool {
	ps.work++
	switch priority {
	case loopEnds:
		return ps.reachedEnd(ps.loops[e].ResumeBlock)
	case burstEnds:
		return ps.reachedEnd(ps.events[e].FirstBlock)
	}
	return ps.reachedEnd(ps.after[e])
}

// reachedEnd is reached for a block already placed. What its only predecessor was not
// after, it is not either, but for itself.
func (ps *pass) reachedEnd(p BlockID) bool {
	return p == ps.b || !ps.single && p < ps.b && ps.o.Before(p, ps.b)
}

// prune drops the members passed; shares the slice if there are none.
func (ps *pass) prune(fs []front) []front {
	shared := true
	var out []front
	for i, f := range fs {
		events := ps.notPassed(f.priority, f.events)
		if len(events) < len(f.events) && shared {
			out, shared = append([]front(nil), fs[:i]...), false
		}
		if !shared && len(events) > 0 {
			out = append(out, front{f.priority, events})
		}
	}
	if shared {
		return fs
	}
	return out
}

// notPassed keeps those members that the block at hand does not come after.
func (ps *pass) notPassed(priority int32, events []trace.EventID) []trace.EventID {
	drop := slices.IndexFunc(events, func(e trace.EventID) bool { return ps.passed(priority, e) })
	if drop < 0 {
		return events
	}
	kept := append([]trace.EventID(nil), events[:drop]...)
	for _, e := range events[drop+1:] {
		if !ps.passed(priority, e) {
			kept = append(kept, e)
		}
	}
	return kept
}

// enqueue snapshots what x waits for and puts x into its priority.
func (ps *pass) enqueue(fs []front, x trace.EventID) []front {
	priority := ps.about[x].priority
	at := slices.IndexFunc(fs, func(f front) bool { return f.priority >= priority })
	if at < 0 {
		at = len(fs)
	}
	next := []trace.EventID{x}
	out := append([]front(nil), fs[:at]...)
	if at < len(fs) && fs[at].priority == priority {
		ps.fifo[x] = ps.older(fs, x, fs[at].events)
		for _, f := range fs[at].events {
			if ps.after[f] >= ps.events[x].FirstBlock { // x overtook it
				next = append(next, f)
			}
		}
		fs = fs[at+1:]
	} else {
		ps.fifo[x] = ps.older(fs, x, nil)
		fs = fs[at:]
	}
	return append(append(out, front{priority, next}), fs...)
}

// addFirst puts a member into a priority, if it is not there yet.
func addFirst(fs []front, priority int32, e trace.EventID) []front {
	at := slices.IndexFunc(fs, func(f front) bool { return f.priority >= priority })
	if at < 0 {
		at = len(fs)
	}
	if at < len(fs) && fs[at].priority == priority && slices.Contains(fs[at].events, e) {
		return fs
	}
	out := append(make([]front, 0, len(fs)+1), fs[:at]...)
	add := front{priority, []trace.EventID{e}}
	if at < len(fs) && fs[at].priority == priority {
		add.events = append(add.events, fs[at].events...)
		at++
	}
	return append(append(out, add), fs[at:]...)
}

// afterBarrier is the frontier of a block that comes after all before it.
func (ps *pass) afterBarrier() []front {
	var out []front
	for _, x := range ps.posts[:ps.posted] {
		if c := ps.about[x].priority; c != noPriority && ps.after[x] > ps.b {
			at := slices.IndexFunc(out, func(f front) bool { return f.priority >= c })
			if at < 0 {
				at = len(out)
			}
			if at == len(out) || out[at].priority != c {
				out = slices.Insert(out, at, front{priority: c})
			}
			out[at].events = append(out[at].events, x)
		}
	}
	if ps.rules != Batch || ps.off.has(ruleR20) {
		return out
	}
	return ps.union([]part{{NoBlock, out}, {NoBlock, ps.olderBelow()}})
}
