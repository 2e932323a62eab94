package order

import (
	"cmp"
	"slices"
	"sort"

	"sparseracer/internal/trace"
)

// Rules R2 to R8 and R10 to R12 of the trace language. FB is an event's first
// block, LB its last, PB(v) and RB(v) the blocks that pause(·,v) closes and
// resume(·,v) opens. R1 is Order.bases; R9 is what clocks do; R10, cascaded
// form included, follows from R4, R9, R13 and R14: the block that enqueues E2
// is RB(v) itself or lies after its last operation.

// ruleR2: code of nobody after exitloop comes after all before it.
func (ps *pass) ruleR2() {
	if ps.barrier[ps.b] && !ps.off.has(ruleR2) {
		ps.join.floor = ps.b
	}
}

// ruleR3: the earlier block of the same handler.
func (ps *pass) ruleR3(prev BlockID) {
	if ps.opens[ps.b].how == byNobody && len(ps.enters) == 0 {
		return // not known to be start-up code
	}
	ps.put(prev, ruleR3)
}

// ruleR4: last(block of enq(E)) ≺ deq(E).
func (ps *pass) ruleR4(e trace.EventID) {
	if q := ps.about[e].enq; q >= 0 {
		ps.put(ps.runEnd[q], ruleR4)
	}
}

// resetter returns who resets v in every schedule, or NoEvent. The paper's set
// takes the one that did in the recorded run.
func (ps *pass) resetter(v *Loop) trace.EventID {
	if ps.rules == Paper {
		return v.Resetter
	}
	return ps.sole(v)
}

// ruleR5: pause(E1,v) ≺ deq(E2), where E2 resets v.
func (ps *pass) ruleR5(e trace.EventID) {
	ends := ps.ends[e]
	if ps.rules == Paper {
		ends = ps.resets[e]
	}
	for _, v := range ends {
		ps.put(ps.loops[v].PauseBlock, ruleR5)
	}
}

// ruleR6: end(E2) ≺ resume(E1,v), where E2 resets v.
func (ps *pass) ruleR6(v *Loop) {
	if r := ps.resetter(v); r >= 0 {
		ps.put(ps.events[r].LastBlock, ruleR6)
	}
}

// ruleJoin: end(E) ≺ the block that begins with join(E).
func (ps *pass) ruleJoin(e trace.EventID) {
	ps.put(ps.events[e].LastBlock, ruleJoin)
}

// ruleMain: start-up code that spins loops of its own is one handler (main)
// and the code up to enterloop its continuation; nothing runs before it
// starts, which Order.bases says.
func (ps *pass) ruleMain() {
	if e := ps.mainEvent; e >= 0 && slices.Contains(ps.enters, ps.b) {
		ps.put(ps.events[e].LastBlock, ruleMain)
	}
}

// rulesR7R8R12: enq(E1) ≺ enq(E2), same priority. R7 and R8 are one rule: the
// first run of E1, which ends at its end (R7) or at its first pause (R8),
// precedes deq(E2). By R12 a resetter is followed by the block after the loop
// that it ended: after[E1], see preparePaper. FIFO telescopes: only the latest
// events of the posting history are looked at.
func (ps *pass) rulesR7R8R12(e trace.EventID) {
	for _, f := range ps.fifo[e] {
		ps.putAfter(f)
	}
	ps.fifo[e] = nil
}

// putAfter puts what the FIFO successors of f come after. Where f was
// overtaken, its own predecessors in the queue take its place.
func (ps *pass) putAfter(f trace.EventID) {
	if ps.seen[f] == ps.b {
		return
	}
	ps.seen[f] = ps.b
	first := ps.runEnd[ps.events[f].FirstBlock]
	switch after := ps.after[f]; {
	case after < ps.b && after != first:
		ps.put(after, ruleR12)
	case first < ps.b:
		if after != first {
			ps.o.dropped++
		}
		ps.put(first, ps.fifoRule(f))
	default:
		ps.drop(f)
		for _, g := range ps.fifo[f] {
			ps.putAfter(g)
		}
	}
}

// drop counts a conclusion that f, which runs later, comes before the block at hand.
func (ps *pass) drop(f trace.EventID) {
	ps.o.dropped++
	ps.overtaken = ps.overtaken || ps.stands != nil && ps.stands[f]
}

func (ps *pass) fifoRule(f trace.EventID) ruleID {
	switch {
	case ps.rules == Batch && ps.about[f].class < ps.about[ps.blocks[ps.b].Event].class:
		return ruleR20
	case ps.rules != Paper:
		return ruleR15
	case ps.about[f].multi:
		return ruleR8
	}
	return ruleR7
}

// ruleR11: E3 resets v, enq(E1) ≺ enq(E2) ≺ enq(E3), one priority: end(E2) ≺
// resume(E1,v). It adds something only where E2 spins a loop or FIFO broke;
// else R7 and R6 imply it.
func (ps *pass) ruleR11(v *Loop) {
	e1, e3 := v.Owner, v.Resetter
	if ps.off.has(ruleR11) || e1 < 0 || e3 < 0 || ps.about[e1].class != ps.about[e3].class ||
		ps.about[e1].class == noClass || !ps.enqBefore(e1, e3) {
		return
	}
	list := ps.odds[ps.about[e1].class]
	from := sort.Search(len(list), func(i int) bool { return ps.events[list[i]].Enq > ps.events[e1].Enq })
	for _, e2 := range list[from:] {
		if ps.events[e2].Enq >= ps.events[e3].Enq {
			break
		}
		if last := ps.events[e2].LastBlock; !ps.reached(last) && ps.enqBefore(e1, e2) && ps.enqBefore(e2, e3) {
			ps.put(last, ruleR11)
		}
	}
}

// enqBefore reports enq(f) ≺ enq(g).
func (ps *pass) enqBefore(f, g trace.EventID) bool {
	bf, bg := ps.about[f].enq, ps.about[g].enq
	if bf == bg {
		return bf >= 0 && ps.events[f].Enq < ps.events[g].Enq
	}
	return bf >= 0 && ps.o.Before(ps.runEnd[bf], bg)
}

// preparePaper finds the resetters that R12 speaks of and the candidates of
// R11. Both are facts of the skeleton.
func (ps *pass) preparePaper() {
	for i := range ps.loops {
		v := &ps.loops[i]
		r := v.Resetter
		if ps.off.has(ruleR12) || r < 0 || v.ResumeBlock < 0 || ps.about[r].multi ||
			ps.about[r].parent != v.Guard || ps.about[r].class == noClass {
			continue
		}
		ps.after[r] = ps.runEnd[v.ResumeBlock]
	}
	ps.odds = make([][]trace.EventID, ps.classes)
	for _, e := range ps.posts {
		if a := &ps.about[e]; a.multi || a.odd {
			ps.odds[a.class] = append(ps.odds[a.class], e)
		}
	}
}

// prepareNesting lists the events that spin loops in the order in which they
// start.
func (ps *pass) prepareNesting() {
	for i := range ps.events {
		if ps.about[i].multi {
			ps.spins = append(ps.spins, trace.EventID(i))
		}
	}
	slices.SortFunc(ps.spins, func(a, b trace.EventID) int {
		return cmp.Compare(ps.events[a].FirstBlock, ps.events[b].FirstBlock)
	})
}
