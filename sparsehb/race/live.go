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

// liveAccess waits for its loop to end.
type liveAccess struct {
	access    trace.Access
	reference *order.LiveReference
	at        []*Object // copies of what was alive there: by the resume the map may have something else
}

// liveTable is the live references of the shard's thread, by loop.
type liveTable struct {
	next []liveAccess // of the pause to come
	by   map[trace.LoopID][]liveAccess
}

func (s *shard) liveReferences(op *trace.Op, block order.BlockID) {
	if op.Thread != s.O.Main() {
		return
	}
	h := &s.live
	switch op.Kind {
	case trace.Hold:
		next := liveAccess{access: trace.Access{Addr: op.Addr, Size: max(op.Size, 1), Stack: op.Stack, Kind: trace.Hold, Mode: trace.ModeUse},
			reference: order.NewLiveReference(op, s.N)}
		s.eachLive(&next, func(o *Object) {
			kept := Kept(o)
			next.at = append(next.at, &kept)
		})
		h.next = append(h.next, next)
	case trace.Pause:
		if len(h.next) == 0 {
			return
		}
		if h.by == nil {
			h.by = map[trace.LoopID][]liveAccess{}
		}
		h.by[op.Loop], h.next = h.next, nil
	case trace.Resume:
		if list := h.by[op.Loop]; len(list) > 0 && block != order.NoBlock {
			s.enter(block)
			for i := range list {
				s.lookUpLive(&list[i])
			}
		}
		delete(h.by, op.Loop)
	}
}

// lookUpLive is lookUp for a use that is only potential: of what smaller things
// begin or end in the object it says nothing, and it hides no access.
func (s *shard) lookUpLive(h *liveAccess) {
	a := &h.access
	first, last := a.Addr>>regionBits, (a.Addr+a.Size-1)>>regionBits
	if s.cross = first != last; !s.cross && !s.owns(first) {
		return
	}
	s.access = Use{Op: s.N, Addr: a.Addr, Size: a.Size, Count: 1, Last: s.N, Block: s.block,
		Stack: a.Stack, Kind: a.Kind, Mode: a.Mode, Live: h.reference}
	s.first = nil
	there := map[uint64]bool{}
	s.eachLive(h, func(o *Object) {
		there[o.FreeOp] = true
		s.lookAt(o)
	})
	for _, o := range h.at {
		if !there[o.FreeOp] {
			s.lookAt(o) // its bytes were used again
		}
	}
}

// eachLive visits what begins where the reference points, was there when it was recorded, and ended later.
func (s *shard) eachLive(h *liveAccess, f func(*Object)) {
	s.objects.Visit(h.access.Addr, heap.End(h.access.Addr, h.access.Size), func(o *Object) {
		born := o.AllocOp == heap.NoOp || o.AllocOp < h.reference.Op
		if o.Start == h.access.Addr && born && o.FreeOp > h.reference.Op {
			f(o)
		}
	})
}
