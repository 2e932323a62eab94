package race

import (
	"errors"
	"runtime"
	"sync"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/walk"
)

// The second pass: every access against the objects that it overlaps.
//
//  1. The addresses are dealt out to shards in regions of 16 KiB. Each shard
//     reads the whole trace for itself: decoding an access and seeing that it
//     is somebody else's costs a tenth of looking it up, less than handing it
//     over to another core would.
//  2. A shard keeps the objects that overlap its regions, and takes the
//     accesses that lie in them. An access that crosses regions is looked at by
//     all; a pair with an object counts where their first common byte lies.
//  3. What the shards found is put together; the sum does not depend on how
//     many there were.
//
// Time: operations × shards for decoding, operations for the rest. Memory:
// the objects that are alive at a time and will be freed, and the groups.

// regionBits is the size of a region: large enough that few accesses cross.
const regionBits = 14

// Options of Sweep.
type Options struct {
	ReadWrite bool // read-write pairs too
	// Commutes distinguishes accesses that are part of commuting operations from others.
	Commutes bool
	Workers  int // 0: as many as there are cores
	Rounds   int // at least; more where memory is short
	Monitor  *walk.Monitor
	// Taker makes the taker of one of so many shards.
	Taker func(shards int) Taker
}

// Sweep walks through the trace on all cores; in rounds when memory is short. It
// returns a taker that has all pairs, and how many rounds there were.
func Sweep(src trace.Source, o *order.Order, opt Options) (Taker, int, error) {
	n := opt.Workers
	if n <= 0 {
		n = workers(o)
	}
	for rounds := max(opt.Rounds, 1); ; rounds *= 2 {
		all, err := sweepRounds(src, o, opt, n, rounds)
		if err == nil || !errors.Is(err, walk.ErrMemory) || rounds >= MaxRounds {
			return all, rounds, err
		}
		opt.Monitor.Again()
	}
}

// workers is how many of them are worth reading the whole trace: what they divide among
// them is the look at accesses, and an operation of another kind takes as long to read as
// several accesses.
func workers(o *order.Order) int {
	if others := o.Operations() - o.Accesses(); o.Operations() < smallTrace || o.Accesses() < 3*others {
		return 1
	}
	return min(runtime.GOMAXPROCS(0), maxWorkers)
}

// sweepRounds deals the addresses out to workers × rounds shards.
func sweepRounds(src trace.Source, o *order.Order, opt Options, workers, rounds int) (Taker, error) {
	var all Taker
	var crossing []Pair
	for round := range rounds {
		shards := make([]*shard, workers)
		errs := make([]error, workers)
		var wg sync.WaitGroup
		for i := range shards {
			shards[i] = newShard(o, opt, uint64(round*workers+i), uint64(workers*rounds))
			shards[i].Ticker = walk.Ticker{Monitor: opt.Monitor, Leader: i == 0}
			wg.Go(func() { errs[i] = shards[i].read(src) })
		}
		wg.Wait()
		for _, err := range errs {
			if err != nil {
				return nil, err // all read the same trace and find the same fault
			}
		}
		for _, s := range shards {
			crossing = append(crossing, s.crossing...)
			if all == nil {
				all = s.taker
			} else {
				all.Merge(s.taker)
			}
		}
	}
	reportCrossing(crossing, all)
	return all, nil
}

// Every shard decodes the whole trace, so more of them gain less and less.
const (
	maxWorkers = 16
	smallTrace = 1 << 18 // operations
	MaxRounds  = 64      // of a walk for which memory is short
)

// shard is the second pass over one part of the addresses.
type shard struct {
	order.Cursor
	index, of uint64
	objects   *heap.Map[State]
	memory    *readWrite // nil unless asked for
	taker     Taker
	crossing  []Pair // that may meet in several shards
	commutes  bool

	block  order.BlockID // the last block that had accesses
	ends   heap.EndingsReader
	access Use        // the access at hand
	span   span       // of accesses that are looked at
	cross  bool       // it lies in more than one region
	loud   bool       // something near it races
	dirty  []*Object  // with pending uses
	born   int        // how many of the destroyed objects
	inside int        // of them alive here
	first  *Object    // of them, the one that the access at hand belongs to
	quiet  quietCache // where nothing races, in this block
	look   func(*Object)
	live   liveTable // what waiting handlers hold
	owners owners    // what goes with its parent
}

func newShard(o *order.Order, opt Options, index, of uint64) *shard {
	s := &shard{Cursor: order.Cursor{O: o}, index: index, of: of, objects: heap.NewMap[State](), taker: opt.Taker(int(of)), commutes: opt.Commutes, block: order.NoBlock, ends: o.Heap().Ends.Read()}
	for _, x := range o.Heap().Orphans {
		if s.mine(x.Start, x.End) {
			s.willEnd(begin(s.objects.Add(x.Start, x.End)), x.Ending)
		}
	}
	if opt.ReadWrite {
		s.memory = newReadWrite(s)
	}
	s.look = s.lookAt
	s.births(heap.NoOp)
	return s
}

func (s *shard) read(src trace.Source) error {
	err := s.Walk(src, s)
	s.report()
	return err
}

func (s *shard) Operation(op *trace.Op, block order.BlockID) {
	switch op.Kind {
	case trace.Alloc:
		s.alloc(op, block)
	case trace.Free:
		if s.memory != nil {
			s.objects.Visit(op.Addr, heap.End(op.Addr, 1), func(o *Object) {
				if o.FreeOp == s.N {
					s.memory.forget(o.Start, o.End)
				}
			})
		}
		if heap.IsDestroy(op) {
			s.destroy(op)
		}
	case trace.Hold, trace.Pause, trace.Resume:
		s.liveReferences(op, block)
	}
	s.births(s.N)
	s.owned(s.N)
}

// run takes accesses of one block.
func (s *shard) Run(run []trace.Access, block order.BlockID) {
	if block == order.NoBlock {
		return
	}
	s.enter(block)
	for i := range run {
		a := &run[i]
		if a.Mode&trace.ModeLocal != 0 { // a frame's: no other handler can mean this
			s.N++
			continue
		}
		size := s.span.of(a.Size)
		first, last := a.Addr>>regionBits, (a.Addr+size-1)>>regionBits
		if size != a.Size && s.owns(first) {
			s.taker.LongAccess()
		}
		s.cross = first != last
		if s.cross || s.owns(first) {
			s.lookUp(a, size)
		}
		s.N++
	}
}

// enter goes on to a block, if it is another one.
func (s *shard) enter(block order.BlockID) {
	if block != s.block {
		s.report()
		s.quiet.clear()
		s.block = block
	}
}

// owns says whose region it is. Named locations of the text form differ in
// their upper half only, so that takes part.
func (s *shard) owns(region uint64) bool {
	return s.of == 1 || (region^region>>18)%s.of == s.index
}

// mine reports whether [start, end) overlaps a region of the shard; of a long
// stretch it may say so wrongly.
func (s *shard) mine(start, end uint64) bool {
	first, last := start>>regionBits, (end-1)>>regionBits
	if last-first > 4*maxWorkers {
		return true
	}
	for r := first; r <= last; r++ {
		if s.owns(r) {
			return true
		}
	}
	return false
}

func (s *shard) alloc(op *trace.Op, block order.BlockID) {
	e := s.ends.Next()
	start, end := op.Addr, heap.End(op.Addr, op.Size)
	// An object of ours may lie in other regions too.
	old := s.objects.Displaced(start, end, s.N)
	for _, o := range old {
		s.reportOf(o)
	}
	mine := s.mine(start, end)
	if mine && s.memory != nil {
		s.memory.forget(start, end)
	}
	if !mine || e.Op == heap.NoOp {
		for _, o := range old {
			s.objects.Drop(o)
		}
		return
	}
	o := begin(s.objects.Replace(old, start, end))
	s.willEnd(o, e)
	o.AllocOp, o.Alloc, o.Data.AllocBlock = s.N, heap.Site{Thread: op.Thread, Stack: op.Stack}, block
	s.quiet.forget(start, end)
}

// begin is for an object that was just put in: nothing is known of it.
func begin(o *Object) *Object {
	o.Data = State{AllocBlock: order.NoBlock, FreeBlock: order.NoBlock, checked: order.NoBlock, pending: o.Data.pending[:0]}
	return o
}

// willEnd says which free ends an object.
func (s *shard) willEnd(o *Object, e heap.Ending) {
	o.FreeOp, o.Free, o.Data.FreeBlock = e.Op, e.Site(), s.O.BlockFrom(s.Block(), e.Op)
}
