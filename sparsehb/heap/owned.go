package heap

import (
	"cmp"
	"slices"

	"github.com/tidwall/btree"

	"sparseracer/internal/trace"
)

// What a parent would free. An object may be owned by another one, its parent
// (attributes `child` and `parent`): whoever frees the parent frees the child, too. In
// the recorded run the child often goes first, by the handler that made it. Had the
// parent gone meanwhile, it would have taken the child along.
//
// The rules:
//   - A child is owned from the enq that says so to its free, or to the enq that gives
//     it another parent or none.
//   - Who frees the parent later frees, potentially, all that the parent owned for a
//     time, and all that those had owned by then.
//   - A stay counts only if it spans a loop, from the pause to the resume: nobody else
//     can free the parent in a stay that does not.
type Owned struct {
	Start, End   uint64
	Since, Until uint64 // operations; it was a child in between
	AllocOp      uint64
	Alloc        Site
	Clears       uint64 // the number that its end sets to 0, which who has a weak pointer reads; 0: none
	Ending              // the free of the parent
}

// maxOwned bounds how many stays are kept.
const maxOwned = 1 << 20

// stay is the time in which an object had an owner.
type stay struct {
	start, end   uint64
	since, until uint64
	alloc        uint64
	site         Site
	clears       uint64
}

// owners follows who owns whom, by address of the object itself: an allocation may
// hold more in front of it.
type owners struct {
	parent map[uint64]child           // by child
	of     map[uint64]map[uint64]bool // by parent: its children now
	weak   map[uint64]uint64          // by child: what its end clears
	past   map[uint64][]stay          // by parent: those that are over
	paused map[trace.LoopID]uint64
	loop   uint64 // the latest pause of the loops that have ended, + 1
	kept   int
	list   []Owned
	marked btree.Set[uint64] // where there are children or parents, or were
	near   [64]uint64        // a bit for each page of 4 KiB that has children or parents, by its number's last bits
	wards  *wards
}

// child is who has a parent now, since an operation in a turn (wards.go).
type child struct{ parent, since, turn uint64 }

func newOwners() *owners {
	return &owners{parent: map[uint64]child{}, of: map[uint64]map[uint64]bool{}, weak: map[uint64]uint64{},
		past: map[uint64][]stay{}, paused: map[trace.LoopID]uint64{}, wards: newWards()}
}

// noteLoop learns of loops, for a stay has to span one.
func (w *owners) noteLoop(op *trace.Op, n uint64) {
	if op.Kind == trace.Pause {
		w.paused[op.Loop] = n
		return
	}
	if at, ok := w.paused[op.Loop]; ok {
		w.loop = max(w.loop, at+1)
		delete(w.paused, op.Loop)
	}
}

// belongs takes an enq that says who owns an object.
func (h *Heap) belongs(op *trace.Op, n uint64) {
	c, ok := AddressIn(op, "child")
	if !ok || c == 0 {
		return
	}
	w := h.owners
	if at, ok := AddressIn(op, "clears"); ok {
		w.weak[c] = at
		w.mark(c)
		return
	}
	p, _ := AddressIn(op, "parent")
	h.leaves(c, n)
	if p == 0 || p == c {
		return
	}
	w.parent[c] = child{p, n, w.wards.turn}
	delete(w.wards.lately, c)
	w.mark(c)
	w.mark(p)
	if w.of[p] == nil {
		w.of[p] = map[uint64]bool{}
	}
	w.of[p][c] = true
}

// leaves ends a stay.
func (h *Heap) leaves(c, n uint64) {
	w := h.owners
	at, ok := w.parent[c]
	if !ok {
		return
	}
	delete(w.parent, c)
	w.wards.lately[c] = left{at, w.wards.turn}
	delete(w.of[at.parent], c)
	if len(w.of[at.parent]) == 0 {
		delete(w.of, at.parent)
	}
	if w.loop <= at.since+1 {
		return
	}
	o := h.smallestAround(c)
	if o == nil {
		return
	}
	w.keep(at.parent, stay{o.Start, o.End, max(at.since, o.AllocOp+1), n, o.AllocOp, o.Alloc, w.weak[c]})
	for _, s := range w.past[c] { // what it had owned before, its owner would have freed with it
		w.keep(at.parent, s.within(at.since, n))
	}
}

// within is the part of a stay in which its owner was owned itself.
func (s stay) within(since, until uint64) stay {
	s.since, s.until = max(s.since, since), min(s.until, until)
	return s
}

func (w *owners) keep(parent uint64, s stay) {
	if s.since < s.until && w.loop > s.since+1 && w.kept < maxOwned {
		w.past[parent] = append(w.past[parent], s)
		w.kept++
	}
}

// smallestAround is the smallest living allocation that an address lies in.
func (h *Heap) smallestAround(addr uint64) *Object[struct{}] {
	var in *Object[struct{}]
	h.objects.Visit(addr, End(addr, 1), func(o *Object[struct{}]) {
		if o.FreeOp == NoOp && o.Overlaps(addr, End(addr, 1)) && (in == nil || o.End-o.Start < in.End-in.Start) {
			in = o
		}
	})
	return in
}

// dies is for the free of [start, end), while the allocation still lives: children in
// it have no parent any more, and those that it had owned would have gone with it.
func (h *Heap) dies(start, end uint64, e Ending) {
	w := h.owners
	if len(w.parent) == 0 && len(w.past) == 0 && len(w.wards.lately) == 0 && len(w.wards.by) == 0 {
		return
	}
	for _, c := range w.addresses(start, end) {
		h.endWards(c, e.Op)
		h.leaves(c, e.Op)
		delete(w.wards.lately, c)
		for _, s := range w.past[c] {
			w.list = append(w.list, Owned{s.start, s.end, s.since, s.until, s.alloc, s.site, s.clears, e})
		}
		delete(w.past, c)
		delete(w.weak, c)
		for left := range w.of[c] { // it went without them, or before them
			delete(w.parent, left)
		}
		delete(w.of, c)
	}
}

// mark notes where a child or a parent is.
func (w *owners) mark(addr uint64) {
	page := addr >> 12 % 4096
	w.near[page/64] |= 1 << (page % 64)
	w.marked.Insert(addr)
}

// none says that a stretch has no children and no parents: so it is with most that is freed.
func (w *owners) none(start, end uint64) bool {
	first, last := start>>12, (end-1)>>12
	if last-first > 16 {
		return false
	}
	for page := first; page <= last; page++ {
		if w.near[page%4096/64]>>(page%64)&1 != 0 {
			return false
		}
	}
	return true
}

// addresses are those of children and parents in a stretch.
func (w *owners) addresses(start, end uint64) []uint64 {
	if w.none(start, end) {
		return nil
	}
	var list []uint64
	if end-start <= maxProbes*objectAlign {
		for a := start; a < end; a += objectAlign {
			if w.knows(a) {
				list = append(list, a)
			}
		}
		return list
	}
	var old []uint64
	w.marked.Ascend(start, func(a uint64) bool {
		switch {
		case a >= end:
			return false
		case w.knows(a):
			list = append(list, a)
		default:
			old = append(old, a)
		}
		return true
	})
	for _, a := range old {
		w.marked.Delete(a)
	}
	return list
}

// knows reports whether there is a child or a parent at an address.
func (w *owners) knows(a uint64) bool {
	_, owned := w.parent[a]
	_, lately := w.wards.lately[a]
	return owned || lately || w.past[a] != nil || w.of[a] != nil || w.weak[a] != 0 || w.wards.by[a] != nil
}

// Objects with owners are aligned as pointers are.
const (
	objectAlign = 8
	maxProbes   = 1 << 12
)

// sortOwned puts them in the order in which their stays began.
func (h *Heap) sortOwned() {
	h.Owned, h.Wards = h.owners.list, h.owners.wards.list
	slices.SortStableFunc(h.Owned, func(a, b Owned) int {
		return cmp.Or(cmp.Compare(a.Since, b.Since), cmp.Compare(a.Start, b.Start), cmp.Compare(a.Op, b.Op))
	})
	h.owners = nil
}
