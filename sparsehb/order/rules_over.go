package order

import (
	"cmp"
	"slices"
	"sort"

	"sparseracer/internal/trace"
)

// R26 and R29 ask of every other loop whether it can be in the way. What they find
// after a pass holds in the next one, like R17's premise. The scan that asks:
//
//  1. The last few witnesses of failure come first: most tries fail at them.
//  2. Loops that start later in the trace are walked forward, until one is met that
//     is known to fit and that all later ones follow.
//  3. Those that start earlier are walked backward, until one that is known to come
//     after all earlier ones, or a success whose anchors come before this one's.
//
// Chains of loops stop at once; where many loops have no order, one is a witness.

// R26, over by then: E2 resets v, and LB(E2) ≼ D, where D = FB(E3) in exact loops,
// and in batch loops E3 is posted and D = block(enq(E3)). Every other loop u, not
// E2's own, starts before v (PB(u) ≺ PB(v)), or after it (RB(v) ≼ PB(u)), or after
// E3 (FB(E3) ≼ PB(u)), or has been reset by then (LB of u's resetter ≼ D). Then
// last(RB(v)) ≺ deq(E3). For the innermost loop at deq(E3) (batch: where E3's batch
// begins) has not been reset, else it would end first; so it is none that was opened
// inside v, nor v itself. Looked at for the fewNext events that are delivered next
// after RB(v) in the trace.
const fewNext = 8

// nextAfter returns the first n events delivered after block b; posted ones only,
// if posted is set.
func (sk *skeleton) nextAfter(b BlockID, n int, posted bool) []trace.EventID {
	var found []trace.EventID
	for c := b + 1; int(c) < len(sk.blocks) && len(found) < n; c++ {
		if e := sk.blocks[c].Event; sk.opens[c].how == byDeq && e >= 0 && (!posted || sk.about[e].class != noClass) {
			found = append(found, e)
		}
	}
	return found
}

// dueBy is R26's D, or NoBlock.
func dueBy(sk *skeleton, rules Rules, e3 trace.EventID) BlockID {
	if rules == Batch {
		return sk.about[e3].enq
	}
	return sk.events[e3].FirstBlock
}

// findOver adds what R26 and R29 say to the edges of the next pass and reports
// whether there is something new.
func (ps *pass) findOver() bool {
	s := newOverScan(ps)
	found := false
	for i, v := range s.byPause {
		if r := ps.sole(v); r >= 0 && v.ResumeBlock >= 0 && !ps.off.has(ruleR26) && ps.events[r].End != NoOp {
			found = s.lookNext(i, v, r) || found
		}
	}
	s.restart()
	for i, v := range s.byPause {
		p := ps.posterOfDelete(v)
		if p < 0 || ps.off.has(ruleR29) {
			continue
		}
		if first := ps.events[p].FirstBlock; v.PauseBlock < first && !ps.known(v.PauseBlock, first) && s.alone(i, v, first) {
			ps.earlier[first] = append(ps.earlier[first], Edge{v.PauseBlock, ruleR29})
			found = true
		}
	}
	return found
}

// lookNext is R26 for the loop at place i.
func (s *overScan) lookNext(i int, v *Loop, r trace.EventID) bool {
	ps := s.ps
	last, over := ps.events[r].LastBlock, NoBlock
	for _, e3 := range ps.nextAfter(v.ResumeBlock, fewNext, ps.rules == Batch) {
		t := overTry{v: v, place: i, resetter: r, e3: e3, first: ps.events[e3].FirstBlock, due: dueBy(ps.skeleton, ps.rules, e3)}
		switch {
		case t.due < 0, !ps.o.AtOrBefore(last, t.due), ps.known(v.ResumeBlock, t.first):
		case over >= 0 && ps.o.Before(over, t.first) && !ps.behindOthers(t.first):
		case s.allOver(&t):
			over = t.first
			ps.earlier[over] = append(ps.earlier[over], Edge{v.ResumeBlock, ruleR26})
		}
	}
	return over >= 0
}

// overTry is one E3 for one loop.
type overTry struct {
	v          *Loop
	place      int // of v in byPause
	resetter   trace.EventID
	e3         trace.EventID
	first, due BlockID
}

type overScan struct {
	ps       *pass
	byPause  []*Loop
	follow   []bool       // by place: all later loops start after this one
	precede  []bool       // by place: all earlier loops start before this one
	backward [][2]BlockID // by place: anchors of a success
	witness  [8]*Loop
	next     int
}

func newOverScan(ps *pass) *overScan {
	s := &overScan{ps: ps}
	for i := range ps.loops {
		if ps.loops[i].PauseBlock >= 0 {
			s.byPause = append(s.byPause, &ps.loops[i])
		}
	}
	slices.SortFunc(s.byPause, func(a, b *Loop) int { return cmp.Compare(a.PauseBlock, b.PauseBlock) })
	n := len(s.byPause)
	s.follow, s.precede, s.backward = make([]bool, n), make([]bool, n), make([][2]BlockID, n)
	s.restart()
	s.findFollow()
	s.findPrecede()
	return s
}

func (s *overScan) startsBefore(i, j int) bool {
	return s.ps.o.Before(s.byPause[i].PauseBlock, s.byPause[j].PauseBlock)
}

func (s *overScan) findFollow() {
	n := len(s.byPause)
	blamed := n
	for i := n - 1; i >= 0; i-- {
		s.follow[i] = blamed == n || s.startsBefore(i, blamed)
		for j := i + 1; j < n && s.follow[i]; j++ {
			if s.follow[i] = s.startsBefore(i, j); !s.follow[i] {
				blamed = j
			} else if s.follow[j] {
				break
			}
		}
	}
}

func (s *overScan) findPrecede() {
	blamed := -1
	for i := range s.byPause {
		s.precede[i] = blamed < 0 || s.startsBefore(blamed, i)
		for j := i - 1; j >= 0 && s.precede[i]; j-- {
			if s.precede[i] = s.startsBefore(j, i); !s.precede[i] {
				blamed = j
			} else if s.precede[j] {
				break
			}
		}
	}
}

// restart forgets what holds for one rule only.
func (s *overScan) restart() {
	s.witness = [8]*Loop{}
	for i := range s.backward {
		s.backward[i] = [2]BlockID{NoBlock, NoBlock}
	}
}

// walk asks fits of all loops but the one at place own; from is the first place that
// lies after the try in the trace. It goes on forward while stop is false, and
// likewise backward.
func (s *overScan) walk(from int, fits func(*Loop) bool, after, before func(place int) bool) bool {
	for _, w := range s.witness {
		if w != nil && !fits(w) {
			return false
		}
	}
	for i := from; i < len(s.byPause); i++ {
		if !fits(s.byPause[i]) {
			return s.blame(s.byPause[i])
		}
		if after(i) {
			break
		}
	}
	for i := from - 1; i >= 0; i-- {
		if !fits(s.byPause[i]) {
			return s.blame(s.byPause[i])
		}
		if before(i) {
			break
		}
	}
	return true
}

func (s *overScan) blame(w *Loop) bool {
	s.witness[s.next%len(s.witness)] = w
	s.next++
	return false
}

// placeFrom is the first place of a loop that starts in block b or later.
func (s *overScan) placeFrom(b BlockID) int {
	return sort.Search(len(s.byPause), func(i int) bool { return s.byPause[i].PauseBlock >= b })
}

func (s *overScan) allOver(t *overTry) bool {
	o, pure := s.ps.o, true
	fits := func(u *Loop) bool {
		if u == t.v || o.Before(u.PauseBlock, t.v.PauseBlock) || o.AtOrBefore(t.v.ResumeBlock, u.PauseBlock) || o.AtOrBefore(t.first, u.PauseBlock) {
			return true
		}
		if x := s.ps.sole(u); x >= 0 && x != t.e3 && s.ps.events[x].End != NoOp && o.AtOrBefore(s.ps.events[x].LastBlock, t.due) {
			return true
		}
		own := u.Owner == t.resetter
		pure = pure && (!own || u.PauseBlock > t.v.PauseBlock)
		return own
	}
	after := func(i int) bool { return s.follow[i] && o.AtOrBefore(t.first, s.byPause[i].PauseBlock) }
	before := func(i int) bool {
		c := s.backward[i]
		return s.precede[i] && (s.byPause[i] == t.v || o.Before(s.byPause[i].PauseBlock, t.v.PauseBlock)) ||
			c[0] >= 0 && o.AtOrBefore(c[0], t.v.PauseBlock) && o.AtOrBefore(c[1], t.due)
	}
	if !s.walk(s.placeFrom(t.first), fits, after, before) {
		return false
	}
	if pure {
		s.backward[t.place] = [2]BlockID{t.v.PauseBlock, t.due}
	}
	return true
}

// R29, the loop of a deferred delete: D, a deferred delete with a level above 0 that
// the handler of P posted, resets v. D runs no deeper than where P ran. So where v was
// not open yet when P ran, another loop was; if no other one can have been, PB(v) ≺
// FB(P). Another loop w was not, if PB(v) ≺ PB(w), RB(w) ≼ FB(P), FB(P) ≼ PB(w) or
// PB(v) ≺ RB(w) (v lies inside it, or before it, and D does not run deeper).

// posterOfDelete returns R29's P for a loop, or NoEvent.
func (sk *skeleton) posterOfDelete(v *Loop) trace.EventID {
	d := sk.sole(v)
	if d < 0 || v.PauseBlock < 0 || sk.events[d].Kind != trace.Deferred || sk.events[d].Level <= 0 || sk.about[d].flush {
		return trace.NoEvent
	}
	if p := sk.events[d].Poster; p >= 0 && p != v.Owner {
		return p
	}
	return trace.NoEvent
}

// alone is R29's premise for the loop at place i.
func (s *overScan) alone(i int, v *Loop, first BlockID) bool {
	o, pure := s.ps.o, true
	fits := func(w *Loop) bool {
		if w == v || o.Before(v.PauseBlock, w.PauseBlock) || o.AtOrBefore(first, w.PauseBlock) {
			return true
		}
		if w.ResumeBlock < 0 {
			return false
		}
		if o.AtOrBefore(w.ResumeBlock, first) {
			return true
		}
		pure = false
		return o.Before(v.PauseBlock, w.ResumeBlock)
	}
	after := func(j int) bool { return s.follow[j] && o.AtOrBefore(first, s.byPause[j].PauseBlock) }
	before := func(j int) bool {
		c := s.backward[j]
		return c[0] >= 0 && o.AtOrBefore(c[0], first)
	}
	if !s.walk(s.placeFrom(first), fits, after, before) {
		return false
	}
	if pure {
		s.backward[i] = [2]BlockID{first, first}
	}
	return true
}
