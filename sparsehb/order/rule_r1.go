package order

import "slices"

var r1 = Rule{
	ID: "R1", Name: "start-up code comes first", Sets: InPaper | InExact | InBatch, Kind: Theorem,
	Sentence: "All that follows comes after the start-up code before the first loop: one thread runs both.",
	HeldBy:   []string{"TestEverySchedule", "TestStartupSchedules", "TestSchedulesCatchWrongRules"},
	prepare:  (*pass).prepareR1,
}

// prepareR1: where start-up code spins no loop, the block that ends with the first
// enterloop precedes all that follows. Where it spins one, or enters the default loop
// again, what comes from outside in a later loop may come in an earlier one as well: it
// comes after what precedes the first loop, and no more is known. What start-up code
// enqueues after a loop comes after that by R4. The paper's set takes each enterloop.
func (ps *pass) prepareR1() bool {
	if ps.rules == Paper {
		ps.o.bases = append(ps.o.bases, ps.enters...)
	} else if b := ps.firstLoop(); b != NoBlock {
		ps.o.bases = append(ps.o.bases, b)
	}
	return len(ps.o.bases) > 0
}

// firstLoop is the block that ends where the first loop of start-up code, or the default
// loop, begins; NoBlock without a default loop.
func (sk *skeleton) firstLoop() BlockID {
	if len(sk.enters) == 0 {
		return NoBlock
	}
	first := slices.Min(sk.enters)
	for i := range sk.loops {
		v := &sk.loops[i]
		if v.PauseBlock != NoBlock && (v.Owner < 0 || v.Owner == sk.mainEvent) {
			first = min(first, v.PauseBlock)
		}
	}
	return first
}
