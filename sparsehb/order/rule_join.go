package order

import "sparseracer/internal/trace"

var rJoin = Rule{
	ID: "join", Name: "joined", Sets: InPaper | InExact | InBatch, Kind: Assumption,
	Sentence: "The code after a join comes after all of the handler that it waits for.",
	Breaks:   "A `join` that a recorder emits where nothing waits.",
	Always:   true,
	joined:   (*pass).ruleJoin,
}

// ruleJoin: end(E) ≺ the block that begins with join(E).
func (ps *pass) ruleJoin(e trace.EventID) {
	ps.put(ps.events[e].LastBlock, ruleJoin)
}
