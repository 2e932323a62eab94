package order

import (
	"slices"

	"sparseracer/internal/trace"
)

// Rules R15, R17, R18 and R20 for loops that deliver what was queued when an
// iteration starts and look at their guard between iterations. R16 is the
// same as in exact loops.

// loopEnds is the pseudo-class of a frontier that holds the guards of direct
// loops whose resetter has ended, but not yet the loop (R17).
const loopEnds int32 = -2

// ruleR15Batch, first out: as in exact loops, but a higher priority counts
// only if no iteration can start between the two enqueues: they are in one
// block, or in blocks of one volley. And R20, generations: what x waits for
// has the older events in it, see addOlder.
func (ps *pass) ruleR15Batch(e trace.EventID) {
	class := ps.about[e].class
	if class == noClass || ps.off.has(ruleR15) {
		return
	}
	for _, f := range ps.fifo[e] {
		ps.putAfter(f)
	}
	ps.settle()
	ps.fifo[e] = nil
	if q := ps.about[e].enq; q >= 0 {
		ps.putHigher(ps.fronts[ps.volleys[q]], class)
		if !ps.off.has(ruleR27) {
			ps.ruleR27(ps.volleys[q], class)
		}
	}
}

// ruleR27, no batch in between: E2 is enqueued in the block q, or in a volley that q
// ends, q = LB(R), R resets v and is direct to it: no batch begins from q to RB(v).
// And so on, if RB(v) is the last block of v's owner. E1 enqueued in or before RB(v),
// prio(E1) > prio(E2): is sorted in before E2. FB(E1) ≺ FB(E2).
func (ps *pass) ruleR27(q BlockID, class int32) {
	e := ps.blocks[q].Event
	if e < 0 || ps.events[e].LastBlock != q || ps.events[e].End == NoOp {
		return
	}
	for _, v := range ps.ends[e] {
		if p := ps.loops[v].ResumeBlock; ps.direct[v] && p >= 0 && p < ps.b {
			ps.putSorted(ps.fronts[p], class, ruleR27)
			ps.ruleR27(p, class)
		}
	}
}

// putSorted puts the events of higher classes in a frontier; for one that runs later,
// those that it stood for.
func (ps *pass) putSorted(fs []front, class int32, rule ruleID) {
	var put func(f trace.EventID)
	put = func(f trace.EventID) {
		switch first := ps.after[f]; {
		case ps.about[f].class <= class || ps.sorted[f] == ps.b:
		case first < ps.b:
			ps.put(first, rule)
		default:
			ps.drop(f)
			ps.sorted[f] = ps.b
			for _, g := range ps.fifo[f] {
				put(g)
			}
		}
	}
	for i := range fs {
		if fs[i].class <= class {
			continue
		}
		for _, f := range fs[i].events {
			put(f)
		}
	}
	ps.settle()
}

// ruleR28, from an empty mark: E1, neither posted nor a deferred delete, spins v; E2,
// posted, resets it; and every posted event or deferred delete S that spins a loop has
// FB(E1) ≺ FB(S) or LB(S) ≼ FB(E1). Then no batch is under way when v starts, and what
// is queued then stands sorted: E3 posted, block(enq(E3)) ≼ PB(v), prio(E3) >
// prio(E2) ⇒ FB(E3) ≺ FB(E2).
func (ps *pass) ruleR28(e2 trace.EventID, by ruleID) {
	if ps.about[e2].class == noClass || ps.off.has(ruleR28) {
		return
	}
	for _, v := range ps.ends[e2] {
		if p := ps.loops[v].PauseBlock; ps.quiet[v] && p < ps.b {
			ps.putSorted(ps.fronts[p], ps.about[e2].class, by)
		}
	}
}

// ruleR17Batch, loop end: reset(v) in E2, E2 direct to v, LB(E2) ≼
// block(enq(E3)), E3 posted, gives last(RB(v)) ≺ deq(E3).
func (ps *pass) ruleR17Batch(e trace.EventID) {
	if ps.about[e].class == noClass {
		return
	}
	for _, f := range ps.frontsOf(ps.about[e].enq) {
		if f.class != loopEnds {
			continue
		}
		for _, v := range f.events {
			rule := ruleR17
			if r := ps.sole(&ps.loops[v]); !ps.o.AtOrBefore(ps.events[r].LastBlock, ps.about[e].enq) {
				rule = ruleR25
			}
			ps.put(ps.loops[v].ResumeBlock, rule)
		}
	}
}

// R25, the first batch: E2 posted, spins no loop, resets v and is direct to it; X
// posted; E3 posted, FB(X) ≼ block(enq(E3)); and X comes with E2, no later batch
// being begun before v has ended:
//
//   - X stands in E2's volley, or in its line and generation (R22), or
//   - v delivers X, PB(v) ≺ FB(X), E2 resets no other loop, and block(enq(E2)) ≼
//     PB(v): the first batch that v begins has E2 in it.
//
// Then last(RB(v)) ≺ deq(E3). So v is a loop end (R17) not only of E2, but of X too.

// addCompany adds the loop ends that the posted event at hand has by R25.
func (ps *pass) addCompany(fs []front) []front {
	x := ps.blocks[ps.b].Event
	if x < 0 || ps.about[x].class == noClass || ps.events[x].FirstBlock != ps.b || ps.off.has(ruleR25) {
		return fs
	}
	if g := ps.about[x].parent; g >= 0 {
		v := &ps.loops[g]
		if r := ps.sole(v); r >= 0 && len(ps.ends[r]) == 1 && ps.endsAtOnce(g, r) && ps.reachedEnd(v.PauseBlock) {
			if q := ps.about[r].enq; q >= 0 && ps.o.AtOrBefore(q, v.PauseBlock) {
				fs = addFirst(fs, loopEnds, trace.EventID(g))
			}
		}
	}
	if !ps.behindOthers(ps.b) { // the first of a volley stands for all
		for y := ps.b; y <= ps.volleys[ps.b]; y++ {
			fs = ps.addEnds(fs, ps.blocks[y].Event)
		}
	}
	if ps.lines != nil && !ps.off.has(ruleR22) {
		for _, g := range ps.lines.ends[x] { // likewise the first of a generation
			fs = ps.addEnds(fs, ps.sole(&ps.loops[g]))
		}
	}
	return fs
}

// addEnds adds the loops that r ends at once.
func (ps *pass) addEnds(fs []front, r trace.EventID) []front {
	for _, g := range ps.ends[r] {
		if ps.endsAtOnce(g, r) {
			fs = addFirst(fs, loopEnds, trace.EventID(g))
		}
	}
	return fs
}

func (ps *pass) endsAtOnce(g trace.GuardID, r trace.EventID) bool {
	return ps.direct[g] && !ps.about[r].multi && ps.about[r].class != noClass
}

// R20, generations: F posted, block(enq(E1)) ≼ block(enq(F)) and FB(F) ≼
// block(enq(E2)) give FB(E1) ≺ FB(E2), whatever their priorities: the batch
// that delivers F has E1 in it, if E1 is not gone yet, and E2 comes too late
// for it. A class has its older members, those that were queued together with
// an event delivered since, in a frontier of their own.

// olderClass is the pseudo-class of the older members of a class.
func olderClass(class int32) int32 { return -4 - class }

func isOlder(class int32) bool { return class <= olderClass(0) }

// addOlder makes all that was queued with the event that starts here older.
func (ps *pass) addOlder(fs []front) []front {
	e := ps.blocks[ps.b].Event
	if ps.opens[ps.b].how != byDeq || e < 0 || ps.about[e].class == noClass || ps.off.has(ruleR20) {
		return fs
	}
	var add []front
	best := trace.NoEvent
	for _, f := range ps.frontsOf(ps.about[e].enq) {
		if f.class < 0 {
			continue
		}
		older := f.events
		if older, best = ps.notInLineWith(e, older, best); len(older) > 0 {
			add = append(add, front{olderClass(f.class), older})
		}
	}
	if best >= 0 {
		ps.stands[best] = true
		fs = ps.standFor(fs, best)
	}
	if add = ps.prune(add); len(add) == 0 {
		return fs
	}
	return ps.union([]part{{NoBlock, fs}, {NoBlock, add}})
}

// standFor makes e an older member, in place of those of its line that it follows.
func (ps *pass) standFor(fs []front, e trace.EventID) []front {
	out := make([]front, 0, len(fs)+1)
	for i, f := range fs {
		if !isOlder(f.class) {
			out = append(out, fs[i:]...)
			break
		}
		gone := func(x trace.EventID) bool { return ps.oneLine(x, e) && (x == e || ps.lines.inLine(ps.skeleton, x, e)) }
		if slices.ContainsFunc(f.events, gone) {
			f.events = slices.DeleteFunc(slices.Clone(f.events), gone)
		}
		if len(f.events) > 0 {
			out = append(out, f)
		}
	}
	if ps.passed(olderClass(ps.about[e].class), e) {
		return out
	}
	return addFirst(out, olderClass(ps.about[e].class), e)
}

// older adds to what x waits for; but not those of its line, which it follows anyway.
func (ps *pass) older(fs []front, x trace.EventID, events []trace.EventID) []trace.EventID {
	shared := true
	for i := 0; i < len(fs) && isOlder(fs[i].class); i++ {
		for _, f := range fs[i].events {
			if ps.oneLine(f, x) {
				continue
			}
			if shared {
				events, shared = append([]trace.EventID(nil), events...), false
			}
			events = append(events, f)
		}
	}
	return events
}

// ruleR18, batch mates: E2 posted, resets v. E3 posted, enqueued before E2, or
// in one block with it, or in or before PB(v), gives deq(E3) ≺ resume(E1,v).
func (ps *pass) ruleR18(v *Loop) {
	r := ps.sole(v)
	if r < 0 || ps.about[r].class == noClass || ps.off.has(ruleR18) {
		return
	}
	for _, b := range [2]BlockID{v.PauseBlock, ps.about[r].enq} {
		for _, f := range ps.frontsOf(b) {
			if f.class < 0 {
				continue
			}
			for _, e := range f.events {
				if e != v.Owner {
					ps.putMate(e)
				}
			}
		}
	}
	ps.settle()
}

// putMate puts FB(f), or what f stood for in its frontier if f runs later.
func (ps *pass) putMate(f trace.EventID) {
	if ps.seen[f] == ps.b {
		return
	}
	ps.seen[f] = ps.b
	if first := ps.events[f].FirstBlock; first < ps.b {
		ps.put(first, ruleR18)
		return
	}
	ps.drop(f)
	for _, g := range ps.fifo[f] {
		ps.putMate(g)
	}
}
