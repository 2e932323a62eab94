package sparsehb

import "sparseracer/internal/trace"

// Asked by the library (docs/trace-language.md): Qt comes to an object by itself,
// without a function of the program in between, and calls a virtual function of the
// object's. It looks for its objects when it needs them (the window in front, what
// is under the pointer, the children), and each takes itself out when it goes.
//
// The function by which a signal reaches its receiver is told apart: what it calls
// works on that receiver, so uses of the same object in there come of it, too.
//
// Which frame is a library's, and whose member a function is, symbols tell; so who
// asks for the analysis answers (Options.Asked).

// Question is about one stack of uses.
type Question struct {
	Stack trace.StackID // of an access
	Base  trace.StackID // what lies below the handler: that of the loop it was delivered in, or NoStack
	Type  string        // of the object, "" if a library allocated it
}

// Answer says whether the library came to the object of a use by itself.
type Answer uint8

const (
	NotAsked Answer = iota
	Asked
	Received // so it did, for a signal, and the use is in what hands that to the object's slot
)

// receipt is what a block does with an object because that received a signal.
type receipt struct {
	op     uint64        // the use that shows it
	caller trace.StackID // of the function that was called for it
}

type receiver struct {
	block   BlockID
	allocOp uint64
}

// ask puts the questions that are left, each once.
func (gs *groups) ask(asked func(*trace.Tables, []Question) []Answer) {
	if asked == nil || gs.o.off.has(filterRQ) {
		return
	}
	var list []Question
	index := map[Question]int{}
	for i := range gs.candidates {
		q, ok := gs.question(&gs.candidates[i])
		if _, known := index[q]; ok && !known {
			index[q] = len(list)
			list = append(list, q)
		}
	}
	if len(list) == 0 {
		return
	}
	answers := asked(gs.o.sk.tables, list)
	receipts := map[receiver]receipt{} // the first ones
	for i := range gs.candidates {
		c := &gs.candidates[i]
		q, ok := gs.question(c)
		if !ok || answers[index[q]] == NotAsked {
			continue
		}
		c.filtered = askedReason
		key := receiver{c.use.block, c.allocOp}
		if r, known := receipts[key]; answers[index[q]] == Received && (!known || c.use.op < r.op) {
			receipts[key] = receipt{c.use.op, gs.o.sk.tables.Parent(c.use.stack)}
		}
	}
	gs.follow(receipts)
}

// question is what there is to ask about a candidate, if anything is.
func (gs *groups) question(c *candidate) (q Question, ok bool) {
	q.Type = gs.o.sk.tables.TypeOf(c.alloc.stack)
	if c.filtered != "" || c.use.hold != nil || gs.o.pausedBefore(c.use.block) {
		return q, false
	}
	q.Stack = c.use.stack
	if g := gs.o.sk.events[gs.o.sk.blocks[c.use.block].Event].Within; g >= 0 {
		q.Base = gs.o.sk.loops[g].Stack
	}
	return q, true
}

// follow filters what comes of the receipts.
func (gs *groups) follow(receipts map[receiver]receipt) {
	for i := range gs.candidates {
		c := &gs.candidates[i]
		r, known := receipts[receiver{c.use.block, c.allocOp}]
		if _, ok := gs.question(c); ok && known && r.op < c.use.op && gs.o.sk.tables.Below(c.use.stack, r.caller) {
			c.filtered = askedReason
		}
	}
}
