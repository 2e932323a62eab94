package order

import "sparseracer/internal/trace"

var rJoin = Rule{
	ID: "join", Name: "joined", Sets: InPaper | InExact | InBatch, Kind: Assumption,
	Sentence: "The code after a join comes after all of the handler that it waits for.",
	Limit:    "Answers of one libuv handle come in the order in which they were asked for, where that is the same in every run.",
	Breaks:   "A `join` that a recorder emits where nothing waits.",
	Always:   true,
	joined:   (*pass).ruleJoin,
}

// ruleJoin: end(E) ≺ the block that begins with join(E). Nothing waits where libuv answers E before C, the event at hand:
// E was asked for first. In a run in which C is, E comes later, or not at all as its handle is closed. So that counts
// where enq(E) ≺ enq(C) alone; of the pairs that are left, see the filter FH.
func (ps *pass) ruleJoin(e trace.EventID) {
	if c := ps.blocks[ps.b].Event; c >= 0 && ps.opens[ps.b].how == byDeq && AnswersBefore(&ps.events[e], &ps.events[c]) && !ps.enqBefore(e, c) {
		return
	}
	ps.put(ps.events[e].LastBlock, ruleJoin)
}
