package order

import "sparseracer/internal/trace"

var r29 = Rule{
	ID: "R29", Name: "the loop of a deferred delete", Sets: InExact | InBatch, Kind: Theorem,
	Sentence: "A deferred delete runs no deeper than the code that asked for it: if it ended a loop, that code ran inside it.",
	HeldBy:   []string{"TestEverySchedule", "TestSchedulesCatchWrongRules"},
	prepare:  (*pass).hasLoops,
	back:     (*pass).findLoopsOfDeletes,
}

// R29, the loop of a deferred delete: D, a deferred delete with a level above 0 that
// the handler of P posted, resets v. D runs no deeper than where P ran. So where v was
// not open yet when P ran, another loop was; if no other one can have been, PB(v) ≺
// FB(P). Another loop w was not, if PB(v) ≺ PB(w), RB(w) ≼ FB(P), FB(P) ≼ PB(w) or
// PB(v) ≺ RB(w) (v lies inside it, or before it, and D does not run deeper).

// findLoopsOfDeletes adds what it says to the edges of the next pass and reports whether
// there is something new.
func (ps *pass) findLoopsOfDeletes() bool {
	s := ps.overScan()
	found := false
	for i, v := range s.byPause {
		p := ps.posterOfDelete(v)
		if p < 0 {
			continue
		}
		if first := ps.events[p].FirstBlock; v.PauseBlock < first && !ps.known(v.PauseBlock, first) && s.alone(i, v, first) {
			ps.earlier[first] = append(ps.earlier[first], Edge{v.PauseBlock, ruleR29})
			found = true
		}
	}
	return found
}

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
