package order

import (
	"cmp"
	"slices"

	"sparseracer/internal/trace"
)

var rb = Rule{
	ID: "RB", Name: "begun by a handler", Sets: InExact | InBatch, Kind: Assumption,
	Sentence: "What a thread posts comes after the block that made the thread do so.",
	Limit:    "Threads of a pool when they start, and threads that serve all who ask, order nothing.",
	Breaks:   "A thread of the program's own that serves several handlers, or takes jobs from a queue of its own.",
	HeldBy:   []string{"TestThreadSchedules", "TestSchedulesCatchWrongRules"},
	prepare: func(ps *pass) bool {
		ps.handed = ps.handOver()
		ps.led = ps.elsewhere.leads(ps.skeleton)
		return len(ps.led) > 0 || slices.ContainsFunc(ps.events, func(e Event) bool { return ps.ledTo(e.ID) >= 0 })
	},
	deq: (*pass).ruleRB,
}

// RB, begun by a handler: E enqueued by another thread, which was started in block B,
// or runs a handler whose event block B enqueued; or which was started, or given its
// event, by such a thread, and so on ⇒ last(B) ≺ first(FB(E)). What the thread does
// comes after that operation of B, and the loop's thread delivers nothing before B's
// end. So E also comes after what B had enqueued by then, or what was before B, as in
// R15 and R20. Not part of the paper's set. The start of a thread that serves whoever
// asks (causes.go) orders nothing.
func (ps *pass) ruleRB(e trace.EventID) {
	if b := ps.ledTo(e); b >= 0 {
		ps.put(ps.runsTo(b), ruleRB)
	}
	for _, b := range ps.led[e] {
		if b := ps.runsTo(b); b < ps.b {
			ps.put(b, ruleRB)
		}
	}
}

// ledTo is the block that what led to a thread's event lies in, or NoBlock.
func (sk *skeleton) ledTo(e trace.EventID) BlockID {
	if c := sk.events[e].Begun; c >= 0 {
		return sk.about[c].enq
	}
	return NoBlock
}

// since is the block that enqueued an event; of another thread's the one after some operation of
// which that thread did: it had waited for its end (RJ), or what led to it lies there (RB).
// What comes of that a block has enqueued something comes of it for such an event, too:
// it stands in the queue no earlier, and no batch begins before that block ends.
func (ps *pass) since(e trace.EventID) BlockID {
	if q := ps.about[e].enq; q >= 0 || len(ps.foreign) == 0 || ps.rules == Paper {
		return q
	}
	return ps.sinceOf(e).block
}

// sincePoint is an operation of a block.
type sincePoint struct {
	block BlockID
	op    uint64
}

// sinceOf is the operation of another thread's event, looked for once.
func (ps *pass) sinceOf(e trace.EventID) sincePoint {
	if ps.sinces == nil {
		ps.sinces = map[trace.EventID]sincePoint{}
	}
	at, known := ps.sinces[e]
	if !known {
		at = ps.findSince(e)
		ps.sinces[e] = at
	}
	return at
}

func (ps *pass) findSince(e trace.EventID) sincePoint {
	x := &ps.events[e]
	if x.Enq == NoOp || x.From == ps.main {
		return sincePoint{NoBlock, NoOp}
	}
	if h := ps.waitedFor(e); h >= 0 && !ps.off.has(ruleRJ) {
		return sincePoint{ps.events[h].LastBlock, ps.events[h].End}
	}
	if b := ps.ledTo(e); b >= 0 && !ps.off.has(ruleRB) {
		return sincePoint{b, ps.events[x.Begun].Enq}
	}
	return sincePoint{NoBlock, NoOp}
}

// handOver returns the posted events with such a block, in the order of what led to them.
func (ps *pass) handOver() []trace.EventID {
	var handed []trace.EventID
	for _, e := range ps.foreign {
		if ps.about[e].priority != noPriority && ps.since(e) >= 0 {
			handed = append(handed, e)
		}
	}
	slices.SortStableFunc(handed, func(a, b trace.EventID) int { return cmp.Compare(ps.sinceOf(a).op, ps.sinceOf(b).op) })
	return handed
}

// handOverBefore is for what was led to before an operation of the block at hand: each
// waits for the frontier there, but for events of lower priority.
func (ps *pass) handOverBefore(fs []front, op uint64) {
	for ; ps.waiting < len(ps.handed); ps.waiting++ {
		x := ps.handed[ps.waiting]
		if at := ps.sinceOf(x); at.block > ps.b || at.block == ps.b && at.op > op {
			return
		}
		if ps.exhausted() {
			continue
		}
		ahead := ps.from(fs, ps.about[x].priority)
		if ps.rules.Batches() {
			ahead = ps.older(fs, x, ahead)
		}
		ps.tally(stepsToKeep * len(ahead))
		ps.fifo.set(x, ahead)
	}
}
