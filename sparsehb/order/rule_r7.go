package order

import "sparseracer/internal/trace"

var r7 = Rule{
	ID: "R7", Name: "first in, first out", Sets: InPaper, Kind: Theorem,
	Sentence: "Of two posted events of one priority, a handler that spins no loop ends before the later one is delivered.",
	HeldBy:   []string{"TestPaperSchedules"},
	queue:    (*pass).ruleR7,
}

// ruleR7: enq(E1) ≺ enq(E2), same priority. R7 and R8 are one rule: the
// first run of E1, which ends at its end (R7) or at its first pause (R8),
// precedes deq(E2). By R12 a resetter is followed by the block after the loop
// that it ended: after[E1], see prepareR12. FIFO telescopes: only the latest
// events of the posting history are looked at.
func (ps *pass) ruleR7(e trace.EventID) {
	for _, f := range ps.fifo.ahead(e) {
		ps.putAfter(f)
	}
	ps.fifo.done(e)
}
