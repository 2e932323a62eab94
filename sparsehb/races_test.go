package sparsehb

import (
	"math/rand"
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
				Addr: 0x1000 + uint64(r.Intn(6))*8, Size: 1 + uint64(r.Intn(12)), Thread: trace.ThreadID(r.Intn(10) / 9)}
			x.Kind = []trace.Kind{trace.Read, trace.Write, trace.Read, trace.Write, trace.Alloc, trace.Free}[r.Intn(6)]
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
}

// naiveObjects follows the rules at the head of objects.go.
func naiveObjects(ops []trace.Op) []*naiveObject {
	var all, there []*naiveObject
	add := func(lo, n uint64, alloc int) {
		hi := lo + max(n, 1)
		var keep []*naiveObject
		for _, o := range there {
			inside := o.lo <= lo && hi <= o.hi && o.hi-o.lo > hi-lo
			if o.lo >= hi || lo >= o.hi || o.free < 0 && inside {
				keep = append(keep, o)
			}
		}
		o := &naiveObject{lo, hi, alloc, -1, nil}
		all, there = append(all, o), append(keep, o)
	}
	first := map[uint64]bool{}
	for _, op := range ops {
		if (op.Kind == trace.Alloc || op.Kind == trace.Free) && !first[op.Addr] {
			first[op.Addr] = true
			if op.Kind == trace.Free {
				add(op.Addr, op.Size, -1)
			}
		}
	}
	for i, op := range ops {
		switch op.Kind {
		case trace.Alloc:
			add(op.Addr, op.Size, i)
		case trace.Free:
			var best *naiveObject
			for _, o := range there {
				if o.lo == op.Addr && o.free < 0 && (best == nil || o.hi < best.hi) {
					best = o
				}
			}
			if best != nil {
				best.free = i
			}
		case trace.Read, trace.Write:
			for _, o := range there {
				if o.lo < op.Addr+op.Size && op.Addr < o.hi {
					o.uses = append(o.uses, i)
				}
			}
		}
	}
	return all
}

func naiveCounts(o *Order, m *trace.Memory) Counts {
	var c Counts
	handlers := map[[2]trace.EventID]bool{}
	for _, x := range naiveObjects(m.Ops) {
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
			c.ReportedPairs++
			handlers[[2]trace.EventID{e, o.Blocks()[bf].Event}] = true
		}
	}
	c.HandlerPairs = uint64(len(handlers))
	return c
}

func TestRandomUseFree(t *testing.T) {
	var sum Counts
	for seed := range int64(3000) {
		m := addMemory(genTrace(seed, genMode(seed%int64(genModes)), 12), seed)
		res, err := Analyze(m, Options{Rules: Auto, ReadWrite: true})
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
		sum.ReadWritePairs += want.ReadWritePairs
	}
	if sum.OperationPairs == 0 || sum.BenignPairs == 0 || sum.ReadWritePairs == 0 {
		t.Errorf("the random traces have too few races: %+v", sum)
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
		if o.HappensBefore(a, b) || o.HappensBefore(b, a) {
			t.Fatalf("seed %d: race of ordered operations %d and %d", seed, a, b)
		}
		if r.Observed != (r.Kind == UseFree && a > b) {
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
	if want := res.Counts.OperationPairs + res.Counts.ReadWritePairs; pairs != want || places != want {
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
		res, err := Analyze(m, Options{Rules: Auto, ReadWrite: true})
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
