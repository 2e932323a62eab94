package order

import (
	"cmp"
	"slices"
	"sort"

	"sparseracer/internal/trace"
)

// Direct (R17's premise): reset(v) in E2, and every other loop w, not E2's own,
// has
//
//	PB(w) ≺ PB(v), or RB(w) ≼ FB(E2), or LB(E2) ≼ PB(w) (exact; RB(v) ≼ PB(w)
//	in batch loops), or
//	a reset by E2 too, and RB(w) is the last block of its owner, or
//	batch: a posted owner, LB(E2) ≼ block(enq(owner)).
//
// The scan that finds such loops:
//
//  1. Loops that start while E2 runs (batch: until v ends) are few and looked
//     at one by one; enclosing loops too, and then the last few witnesses of
//     failure: most loops that fail, fail at those.
//  2. Later loops are walked forward from E2's end. The walk stops where an
//     earlier success started whose anchor comes after this one's.
//  3. Earlier loops are walked backward from E2's start, and stop likewise.
//
// A success that needed one of the last two cases stops nobody. Without stops
// this is quadratic in the loops; chains of loops stop at once.
type directScan struct {
	ps       *pass
	byPause  []*Loop
	forward  []BlockID    // by place in byPause: anchor of a success, or NoBlock
	backward [][2]BlockID // likewise: PB(v) and FB(E2) of a success
	witness  [8]*Loop
	next     int
}

// directTry is one loop under test.
type directTry struct {
	v           *Loop
	r           trace.EventID
	first, last BlockID // FB(E2), LB(E2)
	anchor      BlockID // what later loops must come after
	before      int     // loops below this place in byPause start before E2
	after       int     // loops from this place on start in or after the anchor
}

// findDirect marks the loops newly found direct and reports whether there are.
func (ps *pass) findDirect() bool {
	s := &directScan{ps: ps}
	for i := range ps.loops {
		if ps.loops[i].PauseBlock >= 0 {
			s.byPause = append(s.byPause, &ps.loops[i])
		}
	}
	slices.SortFunc(s.byPause, func(a, b *Loop) int { return cmp.Compare(a.PauseBlock, b.PauseBlock) })
	s.forward = make([]BlockID, len(s.byPause)+1)
	s.backward = make([][2]BlockID, len(s.byPause)+1)
	for i := range s.forward {
		s.forward[i], s.backward[i] = NoBlock, [2]BlockID{NoBlock, NoBlock}
	}
	tries := s.candidates()
	slices.SortFunc(tries, func(a, b directTry) int { return cmp.Compare(b.after, a.after) })
	tries = slices.DeleteFunc(tries, func(t directTry) bool { return !s.walkForward(&t) })
	slices.SortFunc(tries, func(a, b directTry) int { return cmp.Compare(a.before, b.before) })
	s.witness = [8]*Loop{}
	found := false
	for i := range tries {
		t := &tries[i]
		if s.walkBackward(t) && !ps.direct[t.v.ID] {
			ps.direct[t.v.ID] = true
			found = true
		}
	}
	return found
}

// candidates passes the loops that steps 1 and 2 do not rule out.
func (s *directScan) candidates() []directTry {
	var tries []directTry
	place := func(b BlockID) int {
		return sort.Search(len(s.byPause), func(i int) bool { return s.byPause[i].PauseBlock > b })
	}
	for _, v := range s.byPause {
		r := s.ps.sole(v)
		if r < 0 || v.ResumeBlock < 0 || s.ps.beforeBatch(r) {
			continue
		}
		e := &s.ps.events[r]
		t := directTry{v: v, r: r, first: e.FirstBlock, last: e.LastBlock, anchor: e.LastBlock}
		if s.ps.rules.Batches() {
			t.anchor = v.ResumeBlock
		}
		t.before, t.after = place(t.first-1), place(t.anchor-1)
		if s.ownOnly(&t) && s.enclosers(&t) {
			tries = append(tries, t)
		}
	}
	return tries
}

func (s *directScan) ownOnly(t *directTry) bool {
	for _, w := range s.byPause[t.before:t.after] {
		if s.ps.exhausted() || !s.fits(w, t) {
			return false
		}
	}
	return true
}

func (s *directScan) enclosers(t *directTry) bool {
	e := t.r
	for e >= 0 {
		g := s.ps.events[e].Within
		if g < 0 {
			return true
		}
		if s.ps.exhausted() || !s.fits(&s.ps.loops[g], t) {
			return false
		}
		e = s.ps.loops[g].Owner
	}
	return true
}

// fits is the definition, for one other loop.
func (s *directScan) fits(w *Loop, t *directTry) bool {
	return s.fitsByOrder(w, t) || s.fitsByEnd(w, t)
}

func (s *directScan) fitsByOrder(w *Loop, t *directTry) bool {
	s.ps.tally(1)
	if w == t.v || w.Owner == t.r {
		return true
	}
	o := s.ps.o
	return o.Before(w.PauseBlock, t.v.PauseBlock) ||
		w.ResumeBlock >= 0 && o.AtOrBefore(w.ResumeBlock, t.first) ||
		o.AtOrBefore(t.anchor, w.PauseBlock)
}

func (s *directScan) fitsByEnd(w *Loop, t *directTry) bool {
	ps := s.ps
	if w.Owner < 0 {
		return false
	}
	if ps.sole(w) == t.r && !ps.beforeBatch(w.Owner) && w.ResumeBlock >= 0 && w.ResumeBlock == ps.events[w.Owner].LastBlock {
		return ps.events[w.Owner].End != NoOp
	}
	q := ps.about[w.Owner].enq
	return ps.rules.Batches() && ps.about[w.Owner].priority != noPriority && q >= 0 && ps.o.AtOrBefore(t.last, q)
}

func (s *directScan) walkForward(t *directTry) bool {
	if s.ps.exhausted() || s.witnessed(t) {
		return false
	}
	pure := true
	for i := t.after; i < len(s.byPause); i++ {
		if a := s.forward[i]; a >= 0 && s.ps.o.AtOrBefore(t.anchor, a) {
			break
		}
		if w := s.byPause[i]; !s.fitsByOrder(w, t) {
			if s.ps.exhausted() || !s.fitsByEnd(w, t) {
				s.blame(w)
				return false
			}
			pure = false
		}
	}
	if pure {
		s.forward[t.after] = t.anchor
	}
	return true
}

func (s *directScan) walkBackward(t *directTry) bool {
	if s.ps.exhausted() || s.witnessed(t) {
		return false
	}
	pure := true
	for i := t.before; i > 0; i-- {
		c := s.backward[i]
		if c[0] >= 0 && s.ps.o.AtOrBefore(c[0], t.v.PauseBlock) && s.ps.o.AtOrBefore(c[1], t.first) {
			break
		}
		if w := s.byPause[i-1]; !s.fitsByOrder(w, t) {
			if s.ps.exhausted() || !s.fitsByEnd(w, t) {
				s.blame(w)
				return false
			}
			pure = false
		}
	}
	if pure {
		s.backward[t.before] = [2]BlockID{t.v.PauseBlock, t.first}
	}
	return true
}

func (s *directScan) witnessed(t *directTry) bool {
	for _, w := range s.witness {
		if w != nil && !s.fits(w, t) {
			return true
		}
	}
	return false
}

func (s *directScan) blame(w *Loop) {
	s.witness[s.next%len(s.witness)] = w
	s.next++
}
