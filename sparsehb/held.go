package sparsehb

import "sparseracer/internal/trace"

// Holds: code that was not instrumented shows no accesses. What is known of it is
// what a handler's frames refer to when it spins a loop: `hold(x,n)` before the
// pause. The handler may use that when it goes on, so the hold is a potential use of
// x at the resume, and is judged like any other.
//
// The rules it keeps:
//   - A hold belongs to the next pause of its thread, and counts at the resume of
//     that loop; if the trace ends before, it says nothing.
//   - It is about the object that was alive at the hold, also when its address
//     belongs to another one by the resume.
//   - It is never an observed use: whether it is one is not known.

// Hold is what a potential use rests on.
type Hold struct {
	Op       uint64 // the hold; the use is at the resume
	Rule     string // stack, object or memory (docs/trace-language.md)
	Class    string // of the object that the rule is about, "" = unknown
	Function uint64 // where the function that holds it begins, in its module; 0 = unknown
}

// heldAccess waits for its loop to end.
type heldAccess struct {
	access trace.Access
	hold   *Hold
}

// heldTable is the holds of the shard's thread, by loop.
type heldTable struct {
	next []heldAccess // of the pause to come
	by   map[trace.GuardID][]heldAccess
}

func (s *shard) holds(op *trace.Op, block BlockID) {
	if op.Thread != s.o.sk.main {
		return
	}
	h := &s.held
	switch op.Kind {
	case trace.Hold:
		h.next = append(h.next, heldAccess{trace.Access{Addr: op.Addr, Size: max(op.Size, 1), Stack: op.Stack,
			Kind: trace.Hold, Mode: trace.ModeUse}, newHold(op, s.n)})
	case trace.Pause:
		if len(h.next) == 0 {
			return
		}
		if h.by == nil {
			h.by = map[trace.GuardID][]heldAccess{}
		}
		h.by[op.Guard], h.next = h.next, nil
	case trace.Resume:
		if list := h.by[op.Guard]; len(list) > 0 && block != NoBlock {
			s.enter(block)
			for i := range list {
				s.lookUpHeld(&list[i])
			}
		}
		delete(h.by, op.Guard)
	}
}

func newHold(op *trace.Op, n uint64) *Hold {
	function, _ := addressIn(op, "function") // 0, if it says nothing of use
	return &Hold{Op: n, Rule: op.Attr("rule"), Class: op.Attr("class"), Function: function}
}

// lookUpHeld is lookUp for a use that is only potential: of what smaller things
// begin or end in the object it says nothing, and it hides no access.
func (s *shard) lookUpHeld(h *heldAccess) {
	a := &h.access
	first, last := a.Addr>>regionBits, (a.Addr+a.Size-1)>>regionBits
	if s.cross = first != last; !s.cross && !s.owns(first) {
		return
	}
	s.access = useGroup{op: s.n, addr: a.Addr, size: a.Size, count: 1, last: s.n, block: s.block,
		stack: a.Stack, kind: a.Kind, mode: a.Mode, hold: h.hold}
	s.first = nil
	s.objects.visit(a.Addr, endOf(a.Addr, a.Size), func(o *object) {
		born := o.allocOp == NoOp || o.allocOp < h.hold.Op
		if o.start == a.Addr && born && (o.freeOp > h.hold.Op) {
			s.lookAt(o)
		}
	})
}
