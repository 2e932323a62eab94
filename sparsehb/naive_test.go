package sparsehb

import (
	"slices"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/filter"
	"sparseracer/sparsehb/heap"
)

// What the second pass finds, from the definitions, operation by operation and
// byte by byte: slow, and plain to see.

// naive counts use-free pairs from the definition, operation by operation.
type naiveObject struct {
	lo, hi uint64
	alloc  int // -1: before the trace
	free   int
	uses   []int
	born   int  // of what a destructor ends: the operation after which it lives
	ended  bool // by a destructor
}

// overlapping are the objects that [lo, hi) meets.
func overlapping(objects []*naiveObject, lo, hi uint64) (met []*naiveObject) {
	for _, o := range objects {
		if o.lo < hi && lo < o.hi {
			met = append(met, o)
		}
	}
	return met
}

// left are the objects that an alloc of [lo, hi) at operation i leaves there.
func left(objects []*naiveObject, lo, hi uint64, i int) (keep []*naiveObject) {
	for _, o := range objects {
		inside := o.lo <= lo && hi <= o.hi && o.hi-o.lo > hi-lo
		if o.lo >= hi || lo >= o.hi || inside && (o.free < 0 || o.free >= i) {
			keep = append(keep, o)
		}
	}
	return keep
}

// naiveObjects follows the rules at the heads of objects.go and heap.go: first
// which free ends what, then who uses it.
func naiveObjects(ops []trace.Op) (all []*naiveObject, twice int) {
	byAlloc := map[int]*naiveObject{}
	var orphans, there, destroyed []*naiveObject
	for i, op := range ops {
		lo, hi := op.Addr, op.Addr+max(op.Size, 1)
		switch op.Kind {
		case trace.Alloc:
			byAlloc[i] = &naiveObject{lo: lo, hi: hi, alloc: i, free: -1}
			there = append(left(there, lo, hi, i), byAlloc[i])
		case trace.Free:
			if heap.IsDestroy(&op) {
				destroyed = append(destroyed, naiveDestroyed(ops[:i], &op, there, destroyed))
				continue
			}
			var best *naiveObject
			again := false
			met := overlapping(there, lo, hi)
			for _, o := range met {
				if o.lo == lo && o.free < 0 && (best == nil || o.hi < best.hi) {
					best = o
				}
				again = again || o.lo == lo && o.free >= 0
			}
			switch {
			case best != nil:
				best.free = i
			case again:
				twice++
			case len(met) == 0:
				o := &naiveObject{lo: lo, hi: hi, alloc: -1, free: i}
				orphans, there = append(orphans, o), append(there, o)
			}
		}
	}
	all = slices.Clone(orphans)
	there = slices.Clone(orphans)
	for i, op := range ops {
		switch op.Kind {
		case trace.Alloc:
			o := byAlloc[i]
			all, there = append(all, o), append(left(there, o.lo, o.hi, i), o)
		case trace.Read, trace.Write:
			met, lo, hi := overlapping(there, op.Addr, op.Addr+op.Size), op.Addr, op.Addr+op.Size
			first := -1
			for _, d := range overlapping(destroyed, lo, hi) {
				if d.born < i && i < d.free {
					met = append(met, d)
					if d.lo <= lo && hi <= d.hi && (first < 0 || d.free < first) {
						first = d.free
					}
				}
			}
			for _, o := range met {
				if first < 0 || o.free <= first {
					o.uses = append(o.uses, i)
				}
			}
		}
	}
	return append(all, destroyed...), twice
}

// naiveDestroyed follows the rules at the head of destroyed.go.
func naiveDestroyed(before []trace.Op, op *trace.Op, there, destroyed []*naiveObject) *naiveObject {
	lo, hi := op.Addr, op.Addr+max(op.Size, 1)
	x := &naiveObject{lo: lo, hi: hi, alloc: -1, free: len(before), born: -1, ended: true}
	if heap.IsScope(op) {
		x.born = naiveHandler(before, op.Thread)
	}
	size := uint64(0)
	inside := func(o *naiveObject) bool { return lo <= o.lo && o.hi <= hi && o.hi-o.lo < hi-lo }
	for _, o := range overlapping(there, lo, hi) {
		switch {
		case inside(o):
			continue
		case o.free >= 0:
			x.born = max(x.born, o.free)
			continue
		case o.lo <= lo && hi <= o.hi && (size == 0 || o.hi-o.lo < size):
			x.alloc, size = o.alloc, o.hi-o.lo
		}
		x.born = max(x.born, o.alloc)
	}
	for _, o := range overlapping(destroyed, lo, hi) {
		if !inside(o) {
			x.born = max(x.born, o.free)
		}
	}
	return x
}

// naiveHandler is the deq of the handler that runs on a thread, -1: none does.
func naiveHandler(before []trace.Op, thread trace.ThreadID) int {
	running := []int{-1}
	for i, op := range before {
		switch {
		case op.Thread != thread:
		case op.Kind == trace.Deq:
			running = append(running, i)
		case op.Kind == trace.End:
			running = running[:len(running)-1]
		}
	}
	return running[len(running)-1]
}

// The filters that the definitions know.
var benign, guarded = filter.Named("FB")[0].Number(), filter.Named("FD")[0].Number()

func naiveCounts(o *Order, m *trace.Memory) Counts {
	var c Counts
	handlers := map[[2]trace.EventID]bool{}
	objects, twice := naiveObjects(m.Ops)
	c.DoubleFrees = uint64(twice)
	whole := slices.Clone(m.Ops) // a free gives all of the object back
	for _, x := range objects {
		if x.free >= 0 {
			whole[x.free].Addr, whole[x.free].Size = x.lo, x.hi-x.lo
		}
	}
	for _, x := range objects {
		if x.free < 0 {
			continue
		}
		f := uint64(x.free)
		for _, use := range x.uses {
			u := uint64(use)
			bu, bf := o.BlockOf(u), o.BlockOf(f)
			if bu < 0 || bf < 0 || o.HappensBefore(u, f) || o.HappensBefore(f, u) {
				continue
			}
			c.OperationPairs++
			e, ba := o.Blocks()[bu].Event, NoBlock
			if x.alloc >= 0 {
				ba = o.BlockOf(uint64(x.alloc))
			}
			same := ba >= 0 && o.Blocks()[ba].Event == e && (e >= 0 || ba == bu)
			between := same && e >= 0 && slices.ContainsFunc(m.Ops[x.alloc:use], func(op trace.Op) bool {
				return op.Kind == trace.Pause && op.Event == e
			})
			if same && (e < 0 || !between || len(o.Event(e).Loops) == 0) {
				c.Filtered[benign]++
				continue
			}
			first := x.firstLike(o, m.Ops, use)
			if naiveGuarded(o, whole, x, first, naiveNeeds(m, m.Ops[first].Site)) {
				c.Filtered[guarded]++
				continue
			}
			c.ReportedPairs++
			handlers[[2]trace.EventID{e, o.Blocks()[bf].Event}] = true
		}
	}
	c.HandlerPairs = uint64(len(handlers))
	return c
}

// firstLike is the first use of the object in the same block by the same stack:
// it stands for all of them.
func (x *naiveObject) firstLike(o *Order, ops []trace.Op, use int) int {
	for _, u := range x.uses {
		if ops[u].Stack == ops[use].Stack && o.BlockOf(uint64(u)) == o.BlockOf(uint64(use)) {
			return u
		}
	}
	panic("no use")
}

// naiveGuarded follows the definition at the head of guarded.go, byte by byte.
func naiveGuarded(o *Order, ops []trace.Op, x *naiveObject, use int, needs map[trace.SiteID]bool) bool {
	if use > x.free || o.Rules() == Paper {
		return false
	}
	for b := uint64(1<<14 - 64); b < 1<<14+64; b++ {
		if (b < x.lo || b >= x.hi) && naiveFlag(o, ops, b, use, x.free, needs) {
			return true
		}
	}
	return false
}

// naiveNeeds are the places that a use depends on: what its pointer comes from, and what
// decides that it is come to.
func naiveNeeds(m *trace.Memory, use trace.SiteID) map[trace.SiteID]bool {
	needs := map[trace.SiteID]bool{}
	if use == 0 {
		return needs
	}
	var follow func(deps []trace.Dep)
	follow = func(deps []trace.Dep) {
		for _, d := range deps {
			needs[trace.SiteID(d)] = true
			follow(m.T.Sites[d].Address)
		}
	}
	follow(m.T.Sites[use].Address)
	follow(m.T.Sites[use].Control)
	return needs
}

// naiveFlag reports whether byte x guards the use against the free.
func naiveFlag(o *Order, ops []trace.Op, x uint64, use, free int, needs map[trace.SiteID]bool) bool {
	u, f := o.BlockOf(uint64(use)), o.BlockOf(uint64(free))
	user, freer := o.Blocks()[u].Event, o.Blocks()[f].Event
	read, cleared := false, false
	for i := int(o.Blocks()[u].First); i <= int(o.Blocks()[f].Last); i++ {
		op := &ops[i]
		if op.Kind < trace.Read || op.Kind > trace.Free || op.Addr > x || x >= op.Addr+max(op.Size, 1) {
			continue
		}
		block, event := o.BlockOf(uint64(i)), trace.NoEvent
		if block >= 0 {
			event = o.Blocks()[block].Event
		}
		small := op.Addr>>3 == (op.Addr+op.Size-1)>>3
		during := i <= int(o.Blocks()[u].Last)
		switch {
		case during && (block != u || i >= use): // another thread meanwhile, or too late
		case during && op.Kind == trace.Read:
			read = read || small && needs[op.Site]
		case during, op.Kind == trace.Alloc, op.Kind == trace.Free:
			return false
		case op.Kind == trace.Read:
		case block >= 0 && (block == f || event >= 0 && event == freer):
			cleared = cleared || small
		case event < 0 || event != user:
			return false
		}
	}
	return read && cleared
}
