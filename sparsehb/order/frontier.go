package order

import (
	"cmp"
	"slices"

	"sparseracer/internal/trace"
)

// A frontier holds, for one priority, the events that were enqueued in a
// block's past and that an event enqueued next would have to wait for:
// without those that the block itself comes after, and without those that
// another member waits for already.
//
// A list of members is never changed: frontiers that are stored share it.
type front struct {
	priority int32
	events   []trace.EventID // for loopEnds, loops
	stored   span            // where it is stored already
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
		ps.deletesBefore(fs, ps.events[x].Enq)
		if ps.exhausted() {
			continue
		}
		if ps.about[x].priority != noPriority {
			fs = ps.enqueue(fs, x)
		}
	}
	ps.handOverBefore(fs, ps.blocks[ps.b].Last)
	ps.deletesBefore(fs, ps.blocks[ps.b].Last)
	for _, rule := range ps.phases.afters {
		fs = rule(ps, fs)
	}
	like := NoBlock
	if len(ps.parts) > 0 {
		like = ps.parts[0].block
	}
	ps.working = fs
	for i := range fs {
		if ps.tally(1); fs[i].stored.n == 0 {
			ps.tally(stepsToKeep * len(fs[i].events))
		}
	}
	ps.storing = ps.fronts.store(ps.b, like, fs, ps.storing)
}

// inherit is the union of the frontiers of the predecessors, less what the
// block at hand comes after.
func (ps *pass) inherit() []front {
	ps.parts, ps.lists = ps.parts[:0], ps.lists[:0]
	if ps.join.floor == ps.b {
		return ps.afterBarrier()
	}
	if ps.join.base >= 0 && (len(ps.kept) == 0 || !ps.coversBase()) {
		ps.addPart(ps.join.base)
	}
	for _, k := range ps.kept {
		ps.addPart(k)
	}
	switch len(ps.parts) {
	case 0:
		return ps.working[:0]
	case 1:
		ps.single = ps.parts[0].block >= ps.join.base
		fs := ps.prune(append(ps.working[:0], ps.parts[0].fronts...))
		ps.single = false
		return fs
	}
	return ps.union(ps.parts, ps.working[:0])
}

// addPart takes the frontier of a predecessor into the parts.
func (ps *pass) addPart(b BlockID) {
	if len(ps.parts) > 0 && ps.exhausted() {
		return
	}
	n := len(ps.parts)
	if n == cap(ps.parts) {
		ps.parts = append(ps.parts, part{})
	}
	ps.parts = ps.parts[:n+1]
	p := &ps.parts[n]
	p.block, p.fronts = b, ps.fronts.load(p.fronts[:0], b)
	ps.tally(1 + len(p.fronts))
}

// coversBase reports whether a predecessor lies after the base block and so
// has its frontier.
func (ps *pass) coversBase() bool {
	for _, k := range ps.kept {
		if k >= ps.join.base {
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
	case burstEnds, waiting:
		return ps.reachedEnd(ps.events[e].FirstBlock)
	}
	return ps.reachedEnd(ps.after[e])
}

// reachedEnd is reached for a block already placed. What its only predecessor was not
// after, it is not either, but for itself.
func (ps *pass) reachedEnd(p BlockID) bool {
	return p == ps.b || !ps.single && p < ps.b && ps.before(p, ps.b)
}

// before is Order.Before, for the many questions about the same few blocks.
func (ps *pass) before(a, b BlockID) bool {
	o := ps.o
	for a >= 0 && a < b {
		if a < o.floor[b] {
			return true
		}
		if chain := o.chain[a]; chain == o.chain[b] {
			if o.index[a] < o.index[b] {
				return true
			}
		} else if ps.recall.Get(o.clocks[b], chain) > o.index[a] {
			return true
		}
		base := o.base(b)
		if a == base {
			return true
		}
		b = base
	}
	return false
}

// prune drops the members passed.
func (ps *pass) prune(fs []front) []front {
	out := fs[:0]
	for _, f := range fs {
		events := ps.notPassed(f.priority, f.events)
		if len(events) < len(f.events) {
			f = front{priority: f.priority, events: events}
		}
		if len(events) > 0 {
			out = append(out, f)
		}
	}
	return out
}

// notPassed keeps those members that the block at hand does not come after.
func (ps *pass) notPassed(priority int32, events []trace.EventID) []trace.EventID {
	drop := slices.IndexFunc(events, func(e trace.EventID) bool { return ps.passed(priority, e) })
	if drop < 0 {
		return events
	}
	kept := ps.newList(len(events))
	kept = append(kept, events[:drop]...)
	for _, e := range events[drop+1:] {
		if !ps.passed(priority, e) {
			kept = append(kept, e)
		}
	}
	return kept
}

// newList has room for n members, until the next block is placed.
func (ps *pass) newList(n int) []trace.EventID {
	at := len(ps.lists)
	ps.lists = slices.Grow(ps.lists, n)[:at+n]
	return ps.lists[at : at : at+n]
}

// enqueue snapshots what x waits for and puts x into its priority.
func (ps *pass) enqueue(fs []front, x trace.EventID) []front {
	priority := ps.about[x].priority
	ps.tally(1 + len(fs)/16) // what stands behind is moved
	at, found := find(fs, priority)
	if !found {
		ps.fifo.set(x, ps.older(fs, x, nil))
		return slices.Insert(fs, at, front{priority: priority, events: append(ps.newList(1), x)})
	}
	events := fs[at].events
	ps.fifo.set(x, ps.older(fs, x, events))
	next := append(ps.newList(len(events)+1), x)
	for _, f := range events {
		if ps.after[f] >= ps.events[x].FirstBlock { // x overtook it
			next = append(next, f)
		}
	}
	ps.work += uint64(len(events))
	ps.tally(stepsToKeep * len(next))
	fs[at] = front{priority: priority, events: next}
	return fs
}

// find is the place of a priority in a frontier, or that where it belongs.
func find(fs []front, priority int32) (at int, found bool) {
	return slices.BinarySearchFunc(fs, priority, func(f front, priority int32) int { return cmp.Compare(f.priority, priority) })
}

// from are the members of a frontier from a class of priorities on.
func (ps *pass) from(fs []front, least int32) (ahead []trace.EventID) {
	for i := range fs {
		if fs[i].priority >= least {
			ahead = append(ahead, fs[i].events...)
			ps.tally(len(fs[i].events))
		}
	}
	return ahead
}

// addFirst puts a member into a priority, if it is not there yet.
func (ps *pass) addFirst(fs []front, priority int32, e trace.EventID) []front {
	at, found := find(fs, priority)
	if !found {
		return slices.Insert(fs, at, front{priority: priority, events: append(ps.newList(1), e)})
	}
	events := fs[at].events
	ps.work += uint64(len(events))
	if !slices.Contains(events, e) {
		fs[at] = front{priority: priority, events: append(append(ps.newList(len(events)+1), e), events...)}
	}
	return fs
}

// afterBarrier is the frontier of a block that comes after all before it.
func (ps *pass) afterBarrier() []front {
	var out []front
	for _, x := range ps.posts[:ps.posted] {
		if ps.tally(1 + len(out)/16); ps.exhausted() {
			break
		}
		if c := ps.about[x].priority; c != noPriority && ps.after[x] > ps.b {
			at, found := find(out, c)
			if !found {
				out = slices.Insert(out, at, front{priority: c})
			}
			out[at].events = append(out[at].events, x)
		}
	}
	if !ps.rules.Batches() || ps.off.has(ruleR20) {
		return out
	}
	return ps.union([]part{{NoBlock, out}, {NoBlock, ps.olderBelow()}}, ps.working[:0])
}
