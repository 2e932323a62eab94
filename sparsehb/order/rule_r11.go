package order

import (
	"sort"

	"sparseracer/internal/trace"
)

var r11 = Rule{
	ID: "R11", Name: "what stands between owner and resetter", Sets: InPaper, Kind: Theorem,
	Sentence: "What was posted between a loop's owner and its resetter, all of one priority, runs inside the loop and ends there.",
	HeldBy:   []string{"TestPaperSchedules"},
	prepare:  (*pass).prepareR11,
	nest:     (*pass).ruleR11,
}

// ruleR11: E3 resets v, enq(E1) ≺ enq(E2) ≺ enq(E3), one priority: end(E2) ≺
// resume(E1,v). It adds something only where E2 spins a loop or FIFO broke;
// else R7 and R6 imply it.
func (ps *pass) ruleR11(v *Loop) {
	e1, e3 := v.Owner, v.Resetter
	if e1 < 0 || e3 < 0 || ps.about[e1].priority != ps.about[e3].priority ||
		ps.about[e1].priority == noPriority || !ps.enqBefore(e1, e3) {
		return
	}
	list := ps.odds[ps.about[e1].priority]
	from := sort.Search(len(list), func(i int) bool { return ps.events[list[i]].Enq > ps.events[e1].Enq })
	for _, e2 := range list[from:] {
		ps.tally(1)
		if ps.events[e2].Enq >= ps.events[e3].Enq || ps.exhausted() {
			break
		}
		if last := ps.events[e2].LastBlock; !ps.reached(last) && ps.enqBefore(e1, e2) && ps.enqBefore(e2, e3) {
			ps.put(last, ruleR11)
		}
	}
}

// prepareR11 lists the candidates.
func (ps *pass) prepareR11() bool {
	ps.odds = make([][]trace.EventID, len(ps.priorities))
	for _, e := range ps.posts {
		if a := &ps.about[e]; a.multi || a.odd {
			ps.odds[a.priority] = append(ps.odds[a.priority], e)
		}
	}
	return true
}
