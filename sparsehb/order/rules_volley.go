package order

import "sparseracer/internal/trace"

// A volley is a row of posted events that a batch loop delivers one directly
// after the other, whatever else is queued: all posted by one block with one
// priority, next to each other among that block's posts of that priority, and
// none but the last spins a loop. Nothing but deferred deletes can come in
// between. Volleys are facts of the skeleton; R15 takes their blocks as one.

// findVolleys returns, by block, the first block of the last event of its
// volley; a block that is in none is its own.
func (sk *skeleton) findVolleys() []BlockID {
	ends := make([]BlockID, len(sk.blocks))
	for b := range ends {
		ends[b] = BlockID(b)
	}
	loose, after := sk.looseSpinners(), sk.nextPosts()
	for b := len(ends) - 2; b >= 0; b-- {
		e, next := sk.blocks[b].Event, sk.blocks[b+1].Event
		if e < 0 || next < 0 || sk.about[e].class == noClass || loose[sk.about[e].class] ||
			sk.events[e].FirstBlock != sk.events[e].LastBlock || sk.events[e].End == NoOp {
			continue
		}
		if sk.events[next].FirstBlock == BlockID(b+1) && after[e] == next {
			ends[b] = ends[b+1]
		}
	}
	return ends
}

// nextPosts returns, by event, the next one of its class if the same block
// posted it, else NoEvent.
func (sk *skeleton) nextPosts() []trace.EventID {
	next, last := make([]trace.EventID, len(sk.events)), make([]trace.EventID, sk.classes)
	for i := range next {
		next[i] = trace.NoEvent
	}
	for i := range last {
		last[i] = trace.NoEvent
	}
	for _, x := range sk.posts {
		class := sk.about[x].class
		if class == noClass {
			continue
		}
		if p := last[class]; p >= 0 && sk.about[p].enq == sk.about[x].enq {
			next[p] = x
		}
		last[class] = x
	}
	return next
}

// looseSpinners says of each class whether something can spin a loop between
// two events of it: a deferred delete, or one posted from outside all blocks.
func (sk *skeleton) looseSpinners() []bool {
	loose := make([]bool, sk.classes)
	for i := range sk.events {
		a := &sk.about[i]
		switch {
		case !a.multi:
		case sk.events[i].Kind == trace.Deferred:
			for c := range loose {
				loose[c] = true
			}
		case a.class != noClass && a.enq == NoBlock:
			loose[a.class] = true
		}
	}
	return loose
}

// queued reports whether a block starts the handler of an event that stood in
// the queue: between the events of a volley nothing else can start.
func (sk *skeleton) queued(b BlockID) bool {
	e := sk.blocks[b].Event
	return e >= 0 && sk.opens[b].how != byResume && sk.standsInQueue(e)
}

// deferred reports whether a block belongs to a deferred delete.
func (sk *skeleton) deferred(b BlockID) bool {
	e := sk.blocks[b].Event
	return e >= 0 && sk.events[e].Kind == trace.Deferred
}

// volleyEnds is the pseudo-class of a frontier that holds the last events of
// volleys that have begun (R21).
const volleyEnds int32 = -3

// addVolley notes that the block at hand begins a volley.
func (ps *pass) addVolley(fs []front) []front {
	e := ps.blocks[ps.b].Event
	if e < 0 {
		return fs
	}
	if last := ps.blocks[ps.volleys[ps.b]].Event; last != e {
		fs = addFirst(fs, volleyEnds, last)
	}
	if ps.lines == nil || ps.lines.last[e] < 0 || ps.lines.last[e] == e || ps.off.has(ruleR22) {
		return fs
	}
	return addFirst(fs, volleyEnds, ps.lines.last[e]) // R22: of its generation
}

// ruleR21 lets what began in the middle of a volley wait for its end: X before
// Y in a volley, FB(X) ≺ C, C no first block of an event that stood in the
// queue, gives FB(Y) ≺ C. It reports whether it added something.
func (ps *pass) ruleR21() bool {
	if ps.rules != Batch || ps.queued(ps.b) {
		return false
	}
	ps.settle()
	before := len(ps.kept)
	ps.putVolleys(ps.frontsOf(ps.base))
	for i := 0; i < len(ps.kept); i++ {
		ps.putVolleys(ps.frontsOf(ps.kept[i].block))
	}
	return len(ps.kept) > before
}

func (ps *pass) putVolleys(fs []front) {
	for i := range fs {
		if fs[i].class != volleyEnds {
			continue
		}
		for _, e := range fs[i].events {
			if last := ps.events[e].FirstBlock; !ps.reached(last) {
				ps.putNow(last, ruleR21)
			}
		}
	}
}

// ruleR21Mates: what R5, RC, R28 and the rules that look back put before Y stands before X too, unless it is
// a deferred delete's: nothing else can come in between.
func (ps *pass) ruleR21Mates() {
	for y := ps.b + 1; y <= ps.volleys[ps.b]; y++ {
		ps.ruleR28(ps.blocks[y].Event, ruleR21)
		for _, v := range ps.ends[ps.blocks[y].Event] {
			ps.putBefore(ps.loops[v].PauseBlock, ruleR21)
		}
		for _, e := range ps.earlier[y] {
			ps.putBefore(e.From, ruleR21)
		}
		if made := ps.env.made[ps.blocks[y].Event]; made >= 0 && !ps.off.has(ruleRC) {
			ps.putBefore(ps.runEnd[made], ruleR21)
		}
	}
}

// putBefore puts p if it lies before the block at hand and is no deferred
// delete's.
func (ps *pass) putBefore(p BlockID, rule ruleID) {
	if p >= 0 && p < ps.b && !ps.deferred(p) {
		ps.put(p, rule)
	}
}
