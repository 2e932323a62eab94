package filter

import (
	"sparseracer/internal/trace"
	"sparseracer/sparsehb/order"
)

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
	block   order.BlockID
	allocOp uint64
}

// ask puts the questions that are left, each once.
func (d *decision) ask(asked func(*trace.Tables, []Question) []Answer) {
	if asked == nil || d.isOff(filterRQ) {
		return
	}
	var list []Question
	index := map[Question]int{}
	for i := range d.candidates {
		q, ok := d.question(&d.candidates[i])
		if _, known := index[q]; ok && !known {
			index[q] = len(list)
			list = append(list, q)
		}
	}
	if len(list) == 0 {
		return
	}
	answers := asked(d.o.Tables(), list)
	receipts := map[receiver]receipt{} // the first ones
	for i := range d.candidates {
		c := &d.candidates[i]
		q, ok := d.question(c)
		if !ok || answers[index[q]] == NotAsked {
			continue
		}
		c.Reason = AskedReason
		key := receiver{c.Use.Block, c.AllocOp}
		if r, known := receipts[key]; answers[index[q]] == Received && (!known || c.Use.Op < r.op) {
			receipts[key] = receipt{c.Use.Op, d.o.Tables().Parent(c.Use.Stack)}
		}
	}
	d.follow(receipts)
}

// question is what there is to ask about a candidate, if anything is.
func (d *decision) question(c *Candidate) (q Question, ok bool) {
	q.Type = d.o.Tables().TypeOf(c.Alloc.Stack)
	if c.Reason != "" || c.Use.Hold != nil || d.o.PausedBefore(c.Use.Block) {
		return q, false
	}
	q.Stack = c.Use.Stack
	if g := d.o.Events()[d.o.EventOf(c.Use.Block)].Within; g >= 0 {
		q.Base = d.o.Loops()[g].Stack
	}
	return q, true
}

// follow filters what comes of the receipts.
func (d *decision) follow(receipts map[receiver]receipt) {
	for i := range d.candidates {
		c := &d.candidates[i]
		r, known := receipts[receiver{c.Use.Block, c.AllocOp}]
		if _, ok := d.question(c); ok && known && r.op < c.Use.Op && d.o.Tables().Below(c.Use.Stack, r.caller) {
			c.Reason = AskedReason
		}
	}
}
