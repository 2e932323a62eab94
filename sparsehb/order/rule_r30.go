package order

import "sparseracer/internal/trace"

var r30 = Rule{
	ID: "R30", Name: "nesting, looked back", Sets: InExact | InBatch, Kind: Theorem,
	Sentence: "If a block of a handler lies between two blocks of another one, all of that handler does.",
	Limit:    "The 32 innermost loops around a handler are looked at.",
	HeldBy:   []string{"TestEverySchedule", "TestSchedulesCatchWrongRules"},
	prepare:  (*pass).hasLoops,
	back:     (*pass).findAround,
}

// R30, nesting, looked back: x and y blocks of E2, C a later block of E1, x ≺ C ≺ y:
// then E1 lies between x and y as a whole: x ≺ FB(E1), LB(E1) ≺ y.

// findAround looks at each later block of a handler that ran inside a loop, and reports
// whether there is something new.
func (ps *pass) findAround() bool {
	found := false
	for c := range ps.blocks {
		if e1 := ps.blocks[c].Event; e1 >= 0 && ps.opens[c].how != byDeq && ps.events[e1].Within >= 0 {
			found = ps.lookAround(BlockID(c), e1) || found
		}
	}
	return found
}

// lookAround is R30 for C and the handlers around E1.
func (ps *pass) lookAround(c BlockID, e1 trace.EventID) bool {
	found := false
	g := ps.events[e1].Within
	for range fewBack {
		if g < 0 || ps.loops[g].Owner < 0 {
			break
		}
		e2 := ps.loops[g].Owner
		if x, y := ps.between(c, e2, g); x >= 0 && y >= 0 {
			first := ps.events[e1].FirstBlock
			if !ps.known(x, first) {
				ps.earlier[first] = append(ps.earlier[first], Edge{x, ruleR30})
				found = true
			}
			if last := ps.events[e1].LastBlock; ps.events[e1].End != NoOp && last < y && !ps.o.Before(last, y) {
				ps.earlier[y] = append(ps.earlier[y], Edge{last, ruleR30})
				found = true
			}
		}
		g = ps.events[e2].Within
	}
	return found
}

// between returns the latest pause of e2 before c and the earliest resume after it;
// c ran inside e2's loop g.
func (ps *pass) between(c BlockID, e2 trace.EventID, g trace.LoopID) (x, y BlockID) {
	x, y = NoBlock, NoBlock
	for _, l := range ps.events[e2].Loops {
		if ps.tally(1); ps.exhausted() {
			return NoBlock, NoBlock
		}
		p, r := ps.loops[l].PauseBlock, ps.loops[l].ResumeBlock
		if p <= ps.loops[g].PauseBlock && ps.o.Before(p, c) {
			x = p
		}
		if y < 0 && r > c && ps.o.Before(c, r) {
			y = r
		}
	}
	return x, y
}
