package order

import "sparseracer/internal/trace"

var r18 = Rule{
	ID: "R18", Name: "the same batch", Sets: InBatch, Kind: Theorem,
	Sentence: "A batch that delivers the resetter of a loop inside it also delivers what was queued before the resetter.",
	Limit:    "Says nothing of a loop that a person may have left before, as R6.",
	HeldBy:   []string{"TestEverySchedule", "TestLeftSchedules", "TestSchedulesCatchWrongRules"},
	nest:     (*pass).ruleR18,
}

// ruleR18, batch mates: E2 posted, resets v. E3 posted, enqueued before E2, or
// in one block with it, or in or before PB(v), gives deq(E3) ≺ resume(E1,v).
func (ps *pass) ruleR18(v *Loop) {
	r := ps.sole(v)
	if r < 0 || ps.left[v.ID] || ps.about[r].priority == noPriority {
		return
	}
	for _, b := range [2]BlockID{v.PauseBlock, ps.about[r].enq} {
		for priority, events := range ps.fronts.at(b) {
			if priority < 0 {
				continue
			}
			ps.work += uint64(len(events))
			for _, e := range events {
				if e != v.Owner {
					ps.putMate(e)
				}
			}
		}
	}
	ps.settle()
}

// putMate puts FB(f), or what f stood for in its frontier if f runs later.
func (ps *pass) putMate(f trace.EventID) {
	defer ps.up()
	if ps.tooDeep() || ps.seen[f] == ps.b {
		return
	}
	ps.seen[f] = ps.b
	if first := ps.events[f].FirstBlock; first < ps.b {
		ps.put(first, ruleR18)
		return
	}
	ps.drop(f)
	for _, g := range ps.fifo.ahead(f) {
		ps.putMate(g)
	}
}
