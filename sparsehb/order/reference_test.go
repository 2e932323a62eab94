package order

import (
	"slices"

	"sparseracer/internal/trace"
)

// reference is the saturating form of the order: all rules of the trace
// language, verbatim, again and again until nothing changes. What a rule says
// of operations is said of the blocks that they open, close or lie in. A
// conclusion that would point backward is dropped.
type reference struct {
	*skeleton
	rules   Rules
	strong  ruleID // made too strong, for the test that schedules must object
	lt      [][]bool
	changed bool
}

func saturate(sk *skeleton, rules Rules) *reference { return saturateStrong(sk, rules, numRules) }

func saturateStrong(sk *skeleton, rules Rules, strong ruleID) *reference {
	r := &reference{skeleton: sk, rules: rules, strong: strong, lt: make([][]bool, len(sk.blocks))}
	for i := range r.lt {
		r.lt[i] = make([]bool, len(sk.blocks))
	}
	r.facts()
	for r.changed = true; r.changed; {
		r.changed = false
		r.r9()
		r.r10()
		if rules != Paper {
			r.armed()
			r.rt()
		}
		switch rules {
		case Paper:
			r.r7r8()
			r.r11()
			r.r12()
		case Exact:
			r.r15(r.firstOutExact)
			r.r16()
			r.r17()
			r.r19()
			r.r23()
			r.r26()
			r.r29()
			r.r30()
		case Batch, Unix, Either:
			if rules == Unix {
				r.r32()
			}
			r.r23()
			r.r15(r.firstOutBatch)
			r.r16()
			r.r17()
			r.r18()
			r.r19()
			r.r20()
			r.r21()
			r.r22()
			r.r24()
			r.r25()
			r.r26()
			r.r27()
			r.r28()
			r.r29()
			r.r30()
			r.r33()
		}
	}
	return r
}

func (r *reference) add(a, b BlockID) {
	if a >= 0 && b >= 0 && a < b && !r.lt[a][b] {
		r.lt[a][b], r.changed = true, true
	}
}

func (r *reference) le(a, b BlockID) bool { return a >= 0 && b >= 0 && (a == b || r.lt[a][b]) }
func (r *reference) less(a, b BlockID) bool {
	return a >= 0 && b >= 0 && r.lt[a][b]
}

func (r *reference) fb(e trace.EventID) BlockID { return r.events[e].FirstBlock }
func (r *reference) lb(e trace.EventID) BlockID {
	if r.events[e].End == NoOp {
		return NoBlock // it never ended
	}
	return r.events[e].LastBlock
}
func (r *reference) posted(e trace.EventID) bool { return e >= 0 && r.about[e].priority != noPriority }

// enqBefore is enq(a) ≺ enq(b), R13 and R14.
func (r *reference) enqBefore(a, b trace.EventID) bool {
	x, y := r.about[a].enq, r.about[b].enq
	if x >= 0 && x == y {
		return r.events[a].Enq < r.events[b].Enq
	}
	return r.less(x, y)
}

// facts are R1 to R6, whose premises are facts of the skeleton, and what the
// engine adds for joins, main and deferred deletes.
func (r *reference) facts() {
	last := map[trace.EventID]BlockID{}
	for i := range r.blocks {
		b := BlockID(i)
		for _, s := range r.starts() { // R1
			r.add(s, b)
		}
		for j := range b { // R2
			if r.barrier[b] {
				r.add(j, b)
			}
		}
		if e := r.blocks[b].Event; e >= 0 { // R3
			if p, ok := last[e]; ok {
				r.add(p, b)
			}
			last[e] = b
		} else if p, ok := last[e]; ok && (len(r.enters) > 0 || r.opens[b].how != byNobody) {
			r.add(p, b)
			last[e] = b
		} else {
			last[e] = b
		}
	}
	for i := range r.events {
		e := trace.EventID(i)
		if r.fb(e) >= 0 {
			r.add(r.about[e].enq, r.fb(e)) // R4
			d := &r.events[e]
			if r.strong == ruleR4 && d.Poster >= 0 { // after all of the poster
				r.add(r.lb(d.Poster), r.fb(e))
			}
			level := d.Kind == trace.Deferred && d.Level > 0 || r.strong == ruleRD && d.Kind == trace.Timer
			if r.rules != Paper && level && d.Poster >= 0 { // RD
				r.add(r.lb(d.Poster), r.fb(e))
			}
			for j := range r.events { // R31
				if x := trace.EventID(j); r.rules.Batches() && r.elder(x, e) {
					r.add(r.fb(x), r.fb(e))
				}
			}
		}
	}
	for i := range r.events { // RN, RC, RB, RJ
		if e := trace.EventID(i); r.rules != Paper && r.fb(e) >= 0 {
			r.add(r.creator(e), r.fb(e))
			r.add(r.begun(e), r.fb(e))
			r.add(r.called(e), r.fb(e))
		}
		for j := range r.events {
			if a, b := &r.events[i], &r.events[j]; r.rules != Paper && r.refires(a, b) {
				r.add(r.lb(a.ID), b.FirstBlock)
			}
		}
	}
	for i := range r.loops {
		v := &r.loops[i]
		if e2 := r.resetter(v); e2 >= 0 {
			r.add(v.PauseBlock, r.fb(e2)) // R5
			if r.strong == ruleR5 {       // all that is posted after the pause
				for e := range r.events {
					if r.about[e].enq > v.PauseBlock {
						r.add(v.PauseBlock, r.fb(trace.EventID(e)))
					}
				}
			}
			if r.strong == ruleR6 { // all that the resetter posted, too
				for e := range r.events {
					if r.events[e].Poster == e2 {
						r.add(r.lb(trace.EventID(e)), v.ResumeBlock)
					}
				}
			}
			if r.rules == Paper || !r.left[v.ID] {
				r.add(r.lb(e2), v.ResumeBlock) // R6
			}
		}
	}
	if r.mainEvent >= 0 { // main
		for b := range r.blocks {
			r.add(0, BlockID(b))
		}
		if len(r.enters) > 0 {
			r.add(r.lb(r.mainEvent), r.enters[0])
		}
	}
}

// elder: two deferred deletes as R31 wants them; made too strong, of one handler.
func (r *reference) elder(a, b trace.EventID) bool {
	x, y := &r.events[a], &r.events[b]
	one := r.about[a].enq == r.about[b].enq || r.strong == ruleR31 && x.Poster >= 0 && x.Poster == y.Poster
	return x.Kind == trace.Deferred && y.Kind == trace.Deferred && !r.about[a].flush && !r.about[b].flush &&
		one && r.about[b].enq >= 0 && x.Enq < y.Enq && r.comesWhere(a, b, r.belowLoops())
}

// r33: made too strong, of any priority.
func (r *reference) r33() {
	for _, d := range r.queuedDeletes() {
		for i := range r.events {
			e := trace.EventID(i)
			sorted := r.events[e].Prio >= r.events[d].Prio || r.strong == ruleR33
			if r.posted(e) && (sorted && r.enqBefore(e, d) || r.oneWorker(e, d) || r.beforeItBegan(e, d)) {
				r.add(r.fb(e), r.fb(d))
			}
		}
	}
}

// starts are the blocks of R1: of a program that spins a loop before its default one,
// or enters that again, the first block with a loop behind it; made too strong, all
// that the default loop begins with.
func (r *reference) starts() []BlockID {
	if r.rules == Paper || r.strong == ruleR1 || len(r.enters) == 0 {
		return r.enters
	}
	for i := range r.blocks {
		b := BlockID(i)
		spins := slices.ContainsFunc(r.loops, func(v Loop) bool { return v.PauseBlock == b && (v.Owner < 0 || v.Owner == r.mainEvent) })
		if spins || slices.Contains(r.enters, b) {
			return []BlockID{b}
		}
	}
	return nil
}

// resetter: the paper's set takes the first reset of the recorded run; else
// there is none where several handlers, or code of nobody, reset the loop.
func (r *reference) resetter(v *Loop) trace.EventID {
	if r.rules == Paper {
		return v.Resetter
	}
	return r.sole(v)
}

func (r *reference) r9() {
	n := BlockID(len(r.blocks))
	for k := range n {
		for i := range k {
			if r.lt[i][k] {
				for j := k + 1; j < n; j++ {
					if r.lt[k][j] {
						r.add(i, j)
					}
				}
			}
		}
	}
}

func (r *reference) r10() {
	for i := range r.loops {
		for e := range r.events {
			if rb := r.loops[i].ResumeBlock; r.le(rb, r.about[e].enq) {
				r.add(rb, r.fb(trace.EventID(e)))
			}
		}
	}
}

// pairs calls f for all pairs of delivered posted events.
func (r *reference) pairs(f func(a, b trace.EventID)) {
	for a := range r.events {
		for b := range r.events {
			if a, b := trace.EventID(a), trace.EventID(b); a != b && r.posted(a) && r.posted(b) {
				f(a, b)
			}
		}
	}
}

func (r *reference) samePrio(a, b trace.EventID) bool {
	return r.posted(a) && r.posted(b) && r.events[a].Prio == r.events[b].Prio
}

func (r *reference) r7r8() {
	r.pairs(func(a, b trace.EventID) {
		if r.samePrio(a, b) && r.enqBefore(a, b) {
			r.add(r.fb(a), r.fb(b))
		}
	})
}

func (r *reference) r11() {
	for i := range r.loops {
		v := &r.loops[i]
		e1, e3 := v.Owner, v.Resetter
		if e3 < 0 || !r.samePrio(e1, e3) {
			continue
		}
		for x := range r.events {
			e2 := trace.EventID(x)
			if r.samePrio(e1, e2) && r.enqBefore(e1, e2) && r.enqBefore(e2, e3) {
				r.add(r.lb(e2), v.ResumeBlock)
			}
		}
	}
}

func (r *reference) r12() {
	for i := range r.loops {
		v := &r.loops[i]
		e2 := v.Resetter
		if e2 < 0 || !r.posted(e2) || len(r.events[e2].Loops) > 0 || r.events[e2].Within != v.ID {
			continue
		}
		for x := range r.events {
			if e3 := trace.EventID(x); r.samePrio(e2, e3) && r.enqBefore(e2, e3) {
				r.add(v.ResumeBlock, r.fb(e3))
			}
		}
	}
}
