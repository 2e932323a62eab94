package race

import (
	"slices"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
	"sparseracer/sparsehb/order"
)

// Objects that the free of their parent would have freed (heap/owned.go), on the walk.
//
// The rules it keeps:
//   - The use comes after a loop of its own handler, and the object had its parent from
//     before that loop on: so the parent may have gone inside.
//   - A free of the parent in the block in which the child goes says nothing new.

// owners is what the shard has of them.
type owners struct {
	next  int                  // of the list, the first that has no parent yet
	alive map[uint64][]*Object // by the operation that ends their stay
}

// owned puts in what gets its parent with operation n, and takes out what leaves it.
func (s *shard) owned(n uint64) {
	list := s.O.Heap().Owned
	for ; s.owners.next < len(list) && list[s.owners.next].Since == n; s.owners.next++ {
		w := &list[s.owners.next]
		free := s.O.BlockOf(w.Op)
		if !s.mine(w.Start, w.End) || free == order.NoBlock || free == s.O.BlockOf(w.Until) {
			continue
		}
		o := begin(s.objects.Add(w.Start, w.End))
		s.willEnd(o, w.Ending)
		o.AllocOp, o.Alloc, o.Owned, o.Data.AllocBlock = w.AllocOp, w.Alloc, w, s.O.BlockOf(w.AllocOp)
		if s.owners.alive == nil {
			s.owners.alive = map[uint64][]*Object{}
		}
		s.owners.alive[w.Until] = append(s.owners.alive[w.Until], o)
		s.quiet.forget(w.Start, w.End)
	}
	if len(s.owners.alive) == 0 {
		return
	}
	for _, o := range s.owners.alive[n] {
		s.reportOf(o)
		s.objects.Drop(o)
	}
	delete(s.owners.alive, n)
}

// maySlipIn reports whether the parent may have gone in the loop before the block.
func (s *shard) maySlipIn(o *Object) bool {
	e := s.O.EventOf(s.block)
	if e < 0 || e == s.O.EventOf(o.Data.FreeBlock) {
		return false
	}
	loops := s.O.Events()[e].Loops
	return slices.ContainsFunc(loops, func(l trace.LoopID) bool {
		v := &s.O.Loops()[l]
		return v.Pause > o.Owned.Since && v.Pause != heap.NoOp && v.ResumeBlock >= 0 && v.ResumeBlock <= s.block
	})
}
