// Package heap follows the allocations of a recorded program: which free ends which
// of them, what receivers of events lie in them, and what dies with them.
//
// The rule it keeps: it knows of operations and events, of no block, no order and no
// race. The room order asks it where receivers come from and when they go; the room
// race has the objects of its own walk in its map.
package heap

import "sparseracer/internal/trace"

// NoOp stands for "no such operation" where an operation number is expected.
const NoOp = ^uint64(0)

// Heap is what the first walk learns of allocations: which free ends which of
// them. With that known beforehand, the second walk can tell at each access
// whether a free races with it, and has to remember no accesses at all: its
// memory is that of the objects alive, whatever the length of the trace.
//
// The rules it keeps (objects.go has those of the object map):
//   - Allocations are numbered in trace order; Ends has one ending for each.
//   - A free of bytes that no alloc of the trace covers ends an object that was
//     there before the trace began: an orphan.
//   - A free of an object that was freed before is a second free of it.
//   - A free with kind=destroy is the end of a destructor, one with kind=scope that of a
//     variable on the stack (destroyed.go).
type Heap struct {
	Ends      Endings // by number of the allocation
	Orphans   []Orphan
	Twice     []DoubleFree
	Destroyed []Destroyed // by the time of their birth, once all are known
	Owned     []Owned     // by the time at which they got their owner, likewise
	Wards     []Ward      // in the order of the trace, likewise

	objects *Map[struct{}]
	ended   *Map[struct{}] // the last destroyed objects at each place
	life    *lifetimes
	owners  *owners

	handlers map[trace.ThreadID][]uint64 // that run, innermost last: their deq
}

// Orphan is an object from before the trace.
type Orphan struct {
	Start, End uint64
	Ending
}

// DoubleFree is two frees of one object.
type DoubleFree struct {
	Start, End    uint64
	AllocOp       uint64
	Alloc         Site
	First, Second Ending
}

// New returns the heap of a trace not read yet.
func New() *Heap {
	return &Heap{objects: NewMap[struct{}](), ended: NewMap[struct{}](), life: newLifetimes(), owners: newOwners(),
		handlers: map[trace.ThreadID][]uint64{}}
}

// Note takes an operation of the trace, with its number. Those that are of no
// allocation and name no receiver cost a look at their kind.
func (h *Heap) Note(op *trace.Op, n uint64) {
	switch op.Kind {
	case trace.Pause, trace.Resume, trace.Deq, trace.End:
		h.owners.wards.turn++
	}
	switch op.Kind {
	case trace.Alloc:
		start, end := op.Addr, End(op.Addr, op.Size)
		o := h.objects.Replace(h.objects.Displaced(start, end, n), start, end)
		o.AllocOp, o.Alloc, o.Number = n, Site{op.Thread, op.Stack}, int32(h.Ends.n)
		h.Ends.add()
	case trace.Free:
		if IsDestroy(op) {
			h.destroy(op, n)
		} else {
			h.free(op, n)
		}
	case trace.Pause, trace.Resume:
		h.owners.noteLoop(op, n)
	case trace.Enq:
		h.name(op)
		h.belongs(op, n)
		if addr, ok := AddressIn(op, "gone"); ok {
			h.dies(addr, addr+1, Ending{n, op.Thread, op.Stack})
			h.life.free(addr, 1, n)
		}
	case trace.Deq:
		h.name(op)
		h.life.deliver(op.Event)
		h.handlers[op.Thread] = append(h.handlers[op.Thread], n)
	case trace.End:
		if list := h.handlers[op.Thread]; len(list) > 0 {
			h.handlers[op.Thread] = list[:len(list)-1]
		}
	}
}

// name remembers the receiver of an event, and the allocation that it lies in.
func (h *Heap) name(op *trace.Op) {
	addr := h.life.name(op)
	if addr == 0 {
		return
	}
	in := h.smallestAround(addr)
	if in != nil {
		*h.life.born.at(int(op.Event)) = in.AllocOp + 1 // NoOp is one less than 0
	}
}

func (h *Heap) free(op *trace.Op, n uint64) {
	e := Ending{n, op.Thread, op.Stack}
	start, end := op.Addr, End(op.Addr, op.Size)
	live, freed, any := h.objects.At(start, end)
	if live != nil {
		end = live.End
	}
	if live != nil || !any {
		h.dies(start, end, e)
	}
	switch {
	case live != nil:
		live.FreeOp, live.Free = n, e.Site()
		if live.Number >= 0 {
			h.Ends.set(int(live.Number), e)
		}
	case freed != nil:
		first := Ending{freed.FreeOp, freed.Free.Thread, freed.Free.Stack}
		h.Twice = append(h.Twice, DoubleFree{freed.Start, freed.End, freed.AllocOp, freed.Alloc, first, e})
		return
	case !any:
		o := h.objects.Add(start, end)
		o.FreeOp, o.Free = n, e.Site()
		h.Orphans = append(h.Orphans, Orphan{start, end, e})
	}
	h.life.free(start, end-start, n)
}

// LiveAt is the smallest live object that begins at an address, nil if there is none.
func (h *Heap) LiveAt(addr, size uint64) *Object[struct{}] {
	live, _, _ := h.objects.At(addr, End(addr, size))
	return live
}

// Done forgets what only the first walk needs.
func (h *Heap) Done() {
	h.objects, h.ended, h.handlers = nil, nil, nil
	h.Ends.done()
	h.life.done()
	h.sortBirths()
	h.sortOwned()
}
