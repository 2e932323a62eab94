package filter

import (
	"slices"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
	"sparseracer/sparsehb/order"
)

var slotsGo = Filter{
	ID: "FT", Name: "slots go with their receivers", Aliases: []string{"RV"}, Kind: order.Heuristic, Sets: order.InExact | order.InBatch,
	Races: UseFree, Turn: 30, Group: Again,
	Reason:    "slot: the use happens in a slot that the handler of the free takes away with its receiver",
	Sentence:  "The use happens in a slot that the handler of the free takes away with its receiver.",
	Breaks:    "A handler that takes the slot away because it has been called.",
	candidate: func(d *decision, c *Candidate) bool { return d.slots.gone(c, d.freer(c)) },
}

// Slots go with their receivers (docs/trace-language.md): Qt calls the slot of a
// connection, and the handler of the free, which takes away what the slot uses,
// takes away the slot itself, too. Had it come first, Qt would find nothing to call.
//
// A use u in block U is a gone slot's if U calls slot s, u happens in that call, and
// the handler of the free frees s, in the block of the free or in an earlier one: what
// it frees behind a later loop can be called inside that. A call shows in a read of s:
// its function looks up what to call. u happens in it if the call's caller is among u's,
// and has called no other slot in between. Of what a block does again the recorder leaves
// out what it has read before, so each later call at the same place is taken to have u in
// it, too: its slot must be gone as well.
//
// The slots of GObject are its closures, which a handler that disconnects takes away. Where their
// calls end is recorded, too, and the recorder leaves nothing out of a later one: so only what lies
// in between happens in a call, to its last use.
type slots struct {
	tables *trace.Tables
	calls  map[order.BlockID][]slotCall // in trace order
	freed  map[slotEnd]order.BlockID
}

// slotCall is one call, in a block of a use.
type slotCall struct {
	op, end      uint64        // end: where it returns in that block, NoOp: not, or nobody knows
	from, caller trace.StackID // of the slot's function: where it looks up what to call, and who called it
	slot         uint64        // the operation that allocated it
	bounded      bool          // its end is recorded, if it is in the block
}

// slotEnd: the handler frees a slot that the block has called, and nothing orders them.
type slotEnd struct {
	block order.BlockID
	slot  uint64
	freer trace.EventID
}

// slotFunction is where a slot keeps what it is to call: bytes, Qt 5 and 6. For closures the
// recorder says by it that one is called, and by slotReturns that it is over.
const (
	slotFunction = 16
	slotReturns  = 24
)

// maxCalls bounds the memory: some 100 MB.
const maxCalls = 1 << 22

// call notes an access of block `here` if it begins the call of a slot.
func (w *owned) call(a *trace.Access, n uint64, here order.BlockID) {
	if a.Addr%8 != 0 || a.Kind != trace.Read {
		return
	}
	if a.Addr%16 != 0 {
		if w.closures {
			w.returns(a, n, here)
		}
		return
	}
	s := w.live[a.Addr-slotFunction]
	if s == nil || !s.private || w.made >= maxCalls {
		return
	}
	w.calls[here] = append(w.calls[here], slotCall{op: n, end: heap.NoOp, from: a.Stack, caller: w.tables.Parent(a.Stack), slot: s.allocOp, bounded: s.closure})
	w.made++
}

// returns notes where the last call of a closure ends.
func (w *owned) returns(a *trace.Access, n uint64, here order.BlockID) {
	s := w.live[a.Addr-slotReturns]
	if s == nil || !s.closure {
		return
	}
	calls := w.calls[here]
	for i := len(calls) - 1; i >= 0; i-- {
		if calls[i].slot == s.allocOp && calls[i].end == heap.NoOp {
			calls[i].end = n
			return
		}
	}
}

// calledSlots gathers what becomes of the slots that were called.
func (d *decision) calledSlots(w *owned) *slots {
	s := &slots{tables: d.o.Tables(), calls: w.calls, freed: map[slotEnd]order.BlockID{}}
	for i := range d.candidates {
		if c := d.candidates[i]; len(w.calls[c.Use.Block]) > 0 && w.byAlloc[c.AllocOp] != nil && w.byAlloc[c.AllocOp].private {
			s.freed[slotEnd{c.Use.Block, c.AllocOp, d.freer(c)}] = c.Data.FreeBlock
		}
	}
	return s
}

func (d *decision) freer(c *Candidate) trace.EventID { return d.o.EventOf(c.Data.FreeBlock) }

// gone reports whether a use happens in the call of a slot that the free's handler
// takes away in time. Calls within each other are looked at from the inside.
func (s *slots) gone(c *Candidate, freer trace.EventID) bool {
	calls := s.calls[c.Use.Block]
	within := c.Use.Stack
	for i := len(calls) - 1; i >= 0 && freer >= 0; i-- {
		call := &calls[i]
		if call.op >= c.Use.Op || call.end < c.Use.Last || !s.tables.Below(within, call.caller) {
			continue
		}
		if s.freedInTime(c, call, freer) && (call.bounded || !slices.ContainsFunc(calls[i+1:], func(again slotCall) bool {
			return again.from == call.from && !s.freedInTime(c, &again, freer)
		})) {
			return true
		}
		within = call.caller
	}
	return false
}

// freedInTime: where the free comes first, the slot is gone when it does.
func (s *slots) freedInTime(c *Candidate, call *slotCall, freer trace.EventID) bool {
	end, freed := s.freed[slotEnd{c.Use.Block, call.slot, freer}]
	return freed && end <= c.Data.FreeBlock
}
