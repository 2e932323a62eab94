package order

import (
	"iter"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/clock"
	"sparseracer/sparsehb/heap"
)

// What the rooms above may ask of an order but for its blocks (order.go): facts of the
// skeleton, and the clocks, for who makes an order of his own from this one (coverage).

// AtOrBefore reports a ≼ b.
func (o *Order) AtOrBefore(a, b BlockID) bool { return a == b || o.Before(a, b) }

// OpBefore: operation a, of any block, comes before operation b of block bb.
func (o *Order) OpBefore(a, b uint64, bb BlockID) bool {
	ba := o.BlockOf(a)
	if ba == NoBlock || bb == NoBlock {
		return false
	}
	return ba == bb && a < b || o.Before(ba, bb)
}

// Events are all events by their ids, Loops all loops by theirs; neither to be changed.
func (o *Order) Events() []Event { return o.sk.events }
func (o *Order) Loops() []Loop   { return o.sk.loops }

// EventOf is the event whose handler a block belongs to, or NoEvent.
func (o *Order) EventOf(b BlockID) trace.EventID { return o.sk.blocks[b].Event }

// EventAt is the event whose handler an operation belongs to, or NoEvent.
func (o *Order) EventAt(op uint64) trace.EventID {
	if b := o.BlockOf(op); b != NoBlock {
		return o.sk.blocks[b].Event
	}
	return trace.NoEvent
}

// EnqBlock is the block that enqueued an event, or NoBlock.
func (o *Order) EnqBlock(e trace.EventID) BlockID { return o.sk.about[e].enq }

// RunEnd is the last block of a block's run: nothing can come between those of one run.
func (o *Order) RunEnd(b BlockID) BlockID { return o.sk.runsTo(b) }

// PausedBefore: the handler of a block has spun a loop before it, or there is none.
func (o *Order) PausedBefore(b BlockID) bool {
	e := o.sk.blocks[b].Event
	return e < 0 || o.sk.runsTo(o.sk.events[e].FirstBlock) < b
}

// AfterLoop is the first block of nobody after the default loop ended, or NoBlock.
func (o *Order) AfterLoop() BlockID {
	first := NoBlock
	for b := range o.sk.barrier {
		if first == NoBlock || b < first {
			first = b
		}
	}
	return first
}

// Heap are the allocations of the trace.
func (o *Order) Heap() *heap.Heap { return o.sk.heap }

// Operations is how many there are.
func (o *Order) Operations() uint64 { return o.sk.operations }

// Accesses is how many of them are reads and writes.
func (o *Order) Accesses() uint64 { return o.sk.accesses }

// Steps are those that finding the order took (budget).
func (o *Order) Steps() uint64 { return o.steps }

// Main is the thread whose loop has the blocks.
func (o *Order) Main() trace.ThreadID { return o.sk.main }

// OwnLoop: that thread is not the first of the program, and its own code turns its loop.
func (o *Order) OwnLoop() bool { return o.sk.ownLoop }

// ThreadName is the name of a thread whose own code turns a loop, "" for none.
func (o *Order) ThreadName(t trace.ThreadID) string { return o.sk.names[t] }

// LoopsElsewhere are other threads whose loops can be looked at (Options.Thread).
func (o *Order) LoopsElsewhere() []trace.ThreadID { return o.sk.elsewhere }

// LoopKind is what the trace says of its loops.
func (o *Order) LoopKind() trace.LoopKind { return o.sk.loopKind }

// Meta and Tables are the trace's.
func (o *Order) Meta() *trace.Meta     { return o.sk.meta }
func (o *Order) Tables() *trace.Tables { return o.sk.tables }

// Clock says what precedes a block, but for all blocks below its floor, and for its
// base and what precedes that; Arena has the clocks.
func (o *Order) Clock(b BlockID) clock.Clock { return o.clocks[b] }
func (o *Order) Arena() *clock.Arena         { return o.arena }

// Chain is the one that a block was put into, Index its place there.
func (o *Order) Chain(b BlockID) uint32 { return o.chain[b] }
func (o *Order) Index(b BlockID) uint32 { return o.index[b] }

// Floor: all blocks below it precede b.
func (o *Order) Floor(b BlockID) BlockID { return o.floor[b] }

// Base is the last block below b that precedes all after it, or NoBlock.
func (o *Order) Base(b BlockID) BlockID { return o.base(b) }

// Edges are the conclusions of rules that lead to a block.
func (o *Order) Edges(b BlockID) iter.Seq[Edge] { return o.edges.to(b) }

// Joins are the handlers that block b waited for before it began.
func (o *Order) Joins(b BlockID) []trace.EventID {
	if b < 0 || int(b) >= len(o.sk.opens) || !o.sk.opens[b].joins {
		return nil
	}
	j := o.sk.joins[b]
	return o.sk.joined[j.from : j.from+j.n]
}
