package order

import "sparseracer/internal/trace"

// The reference's rules of the default sets, R15 to R21.

func (r *reference) r15(firstOut func(a, b trace.EventID) bool) {
	r.pairs(func(a, b trace.EventID) {
		if firstOut(a, b) || r.oneWorker(a, b) || r.beforeItBegan(a, b) {
			r.add(r.fb(a), r.fb(b))
		}
	})
}

// oneWorker is RK's premise.
func (r *reference) oneWorker(a, b trace.EventID) bool {
	x, y := &r.events[a], &r.events[b]
	one := x.Under == y.Under && x.Under >= 0 || r.straight[x.From] && !pooled(x) && !pooled(y)
	return x.Enq != NoOp && y.Enq != NoOp && x.From == y.From && x.From != r.main && one &&
		x.Enq < y.Enq && (x.Prio >= y.Prio || r.strong == ruleRK)
}

// beforeItBegan: a was enqueued before what led another thread to enqueue b (RB).
func (r *reference) beforeItBegan(a, b trace.EventID) bool {
	c := r.events[b].Begun
	if r.events[b].From == r.main || r.events[a].Prio < r.events[b].Prio && r.strong != ruleRB {
		return false
	}
	if q := r.called(b); q != NoBlock {
		return r.le(r.about[a].enq, q)
	}
	return c >= 0 && r.begun(b) != NoBlock && r.enqBefore(a, c)
}

// since is the block that enqueued e, or the one after some operation of which another thread did.
func (r *reference) since(e trace.EventID) BlockID {
	if q := r.about[e].enq; q >= 0 {
		return q
	}
	if q := r.called(e); q != NoBlock {
		return q
	}
	return r.begun(e)
}

// oneBurst reports whether no iteration starts between two blocks.
func (r *reference) oneBurst(a, b BlockID) bool {
	return a >= 0 && b >= 0 && r.bursts[a] == r.bursts[b]
}

func (r *reference) oneBlock(a, b trace.EventID) bool {
	return r.about[a].enq >= 0 && r.about[a].enq == r.about[b].enq
}

func (r *reference) firstOutExact(a, b trace.EventID) bool {
	pa, pb := r.events[a].Prio, r.events[b].Prio
	if r.strong == ruleR15 {
		return r.enqBefore(a, b)
	}
	return pa >= pb && r.enqBefore(a, b) ||
		pa > pb && (r.less(r.about[a].enq, r.fb(b)) || r.oneBlock(a, b))
}

func (r *reference) firstOutBatch(a, b trace.EventID) bool {
	pa, pb := r.events[a].Prio, r.events[b].Prio
	if r.strong == ruleR15 { // a higher priority in a nested loop goes first: not in Qt
		for _, v := range r.ends[b] {
			if pa > pb && r.le(r.about[a].enq, r.loops[v].PauseBlock) {
				return true
			}
		}
	}
	return pa >= pb && r.enqBefore(a, b) || pa > pb && r.oneBurst(r.about[a].enq, r.since(b))
}

func (r *reference) r16() {
	for i := range r.loops {
		v := &r.loops[i]
		if v.Owner < 0 {
			continue
		}
		for x := range r.events {
			e2 := trace.EventID(x)
			if (r.strong == ruleR16 || r.less(r.fb(v.Owner), r.fb(e2))) && r.less(r.fb(e2), v.ResumeBlock) {
				r.add(r.lb(e2), v.ResumeBlock)
			}
		}
	}
}

func (r *reference) isDirect(v *Loop) bool {
	e2 := r.sole(v)
	if r.strong == ruleR17 {
		return true
	}
	if r.early(e2) {
		return false
	}
	for i := range r.loops {
		w := &r.loops[i]
		if w == v || w.PauseBlock < 0 || w.Owner == e2 || r.endsToo(w, e2) {
			continue
		}
		after := r.le(r.lb(e2), w.PauseBlock)
		if r.rules.Batches() {
			after = r.le(v.ResumeBlock, w.PauseBlock) || r.posted(w.Owner) && r.le(r.lb(e2), r.about[w.Owner].enq)
		}
		if !r.less(w.PauseBlock, v.PauseBlock) && !r.le(w.ResumeBlock, r.fb(e2)) && !after {
			return false
		}
	}
	return true
}

// endsToo: e2 ends w too, and w's owner does nothing more after that but end.
func (r *reference) endsToo(w *Loop, e2 trace.EventID) bool {
	return r.sole(w) == e2 && w.Owner >= 0 && !r.early(w.Owner) && w.ResumeBlock >= 0 && w.ResumeBlock == r.lb(w.Owner)
}

func (r *reference) r17() {
	for i := range r.loops {
		v := &r.loops[i]
		if r.sole(v) < 0 || v.ResumeBlock < 0 || !r.isDirect(v) {
			continue
		}
		if r.rules.Batches() {
			for e := range r.events {
				if r.posted(trace.EventID(e)) && r.le(r.lb(r.sole(v)), r.since(trace.EventID(e))) {
					r.add(v.ResumeBlock, r.fb(trace.EventID(e)))
				}
			}
			continue
		}
		for b := range r.blocks {
			if b := BlockID(b); !r.opensAfter(b, r.sole(v)) && r.less(r.lb(r.sole(v)), b) {
				r.add(v.ResumeBlock, b)
			}
		}
	}
}

// opensAfter: b is what follows a loop that e2 ended.
func (r *reference) opensAfter(b BlockID, e2 trace.EventID) bool {
	for _, v := range r.ends[e2] {
		if r.loops[v].ResumeBlock == b {
			return true
		}
	}
	return false
}

func (r *reference) r18() {
	for i := range r.loops {
		v := &r.loops[i]
		e2 := r.sole(v)
		if r.left[i] || !r.posted(e2) && (r.strong != ruleR18 || e2 < 0) {
			continue
		}
		for x := range r.events {
			e3 := trace.EventID(x)
			if r.posted(e3) && e3 != v.Owner && (r.enqBefore(e3, e2) || r.oneBlock(e2, e3) ||
				r.le(r.about[e3].enq, v.PauseBlock)) {
				r.add(r.fb(e3), v.ResumeBlock)
			}
		}
	}
}

func (r *reference) r19() {
	r.pairs(func(e1, e2 trace.EventID) {
		if p1, p2 := r.events[e1].Prio, r.events[e2].Prio; r.less(r.fb(e1), r.fb(e2)) && (p2 >= p1 || r.strong == ruleR19) {
			r.addBack(r.about[e1].enq, r.about[e2].enq)
			if p2 > p1 && r.rules == Exact {
				r.add(r.fb(e1), r.about[e2].enq)
			}
		}
	})
}

func (r *reference) r20() {
	r.pairs(func(e1, e2 trace.EventID) {
		for i := range r.events {
			f := trace.EventID(i)
			if (r.posted(f) || r.strong == ruleR20 && r.fb(f) >= 0) &&
				r.le(r.about[e1].enq, r.since(f)) && r.le(r.fb(f), r.since(e2)) {
				r.add(r.fb(e1), r.fb(e2))
			}
		}
	})
}

func (r *reference) r21() {
	for i := range r.blocks {
		x := BlockID(i)
		end := r.bursts[x]
		for c := range r.blocks {
			if c := BlockID(c); r.less(x, c) && (r.strong == ruleR21 || !r.queued(c)) {
				r.add(end, c)
			}
		}
		for y := x + 1; y <= end; y++ {
			if made := r.creator(r.blocks[y].Event); made >= 0 && !r.deferred(made) {
				r.add(made, x)
			}
			for _, v := range r.ends[r.blocks[y].Event] {
				r.add(r.loops[v].PauseBlock, x)
			}
		}
	}
}

func (r *reference) r22() {
	l := r.lanes
	if l == nil {
		return
	}
	r.pairs(func(a, b trace.EventID) {
		if l.root[a] < 0 || l.root[a] != l.root[b] {
			return
		}
		if l.inLane(r.skeleton, a, b) {
			r.add(r.fb(a), r.fb(b))
		}
		if l.round[a] != l.round[b] {
			return
		}
		for c := range r.blocks {
			if c := BlockID(c); b == l.last[a] && (!r.queued(c) || r.strong == ruleR22) && r.less(r.fb(a), c) {
				r.add(r.fb(b), c)
			}
		}
		if p := l.prev[a]; p < 0 || l.round[p] != l.round[a] { // a is the first of its round
			for _, v := range r.ends[b] {
				r.add(r.loops[v].PauseBlock, r.fb(a))
			}
		}
	})
}

func (r *reference) r23() {
	for i := range r.loops {
		v := &r.loops[i]
		all := r.rivals(v.ID)
		for _, e2 := range all {
			first, last := true, true
			for _, e := range all {
				first = first && (e == e2 || r.less(r.lb(e2), r.fb(e)))
				last = last && (e == e2 || r.less(r.fb(e), r.fb(e2)))
			}
			if last && !r.behindOthers(r.fb(e2)) || r.strong == ruleR23 {
				r.add(v.PauseBlock, r.fb(e2))
			}
			if first || r.strong == ruleR23 {
				r.add(r.lb(e2), v.ResumeBlock)
			}
		}
	}
}

func (r *reference) r24() {
	for i := range r.loops {
		v := &r.loops[i]
		e1, e2 := v.Owner, r.sole(v)
		if !r.posted(e1) || !r.posted(e2) || r.events[e2].Prio <= r.events[e1].Prio {
			continue
		}
		p := r.about[e2].enq
		if p < 0 || r.blocks[p].Event < 0 || r.standsInQueue(r.blocks[p].Event) && r.strong != ruleR24 {
			continue
		}
		calm := true
		for x := range r.events {
			s := trace.EventID(x)
			if s != e1 && len(r.events[s].Loops) > 0 && r.standsInQueue(s) {
				calm = calm && (r.less(r.fb(e1), r.fb(s)) || r.le(r.lb(s), r.about[e1].enq))
			}
		}
		if calm || r.strong == ruleR24 {
			r.add(r.fb(e1), p)
		}
	}
}

func (r *reference) r25() {
	for i := range r.loops {
		v := &r.loops[i]
		e2 := r.sole(v)
		if !r.posted(e2) || len(r.events[e2].Loops) > 0 || v.ResumeBlock < 0 || !r.isDirect(v) {
			continue
		}
		r.pairs(func(x, e3 trace.EventID) {
			if r.le(r.fb(x), r.since(e3)) && r.together(x, e2, v) {
				r.add(v.ResumeBlock, r.fb(e3))
			}
		})
	}
}

// together: x comes in the batch that has e2, or in a later one.
func (r *reference) together(x, e2 trace.EventID, v *Loop) bool {
	l := r.lanes
	return r.fb(x) <= r.fb(e2) && r.oneBurst(r.fb(x), r.fb(e2)) ||
		l != nil && l.root[x] >= 0 && l.root[x] == l.root[e2] && l.round[x] == l.round[e2] ||
		r.events[x].Within == v.ID && r.less(v.PauseBlock, r.fb(x)) &&
			(len(r.ends[e2]) == 1 && r.le(r.about[e2].enq, v.PauseBlock) || r.strong == ruleR25)
}
