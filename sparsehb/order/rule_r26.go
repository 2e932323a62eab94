package order

import (
	"sort"

	"sparseracer/internal/trace"
)

var r26 = Rule{
	ID: "R26", Name: "over by then", Sets: InExact | InBatch, Kind: Theorem,
	Sentence: "A loop is over when all loops that may be inside it have been reset: the innermost loop has not been, or it would have ended.",
	Limit:    "For each loop, the 8 events that are delivered next after it are looked at; in batch loops posted ones.",
	HeldBy:   []string{"TestEverySchedule", "TestSchedulesCatchWrongRules"},
	prepare:  (*pass).hasLoops,
	back:     (*pass).findOver,
}

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
	list := sk.delivered(posted)
	from := sort.Search(len(list), func(i int) bool { return sk.events[list[i]].FirstBlock > b })
	return list[from:min(from+n, len(list))]
}

// delivered are the events by their first blocks; posted ones only, if posted is set.
func (sk *skeleton) delivered(posted bool) []trace.EventID {
	list := &sk.deliveries[0]
	if posted {
		list = &sk.deliveries[1]
	}
	if *list == nil {
		*list = []trace.EventID{}
		for c := range sk.blocks {
			if e := sk.blocks[c].Event; sk.opens[c].how == byDeq && e >= 0 && (!posted || sk.about[e].priority != noPriority) {
				*list = append(*list, e)
			}
		}
	}
	return *list
}

// dueBy is R26's D, or NoBlock.
func dueBy(sk *skeleton, rules Rules, e3 trace.EventID) BlockID {
	if rules.Batches() {
		return sk.about[e3].enq
	}
	return sk.events[e3].FirstBlock
}

// findOver adds what R26 says to the edges of the next pass and reports whether there is
// something new.
func (ps *pass) findOver() bool {
	s := ps.overScan()
	found := false
	for i, v := range s.byPause {
		if r := ps.sole(v); r >= 0 && v.ResumeBlock >= 0 && ps.events[r].End != NoOp && !ps.beforeBatch(r) {
			found = s.lookNext(i, v, r) || found
		}
	}
	return found
}

// lookNext is R26 for the loop at place i.
func (s *overScan) lookNext(i int, v *Loop, r trace.EventID) bool {
	ps := s.ps
	last, over := ps.events[r].LastBlock, NoBlock
	for _, e3 := range ps.nextAfter(v.ResumeBlock, fewNext, ps.rules.Batches()) {
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

func (s *overScan) allOver(t *overTry) bool {
	o, pure := s.ps.o, true
	fits := func(u *Loop) bool {
		if u == t.v || o.Before(u.PauseBlock, t.v.PauseBlock) || o.AtOrBefore(t.v.ResumeBlock, u.PauseBlock) || o.AtOrBefore(t.first, u.PauseBlock) {
			return true
		}
		if x := s.ps.sole(u); x >= 0 && x != t.e3 && s.ps.events[x].End != NoOp && !s.ps.beforeBatch(x) && (u.Owner < 0 || !s.ps.beforeBatch(u.Owner)) && o.AtOrBefore(s.ps.events[x].LastBlock, t.due) {
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
