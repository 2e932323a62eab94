package sparsehb

import (
	"cmp"
	"errors"
	"runtime"
	"slices"
	"sync"

	"sparseracer/internal/trace"
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

// sweep runs the second pass on all cores; in rounds when memory is short.
func sweep(src trace.Source, o *Order, opt Options, m *monitor) (*groups, int, error) {
	o.dying()
	o.begin()
	if o.rules != Paper && !o.off.has(filterRM) {
		o.modality, o.grabs, o.excluding = o.blockades(), o.keyGrabs(), o.excludingLoops()
	}
	n := opt.Workers
	if n <= 0 {
		n = min(runtime.GOMAXPROCS(0), maxWorkers)
	}
	if o.sk.operations < smallTrace && opt.Workers <= 0 {
		n = 1 // not worth a second reading
	}
	for rounds := 1; ; rounds *= 2 {
		gs, err := sweepRounds(src, o, opt, m, n, rounds)
		if err == nil || !errors.Is(err, ErrMemory) || rounds == maxRounds {
			return gs, rounds, err
		}
		m.short.Store(false)
		runtime.GC()
	}
}

// sweepRounds deals the addresses out to workers × rounds shards.
func sweepRounds(src trace.Source, o *Order, opt Options, m *monitor, workers, rounds int) (*groups, error) {
	var all *groups
	for round := range rounds {
		shards := make([]*shard, workers)
		errs := make([]error, workers)
		var wg sync.WaitGroup
		for i := range shards {
			shards[i] = newShard(o, opt, uint64(round*workers+i), uint64(workers*rounds))
			shards[i].ticker = ticker{monitor: m, leader: i == 0}
			wg.Go(func() { errs[i] = shards[i].read(src) })
		}
		wg.Wait()
		for _, err := range errs {
			if err != nil {
				return nil, err // all read the same trace and find the same fault
			}
		}
		if all == nil {
			all = shards[0].groups
			shards = shards[1:]
		}
		for _, s := range shards {
			all.merge(s.groups)
		}
	}
	all.tellCrossing()
	slices.SortStableFunc(all.candidates, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.use.op, b.use.op), cmp.Compare(a.freeOp, b.freeOp), cmp.Compare(a.start, b.start))
	})
	return all, nil
}

// Every shard decodes the whole trace, so more of them gain less and less.
const (
	maxWorkers = 16
	smallTrace = 1 << 18 // operations
	maxRounds  = 64
)

// shard is the second pass over one part of the addresses.
type shard struct {
	cursor
	index, of uint64
	objects   *objectMap
	memory    *readWrite // nil unless asked for
	groups    *groups

	block  BlockID    // the last block that had accesses
	allocs int        // so far
	access useGroup   // the access at hand
	cross  bool       // it lies in more than one region
	loud   bool       // something near it races
	dirty  []*object  // with pending uses
	born   int        // how many of the destroyed objects
	inside int        // of them alive here
	first  *object    // of them, the one that the access at hand belongs to
	quiet  quietCache // where nothing races, in this block
	look   func(*object)
	held   heldTable // what waiting handlers hold
}

func newShard(o *Order, opt Options, index, of uint64) *shard {
	s := &shard{cursor: cursor{o: o}, index: index, of: of, objects: newObjectMap(), groups: newGroups(o, maxCandidates/int(of)), block: NoBlock}
	for _, x := range o.sk.heap.orphans {
		if s.mine(x.start, x.end) {
			s.willEnd(s.objects.add(x.start, x.end), x.ending)
		}
	}
	if opt.ReadWrite {
		s.memory = newReadWrite(s)
	}
	s.look = s.lookAt
	s.births(NoOp)
	return s
}

func (s *shard) read(src trace.Source) error {
	err := s.walk(src, s)
	s.tell()
	return err
}

func (s *shard) operation(op *trace.Op, block BlockID) {
	switch op.Kind {
	case trace.Alloc:
		s.alloc(op, block)
	case trace.Free:
		if s.memory != nil {
			s.objects.visit(op.Addr, endOf(op.Addr, 1), func(o *object) {
				if o.freeOp == s.n {
					s.memory.forget(o.start, o.end)
				}
			})
		}
		if isDestroy(op) {
			s.destroy(op)
		}
	case trace.Hold, trace.Pause, trace.Resume:
		s.holds(op, block)
	}
	s.births(s.n)
}

// run takes accesses of one block.
func (s *shard) run(run []trace.Access, block BlockID) {
	if block == NoBlock {
		return
	}
	s.enter(block)
	for i := range run {
		a := &run[i]
		if a.Mode&trace.ModeLocal != 0 { // a frame's: no other handler can mean this
			s.n++
			continue
		}
		first, last := a.Addr>>regionBits, (a.Addr+a.Size-1)>>regionBits
		s.cross = first != last
		if s.cross || s.owns(first) {
			s.lookUp(a)
		}
		s.n++
	}
}

// enter goes on to a block, if it is another one.
func (s *shard) enter(block BlockID) {
	if block != s.block {
		s.tell()
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

func (s *shard) alloc(op *trace.Op, block BlockID) {
	e := *s.o.sk.heap.ends.at(s.allocs)
	s.allocs++
	start, end := op.Addr, endOf(op.Addr, op.Size)
	// An object of ours may lie in other regions too.
	old := s.objects.displaced(start, end, s.n)
	for _, o := range old {
		s.tellOf(o)
	}
	mine := s.mine(start, end)
	if mine && s.memory != nil {
		s.memory.forget(start, end)
	}
	if !mine || e.op == NoOp {
		for _, o := range old {
			s.objects.drop(o)
		}
		return
	}
	o := s.objects.replace(old, start, end)
	s.willEnd(o, e)
	o.allocOp, o.alloc = s.n, site{block, op.Thread, op.Stack}
	s.quiet.forget(start, end)
}

// willEnd says which free ends an object.
func (s *shard) willEnd(o *object, e ending) {
	o.freeOp, o.free = e.op, site{s.o.BlockOf(e.op), e.thread, e.stack}
}
