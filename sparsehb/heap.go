package sparsehb

import "sparseracer/internal/trace"

// The heap is what the first pass learns of allocations: which free ends which
// of them. With that known beforehand, the second pass can tell at each access
// whether a free races with it, and has to remember no accesses at all: its
// memory is that of the objects alive, whatever the length of the trace.
//
// The rules it keeps (objects.go has those of the object map):
//   - Allocations are numbered in trace order; ends has one entry for each.
//   - A free of bytes that no alloc of the trace covers ends an object that was
//     there before the trace began: an orphan.
//   - A free of an object that was freed before is a second free of it.
//   - A free with kind=destroy is the end of a destructor (destroyed.go).
type heap struct {
	objects *objectMap
	ends    endings // by number of the allocation
	orphans []orphan
	twice   []doubleFree
	life    *lifetimes
	sources *sources

	destroyed []destroyed // by the time of their birth, once all are known
	ended     *objectMap  // the last of them at each place
}

// ending is the free of one allocation.
type ending struct {
	op     uint64 // NoOp: never freed
	thread trace.ThreadID
	stack  trace.StackID
}

// endings is a list in pieces: there are as many as allocations, and growing
// one slice for them would copy it again and again.
type endings struct {
	pieces []*[endingsPiece]ending
	n      int
}

const endingsPiece = 1 << 13

func (l *endings) at(i int) *ending { return &l.pieces[i/endingsPiece][i%endingsPiece] }

func (l *endings) add(e ending) {
	if l.n == len(l.pieces)*endingsPiece {
		l.pieces = append(l.pieces, new([endingsPiece]ending))
	}
	l.n++
	*l.at(l.n - 1) = e
}

// orphan is an object from before the trace.
type orphan struct {
	start, end uint64
	ending
}

// doubleFree is two frees of one object.
type doubleFree struct {
	start, end    uint64
	allocOp       uint64
	alloc         site
	first, second ending
}

func newHeap() *heap {
	return &heap{objects: newObjectMap(), ended: newObjectMap(), life: newLifetimes(), sources: newSources()}
}

func (h *heap) note(op *trace.Op, n uint64) {
	switch op.Kind {
	case trace.Alloc:
		start, end := op.Addr, endOf(op.Addr, op.Size)
		o := h.objects.replace(h.objects.displaced(start, end, n), start, end)
		o.allocOp, o.alloc, o.number = n, site{NoBlock, op.Thread, op.Stack}, int32(h.ends.n)
		h.ends.add(ending{op: NoOp})
	case trace.Free:
		if isDestroy(op) {
			h.destroy(op, n)
		} else {
			h.free(op, n)
		}
	case trace.Enq:
		h.name(op)
		h.sources.note(op, n)
		if addr, ok := addressIn(op, "gone"); ok {
			h.life.free(addr, 1, n)
		}
	case trace.Deq:
		h.name(op)
		h.life.deliver(op.Event)
	}
}

// name remembers the receiver of an event, and the allocation that it lies in.
func (h *heap) name(op *trace.Op) {
	addr := h.life.name(op)
	if addr == 0 {
		return
	}
	var in *object
	h.objects.visit(addr, endOf(addr, 1), func(o *object) {
		if o.freeOp == NoOp && o.overlaps(addr, endOf(addr, 1)) && (in == nil || o.end-o.start < in.end-in.start) {
			in = o
		}
	})
	if in != nil {
		h.life.born[op.Event] = in.allocOp
	}
}

func (h *heap) free(op *trace.Op, n uint64) {
	e := ending{n, op.Thread, op.Stack}
	start, end := op.Addr, endOf(op.Addr, op.Size)
	live, freed, any := h.objects.at(start, end)
	switch {
	case live != nil:
		end = live.end
		live.freeOp, live.free = n, site{NoBlock, op.Thread, op.Stack}
		if live.number >= 0 {
			*h.ends.at(int(live.number)) = e
		}
	case freed != nil:
		first := ending{freed.freeOp, freed.free.thread, freed.free.stack}
		h.twice = append(h.twice, doubleFree{freed.start, freed.end, freed.allocOp, freed.alloc, first, e})
		return
	case !any:
		o := h.objects.add(start, end)
		o.freeOp, o.free = n, site{NoBlock, op.Thread, op.Stack}
		h.orphans = append(h.orphans, orphan{start, end, e})
	}
	h.life.free(start, end-start, n)
}

// held is a hold with the allocation of what it is about.
func (h *heap) held(op *trace.Op, n uint64) Held {
	e := Held{Use: Access{Op: n, Kind: trace.Hold, Mode: trace.ModeUse, Event: trace.NoEvent, Block: NoBlock,
		Thread: op.Thread, Addr: op.Addr, Size: op.Size, Stack: op.Stack, Hold: newHold(op, n)}}
	if live, _, _ := h.objects.at(op.Addr, endOf(op.Addr, op.Size)); live != nil && live.allocOp != NoOp {
		e.Alloc = &Access{Op: live.allocOp, Kind: trace.Alloc, Event: trace.NoEvent, Block: NoBlock, Thread: live.alloc.thread,
			Addr: live.start, Size: live.end - live.start, Stack: live.alloc.stack}
	}
	return e
}

// done forgets what only the first pass needs.
func (h *heap) done() {
	h.objects, h.ended = nil, nil
	h.sortBirths()
}
