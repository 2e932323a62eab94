package sparsehb

import (
	"math/rand"
	"reflect"
	"slices"
	"testing"

	"sparseracer/internal/trace"
)

// addMemory puts random allocs, frees and accesses between the operations of a
// trace.
func addMemory(m *trace.Memory, seed int64) *trace.Memory {
	r := rand.New(rand.NewSource(seed))
	out := *m
	out.Ops = nil
	for _, op := range m.Ops {
		if op.IsAccess() {
			continue
		}
		out.Ops = append(out.Ops, op)
		for range r.Intn(4) {
			x := trace.Op{Event: trace.NoEvent, Guard: trace.NoGuard, Stack: trace.StackID(r.Intn(3)),
				Addr: 1<<regionBits - 24 + uint64(r.Intn(6))*8, Size: 1 + uint64(r.Intn(12)), Thread: trace.ThreadID(r.Intn(10) / 9)}
			x.Kind = []trace.Kind{trace.Read, trace.Write, trace.Read, trace.Write, trace.Alloc, trace.Free}[r.Intn(6)]
			if x.Kind == trace.Free && r.Intn(3) == 0 {
				x.Attrs = []trace.Attr{{Key: "kind", Value: "destroy"}}
			}
			out.Ops = append(out.Ops, x)
		}
	}
	return &out
}

// naive counts use-free pairs from the definition, operation by operation.
type naiveObject struct {
	lo, hi uint64
	alloc  int // -1: before the trace
	free   int
	uses   []int

	destroyed bool // and not given back
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
	var orphans, there []*naiveObject
	for i, op := range ops {
		lo, hi := op.Addr, op.Addr+max(op.Size, 1)
		switch op.Kind {
		case trace.Alloc:
			byAlloc[i] = &naiveObject{lo, hi, i, -1, nil, false}
			there = append(left(there, lo, hi, i), byAlloc[i])
		case trace.Free:
			var best, gone *naiveObject
			again := false
			met := overlapping(there, lo, hi)
			destroy := op.Attr("kind") == "destroy"
			for _, o := range met {
				if destroy && (o.lo != lo || o.hi != hi) {
					continue
				}
				if !destroy && o.lo == lo && o.free >= 0 && o.destroyed && (gone == nil || o.hi < gone.hi) {
					gone = o
				}
				if o.lo == lo && o.free < 0 && (best == nil || o.hi < best.hi) {
					best = o
				}
				again = again || o.lo == lo && o.free >= 0
			}
			switch {
			case best != nil:
				best.free, best.destroyed = i, destroy
			case gone != nil:
				gone.destroyed = false
			case again:
				twice++
			case len(met) == 0 && !destroy:
				o := &naiveObject{lo, hi, -1, i, nil, false}
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
			for _, o := range overlapping(there, op.Addr, op.Addr+op.Size) {
				o.uses = append(o.uses, i)
			}
		}
	}
	return all, twice
}

func naiveCounts(o *Order, m *trace.Memory) Counts {
	var c Counts
	handlers := map[[2]trace.EventID]bool{}
	objects, twice := naiveObjects(m.Ops)
	c.DoubleFrees = uint64(twice)
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
				c.BenignPairs++
				continue
			}
			if naiveGuarded(o, m.Ops, x, x.firstLike(o, m.Ops, use)) {
				c.GuardedPairs++
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

// naiveGuarded follows the definition at the head of guards.go, byte by byte.
func naiveGuarded(o *Order, ops []trace.Op, x *naiveObject, use int) bool {
	u, f := o.BlockOf(uint64(use)), o.BlockOf(uint64(x.free))
	if use > x.free || o.Rules() == Paper {
		return false
	}
	user, freer := o.Blocks()[u].Event, o.Blocks()[f].Event
	oneGranule := func(op *trace.Op) bool { return op.Addr>>3 == (op.Addr+op.Size-1)>>3 }
	touches := func(op *trace.Op, b uint64) bool { return op.Addr <= b && b < op.Addr+max(op.Size, 1) }
	guards := func(b uint64) bool {
		read, cleared := false, false
		for i := int(o.Blocks()[u].First); i <= int(o.Blocks()[f].Last); i++ {
			op := &ops[i]
			if op.Kind == trace.Sink || op.Kind < trace.Read || op.Kind > trace.Free || !touches(op, b) {
				continue
			}
			block := o.BlockOf(uint64(i))
			event := trace.NoEvent
			if block >= 0 {
				event = o.Blocks()[block].Event
			}
			switch {
			case i <= int(o.Blocks()[u].Last) && i < use && block == u && op.Kind == trace.Read:
				read = read || oneGranule(op)
			case i <= int(o.Blocks()[u].Last) && i < use && block == u:
				return false
			case i <= int(o.Blocks()[u].Last) && block == u:
			case i <= int(o.Blocks()[u].Last): // another thread meanwhile
			case op.Kind == trace.Alloc || op.Kind == trace.Free:
				return false
			case op.Kind == trace.Read:
			case block >= 0 && (block == f || event >= 0 && event == freer):
				cleared = cleared || oneGranule(op)
			case event < 0 || event != user:
				return false
			}
		}
		return read && cleared
	}
	for b := uint64(1<<regionBits - 64); b < 1<<regionBits+64; b++ {
		if (b < x.lo || b >= x.hi) && guards(b) {
			return true
		}
	}
	return false
}

func TestRandomUseFree(t *testing.T) {
	var sum Counts
	for seed := range int64(3000) {
		m := addMemory(genTrace(seed, genMode(seed%int64(genModes)), 12), seed)
		res, err := Analyze(m, Options{Rules: Auto, ReadWrite: true, Workers: 1 + int(seed%3)})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		want := naiveCounts(res.Order, m)
		want.ReadWritePairs = res.Counts.ReadWritePairs
		if res.Counts != want {
			t.Fatalf("seed %d: counts %+v, from the definition %+v\n%s", seed, res.Counts, want, dump(m))
		}
		checkRaces(t, seed, res)
		sum.OperationPairs += want.OperationPairs
		sum.BenignPairs += want.BenignPairs
		sum.GuardedPairs += want.GuardedPairs
		sum.ReadWritePairs += want.ReadWritePairs
	}
	if sum.OperationPairs == 0 || sum.BenignPairs == 0 || sum.ReadWritePairs == 0 || sum.GuardedPairs == 0 {
		t.Errorf("the random traces have too few races: %+v", sum)
	}
}

// TestWorkersAgree: what is found does not depend on how the work is shared.
func TestWorkersAgree(t *testing.T) {
	for seed := range int64(300) {
		m := addMemory(genTrace(seed, genMode(seed%int64(genModes)), 12), seed)
		var first *Result
		for workers := 1; workers <= 5; workers++ {
			res, err := Analyze(m, Options{ReadWrite: true, Workers: workers})
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if first == nil {
				first = res
			}
			if !reflect.DeepEqual(first.Races, res.Races) || first.Counts != res.Counts {
				t.Fatalf("seed %d: %d workers find\n%+v\n%+v\none finds\n%+v\n%+v\n%s", seed, workers,
					res.Counts, res.Races, first.Counts, first.Races, dump(m))
			}
		}
	}
}

// checkRaces: every race stands for an unordered pair, the pairs add up, and
// the loop is one that the free can slip into.
func checkRaces(t *testing.T, seed int64, res *Result) {
	t.Helper()
	o := res.Order
	var pairs, places uint64
	for _, r := range res.Races {
		a, b := r.First.Op, r.Second.Op
		if r.Kind != DoubleFree && (o.HappensBefore(a, b) || o.HappensBefore(b, a)) {
			t.Fatalf("seed %d: race of ordered operations %d and %d", seed, a, b)
		}
		if r.Observed != (r.Kind == DoubleFree || r.Kind == UseFree && a > b) {
			t.Fatalf("seed %d: race %d, %d: observed is %v", seed, a, b, r.Observed)
		}
		if v := o.Loop(r.Loop); v != nil && (v.Owner != r.First.Event || o.Before(r.First.Block, v.ResumeBlock) ||
			o.Before(r.Second.Block, v.PauseBlock) || o.Before(v.ResumeBlock, r.Second.Block)) {
			t.Fatalf("seed %d: race %d, %d cannot slip into loop %d", seed, a, b, r.Loop)
		}
		pairs += r.Pairs
		for _, p := range r.Places {
			places += p.Pairs
		}
		places += r.OtherPlaces
	}
	if want := res.Counts.OperationPairs + res.Counts.ReadWritePairs + res.Counts.DoubleFrees; pairs != want || places != want {
		t.Fatalf("seed %d: races have %d pairs, places %d, counts %d", seed, pairs, places, want)
	}
}

// TestRandomReadWrite: whatever is reported races, and a byte's last write is
// always met. With one byte per location and no frees the candidates are
// exactly: each access against the last write before it and, for a write, the
// reads since that write, one of each block.
func TestRandomReadWrite(t *testing.T) {
	for seed := range int64(2000) {
		m := addMemory(genTrace(seed, genMode(seed%int64(genModes)), 12), seed)
		for i := range m.Ops {
			if op := &m.Ops[i]; op.Kind == trace.Alloc || op.Kind == trace.Free {
				op.Kind = trace.Read
			}
		}
		res, err := Analyze(m, Options{Rules: Auto, ReadWrite: true, Workers: 1 + int(seed%3)})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if got, want := res.Counts.ReadWritePairs, naiveReadWrite(res.Order, m.Ops); got != want {
			t.Fatalf("seed %d: %d read-write pairs, from the definition %d\n%s", seed, got, want, dump(m))
		}
	}
}

func naiveReadWrite(o *Order, ops []trace.Op) uint64 {
	type seen struct {
		op    uint64
		block BlockID
		write bool
	}
	last := map[uint64][]seen{}
	pairs := map[[2]uint64]bool{}
	for i, op := range ops {
		n := uint64(i)
		b := o.BlockOf(n)
		if !op.IsAccess() || b < 0 {
			continue
		}
		write := op.Kind == trace.Write
		for x := op.Addr; x < op.Addr+op.Size; x++ {
			known := false
			var keep []seen
			for _, s := range last[x] {
				own := s.block == b && s.write == write
				known = known || own
				if (write || s.write) && s.block != b && !o.HappensBefore(s.op, n) {
					pairs[[2]uint64{s.op, n}] = true
				}
				if !write || own {
					keep = append(keep, s)
				}
			}
			if !known {
				keep = append(keep, seen{n, b, write})
			}
			last[x] = keep
		}
	}
	return uint64(len(pairs))
}

// TestArbitraryOperations: input that breaks the nesting rules is refused or
// read, never a panic.
func TestArbitraryOperations(t *testing.T) {
	for seed := range int64(5000) {
		r := rand.New(rand.NewSource(seed))
		m := &trace.Memory{Label: "random"}
		for range r.Intn(40) {
			m.Ops = append(m.Ops, trace.Op{Kind: trace.Kind(r.Intn(18)), Event: trace.EventID(r.Intn(4) - 1),
				Guard: trace.GuardID(r.Intn(3) - 1), Thread: trace.ThreadID(r.Intn(8) / 7),
				Addr: uint64(r.Int63()) << (r.Intn(2)), Size: uint64(r.Intn(100))})
		}
		res, err := Analyze(m, Options{Rules: Rules(seed % 4), ReadWrite: true})
		if err == nil && res.Operations != uint64(len(m.Ops)) {
			t.Fatalf("seed %d: %d operations of %d", seed, res.Operations, len(m.Ops))
		}
	}
}
