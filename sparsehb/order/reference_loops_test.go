package order

import (
	"slices"

	"sparseracer/internal/trace"
)

// The reference's rules R26 to R30, which look at all other loops, or back.

// addBack adds what a rule that looks back found; in the middle of a burst nothing
// but deferred deletes can come (R21), so it comes before all of the burst.
func (r *reference) addBack(a, b BlockID) {
	r.add(a, b)
	if r.rules.Batches() && a >= 0 && b >= 0 && !r.deferred(a) {
		for x := b - 1; x > a && r.bursts[x] == r.bursts[b]; x-- {
			r.add(a, x)
		}
	}
}

func (r *reference) r26() {
	for i := range r.loops {
		v := &r.loops[i]
		e2 := r.sole(v)
		if e2 < 0 || v.ResumeBlock < 0 || r.early(e2) {
			continue
		}
		for _, e3 := range r.nextAfter(v.ResumeBlock, fewNext, r.rules.Batches()) {
			at := dueBy(r.skeleton, r.rules, e3)
			if at < 0 || !r.le(r.lb(e2), at) {
				continue
			}
			over := true
			for j := range r.loops {
				over = over && r.overBy(&r.loops[j], v, e3, at)
			}
			if over || r.strong == ruleR26 {
				r.addBack(v.ResumeBlock, r.fb(e3))
			}
		}
	}
}

// overBy: at deq(e3) (batch: when its batch begins), u is not the loop in which v
// is kept waiting.
func (r *reference) overBy(u, v *Loop, e3 trace.EventID, at BlockID) bool {
	if u == v || u.PauseBlock < 0 || u.Owner == r.sole(v) {
		return true
	}
	x := r.sole(u)
	return r.less(u.PauseBlock, v.PauseBlock) || r.le(v.ResumeBlock, u.PauseBlock) || r.le(r.fb(e3), u.PauseBlock) ||
		x >= 0 && x != e3 && !r.early(x) && (u.Owner < 0 || !r.early(u.Owner)) && r.le(r.lb(x), at)
}

// early: under Qt's own dispatcher a batch may come in the iteration after this handler.
func (r *reference) early(e trace.EventID) bool {
	return r.rules.Early() && !r.posted(e) && r.events[e].Kind != trace.Timer && r.events[e].Kind != trace.Socket
}

// r32: a loop delivers first what waits where it starts.
func (r *reference) r32() {
	starts := slices.Clone(r.enters)
	for i := range r.loops {
		if turnsDispatcher(&r.loops[i]) {
			starts = append(starts, r.loops[i].PauseBlock)
		}
	}
	for _, p := range starts {
		for e := range r.events {
			e := trace.EventID(e)
			if !r.posted(e) || !r.le(r.about[e].enq, p) {
				continue
			}
			for b := range r.blocks {
				b := BlockID(b)
				windows := r.opens[b].how == byDeq && r.blocks[b].Event >= 0 && r.early(r.blocks[b].Event)
				if !r.queued(b) && (!windows || r.strong == ruleR32) && r.less(p, b) {
					r.add(r.fb(e), b)
				}
			}
		}
	}
}

func (r *reference) r27() {
	r.pairs(func(e1, e2 trace.EventID) {
		if r.events[e1].Prio <= r.events[e2].Prio {
			return
		}
		for _, c := range r.batchLess(r.since(e2)) {
			if c < r.fb(e2) && r.le(r.about[e1].enq, c) {
				r.add(r.fb(e1), r.fb(e2))
			}
		}
	})
}

// batchLess returns the blocks that open after the block q without that a batch
// has begun since.
func (r *reference) batchLess(q BlockID) []BlockID {
	if q < 0 {
		return nil
	}
	found := []BlockID{r.bursts[q]}
	for i := 0; i < len(found); i++ {
		e := r.blocks[found[i]].Event
		if e < 0 || r.lb(e) != found[i] {
			continue
		}
		for _, v := range r.ends[e] {
			if b := r.loops[v].ResumeBlock; b >= 0 && (r.isDirect(&r.loops[v]) || r.strong == ruleR27) {
				found = append(found, b)
			}
		}
	}
	return found[1:]
}

func (r *reference) r28() {
	for i := range r.loops {
		v := &r.loops[i]
		e1, e2 := v.Owner, r.sole(v)
		if !r.posted(e2) || e1 < 0 || r.standsInQueue(e1) {
			continue
		}
		calm := true
		for x := range r.events {
			s := trace.EventID(x)
			if s != e1 && len(r.events[s].Loops) > 0 && r.standsInQueue(s) {
				calm = calm && (r.less(r.fb(e1), r.fb(s)) || r.le(r.lb(s), r.fb(e1)))
			}
		}
		if !calm {
			continue
		}
		for x := range r.events {
			e3 := trace.EventID(x)
			higher := r.posted(e3) && (r.events[e3].Prio > r.events[e2].Prio || r.strong == ruleR28 && r.events[e3].Prio == r.events[e2].Prio)
			if higher && e3 != e2 && r.le(r.about[e3].enq, v.PauseBlock) {
				r.addBack(r.fb(e3), r.fb(e2))
			}
		}
	}
}

func (r *reference) r29() {
	for i := range r.loops {
		v := &r.loops[i]
		p := r.posterOfDelete(v)
		if p < 0 {
			continue
		}
		first, alone := r.fb(p), true
		for j := range r.loops {
			w := &r.loops[j]
			alone = alone && (w == v || w.PauseBlock < 0 || r.less(v.PauseBlock, w.PauseBlock) || r.le(w.ResumeBlock, first) ||
				r.le(first, w.PauseBlock) || r.less(v.PauseBlock, w.ResumeBlock))
		}
		if alone || r.strong == ruleR29 {
			r.addBack(v.PauseBlock, first)
		}
	}
}

func (r *reference) r30() {
	for c := range r.blocks {
		e1 := r.blocks[c].Event
		if e1 < 0 || BlockID(c) == r.fb(e1) {
			continue
		}
		for i := range r.loops {
			e2 := r.loops[i].Owner
			if e2 < 0 || e2 == e1 {
				continue
			}
			for j := range r.loops {
				if x, y := r.loops[i].PauseBlock, r.loops[j].ResumeBlock; r.loops[j].Owner == e2 && r.less(x, BlockID(c)) &&
					(r.less(BlockID(c), y) || r.strong == ruleR30) {
					r.addBack(x, r.fb(e1))
					r.add(r.lb(e1), y)
				}
			}
		}
	}
}
