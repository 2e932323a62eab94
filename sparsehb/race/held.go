package race

import (
	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
	"sparseracer/sparsehb/order"
)

// Holds: code that was not instrumented shows no accesses. What is known of it is
// what a handler's frames refer to when it spins a loop: `hold(x,n)` before the
// pause. The handler may use that when it goes on, so the hold is a potential use of
// x at the resume, and is checked like any other.
//
// The rules it keeps:
//   - A hold belongs to the next pause of its thread, and counts at the resume of
//     that loop; if the trace ends before, it says nothing.
//   - It is about the object that was alive at the hold, also when its address
//     belongs to another one by the resume.
//   - It is never an observed use: whether it is one is not known.

// heldAccess waits for its loop to end.
type heldAccess struct {
	access trace.Access
	hold   *order.Hold
}

// heldTable is the holds of the shard's thread, by loop.
type heldTable struct {
	next []heldAccess // of the pause to come
	by   map[trace.LoopID][]heldAccess
}

func (s *shard) holds(op *trace.Op, block order.BlockID) {
	if op.Thread != s.O.Main() {
		return
	}
	h := &s.held
	switch op.Kind {
	case trace.Hold:
		h.next = append(h.next, heldAccess{trace.Access{Addr: op.Addr, Size: max(op.Size, 1), Stack: op.Stack,
			Kind: trace.Hold, Mode: trace.ModeUse}, order.NewHold(op, s.N)})
	case trace.Pause:
		if len(h.next) == 0 {
			return
		}
		if h.by == nil {
			h.by = map[trace.LoopID][]heldAccess{}
		}
		h.by[op.Loop], h.next = h.next, nil
	case trace.Resume:
		if list := h.by[op.Loop]; len(list) > 0 && block != order.NoBlock {
			s.enter(block)
			for i := range list {
				s.lookUpHeld(&list[i])
			}
		}
		delete(h.by, op.Loop)
	}
}

// lookUpHeld is lookUp for a use that is only potential: of what smaller things
// begin or end in the object it says nothing, and it hides no access.
func (s *shard) lookUpHeld(h *heldAccess) {
	a := &h.access
	first, last := a.Addr>>regionBits, (a.Addr+a.Size-1)>>regionBits
	if s.cross = first != last; !s.cross && !s.owns(first) {
		return
	}
	s.access = Use{Op: s.N, Addr: a.Addr, Size: a.Size, Count: 1, Last: s.N, Block: s.block,
		Stack: a.Stack, Kind: a.Kind, Mode: a.Mode, Hold: h.hold}
	s.first = nil
	s.objects.Visit(a.Addr, heap.End(a.Addr, a.Size), func(o *Object) {
		born := o.AllocOp == heap.NoOp || o.AllocOp < h.hold.Op
		if o.Start == a.Addr && born && (o.FreeOp > h.hold.Op) {
			s.lookAt(o)
		}
	})
}
