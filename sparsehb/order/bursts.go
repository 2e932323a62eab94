package order

import "sparseracer/internal/trace"

// A burst is a row of posted events that a batch loop delivers one directly
// after the other, whatever else is queued: all posted by one block with one
// priority, next to each other among that block's posts of that priority, and
// none but the last spins a loop. Nothing but deferred deletes can come in
// between. Bursts are facts of the skeleton; R15 takes their blocks as one.

// findBursts returns, by block, the first block of the last event of its
// burst; a block that is in none is its own.
func (sk *skeleton) findBursts() []BlockID {
	ends := make([]BlockID, len(sk.blocks))
	for b := range ends {
		ends[b] = BlockID(b)
	}
	loose, after := sk.looseSpinners(), sk.nextPosts()
	for b := len(ends) - 2; b >= 0; b-- {
		e, next := sk.blocks[b].Event, sk.blocks[b+1].Event
		if e < 0 || next < 0 || sk.about[e].priority == noPriority || loose[sk.about[e].priority] ||
			sk.events[e].FirstBlock != sk.events[e].LastBlock || sk.events[e].End == NoOp {
			continue
		}
		if sk.events[next].FirstBlock == BlockID(b+1) && after[e] == next {
			ends[b] = ends[b+1]
		}
	}
	return ends
}

// nextPosts returns, by event, the next one of its priority if the same block
// posted it, else NoEvent.
func (sk *skeleton) nextPosts() []trace.EventID {
	next, last := make([]trace.EventID, len(sk.events)), make([]trace.EventID, len(sk.priorities))
	for i := range next {
		next[i] = trace.NoEvent
	}
	for i := range last {
		last[i] = trace.NoEvent
	}
	for _, x := range sk.posts {
		priority := sk.about[x].priority
		if priority == noPriority {
			continue
		}
		if p := last[priority]; p >= 0 && sk.about[p].enq == sk.about[x].enq {
			next[p] = x
		}
		last[priority] = x
	}
	return next
}

// looseSpinners says of each priority whether something can spin a loop between
// two events of it: a deferred delete, or one posted from outside all blocks.
func (sk *skeleton) looseSpinners() []bool {
	loose, all := make([]bool, len(sk.priorities)), false
	for i := range sk.events {
		a := &sk.about[i]
		switch {
		case !a.multi:
		case sk.events[i].Kind == trace.Deferred:
			all = true
		case a.priority != noPriority && a.enq == NoBlock:
			loose[a.priority] = true
		}
	}
	for c := range loose {
		loose[c] = loose[c] || all
	}
	return loose
}

// queued reports whether a block starts the handler of an event that stood in
// the queue: between the events of a burst nothing else can start.
func (sk *skeleton) queued(b BlockID) bool {
	e := sk.blocks[b].Event
	return e >= 0 && sk.opens[b].how != byResume && sk.standsInQueue(e)
}

// deferred reports whether a block belongs to a deferred delete.
func (sk *skeleton) deferred(b BlockID) bool {
	e := sk.blocks[b].Event
	return e >= 0 && sk.events[e].Kind == trace.Deferred
}

// burstStarts returns, by block, the first one of its burst.
func (sk *skeleton) burstStarts() []BlockID {
	starts := make([]BlockID, len(sk.blocks))
	for b := range starts {
		starts[b] = BlockID(b)
		if sk.behindOthers(BlockID(b)) {
			starts[b] = starts[b-1]
		}
	}
	return starts
}

// behindOthers reports whether a block stands in a burst, but not first.
func (sk *skeleton) behindOthers(b BlockID) bool {
	return sk.bursts != nil && b > 0 && sk.bursts[b-1] == sk.bursts[b]
}
