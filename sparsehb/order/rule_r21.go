package order

import "sparseracer/internal/trace"

var r21 = Rule{
	ID: "R21", Name: "bursts", Sets: InBatch, Kind: Theorem,
	Sentence: "Between two events of a burst nothing can come but deferred deletes.",
	HeldBy:   []string{"TestEverySchedule", "TestSchedulesCatchWrongRules"},
	queue:    (*pass).ruleR21Mates,
	front:    (*pass).addBurst,
	closing:  (*pass).ruleR21,
}

// burstEnds is the pseudo-priority of a frontier that holds the last events of
// bursts that have begun (R21).
const burstEnds int32 = -3

// addBurst notes that the block at hand begins a burst.
func (ps *pass) addBurst(fs []front) []front {
	e := ps.blocks[ps.b].Event
	if e < 0 {
		return fs
	}
	if last := ps.blocks[ps.bursts[ps.b]].Event; last != e {
		fs = ps.addFirst(fs, burstEnds, last)
	}
	if ps.lanes == nil || ps.lanes.last[e] < 0 || ps.lanes.last[e] == e || ps.off.has(ruleR22) {
		return fs
	}
	return ps.addFirst(fs, burstEnds, ps.lanes.last[e]) // R22: of its round
}

// ruleR21 lets what began in the middle of a burst wait for its end: X before
// Y in a burst, FB(X) ≺ C, C no first block of an event that stood in the
// queue, gives FB(Y) ≺ C. It reports whether it added something.
func (ps *pass) ruleR21() bool {
	if ps.queued(ps.b) {
		return false
	}
	ps.settle()
	before := len(ps.kept)
	ps.putBursts(ps.base)
	for i := 0; i < len(ps.kept); i++ {
		ps.putBursts(ps.kept[i])
	}
	return len(ps.kept) > before
}

func (ps *pass) putBursts(b BlockID) {
	for priority, events := range ps.fronts.at(b) {
		if priority != burstEnds {
			continue
		}
		ps.work += uint64(len(events))
		for _, e := range events {
			if last := ps.events[e].FirstBlock; !ps.reached(last) {
				ps.putNow(last, ruleR21)
			}
		}
	}
}

// ruleR21Mates: what R5, RC, R28 and the rules that look back put before Y stands before X too, unless it is
// a deferred delete's: nothing else can come in between.
func (ps *pass) ruleR21Mates(trace.EventID) {
	if ps.behindOthers(ps.b) && !ps.off.has(ruleR15) {
		return // it comes after the first of the burst, and so after all that
	}
	for y := ps.b + 1; y <= ps.bursts[ps.b] && !ps.exhausted(); y++ {
		ps.tally(1)
		if !ps.off.has(ruleR28) {
			ps.putFromEmpty(ps.blocks[y].Event, ruleR21)
		}
		for _, v := range ps.ends[ps.blocks[y].Event] {
			ps.putBefore(ps.loops[v].PauseBlock, ruleR21)
		}
		for _, e := range ps.earlier[y] {
			ps.putBefore(e.From, ruleR21)
		}
		if made := ps.env.made[ps.blocks[y].Event]; made >= 0 && !ps.off.has(ruleRC) {
			ps.putBefore(ps.runsTo(made), ruleR21)
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
