package sparsehb

import (
	"math/rand"
	"reflect"
	"slices"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/filter"
	"sparseracer/sparsehb/randomtrace"
)

func TestRandomUseFree(t *testing.T) {
	var sum, blind Counts
	for seed := range int64(4000) {
		m := randomtrace.AddMemory(randomtrace.Trace(seed, randomtrace.Mode(seed%int64(randomtrace.Modes)), 12), seed)
		if seed%2 == 0 {
			m = randomtrace.AddPlaces(m, seed)
		}
		res, err := Analyze(m, Options{Rules: Auto, ReadWrite: true, Workers: 1 + int(seed%3)})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		want := naiveCounts(res.Order, m)
		want.ReadWritePairs = res.Counts.ReadWritePairs
		for _, f := range filter.All() {
			if f.Races == filter.ReadWrite {
				want.Filtered[f.Number()] = res.Counts.Filtered[f.Number()]
			}
		}
		want.UncoveredPairs, want.CoveredPairs = res.Counts.UncoveredPairs, res.Counts.CoveredPairs
		if res.Counts != want {
			t.Fatalf("seed %d: counts %+v, from the definition %+v\n%s", seed, res.Counts, want, randomtrace.Dump(m))
		}
		checkRaces(t, seed, res)
		sum.OperationPairs += want.OperationPairs
		sum.Filtered[benign] += want.Filtered[benign]
		sum.Filtered[guarded] += want.Filtered[guarded]
		sum.ReadWritePairs += want.ReadWritePairs
		if seed%2 != 0 {
			blind.Filtered[guarded] += want.Filtered[guarded]
		}
	}
	t.Logf("%d pairs of use and free, %d guarded; %d of them where no place is known", sum.OperationPairs, sum.Filtered[guarded], blind.Filtered[guarded])
	if blind.Filtered[guarded] > 0 {
		t.Errorf("%d pairs are guarded by chance: nothing says that a use depends on what was read", blind.Filtered[guarded])
	}
	if sum.OperationPairs == 0 || sum.Filtered[benign] == 0 || sum.ReadWritePairs == 0 || sum.Filtered[guarded] == 0 {
		t.Errorf("the random traces have too few races: %+v", sum)
	}
}

// TestWorkersAgree: what is found does not depend on how the work is shared.
func TestWorkersAgree(t *testing.T) {
	for seed := range int64(300) {
		m := randomtrace.AddMemory(randomtrace.Trace(seed, randomtrace.Mode(seed%int64(randomtrace.Modes)), 12), seed)
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
					res.Counts, res.Races, first.Counts, first.Races, randomtrace.Dump(m))
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
		m := randomtrace.AddMemory(randomtrace.Trace(seed, randomtrace.Mode(seed%int64(randomtrace.Modes)), 12), seed)
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
			t.Fatalf("seed %d: %d read-write pairs, from the definition %d\n%s", seed, got, want, randomtrace.Dump(m))
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
				Loop: trace.LoopID(r.Intn(3) - 1), Thread: trace.ThreadID(r.Intn(8) / 7),
				Addr: uint64(r.Int63()) << (r.Intn(2)), Size: uint64(r.Intn(100))})
		}
		res, err := Analyze(m, Options{Rules: Rules(seed % 4), ReadWrite: true})
		if err == nil && res.Operations != uint64(len(m.Ops)) {
			t.Fatalf("seed %d: %d operations of %d", seed, res.Operations, len(m.Ops))
		}
	}
}

// TestPointerAskedBeforeUse: the answers decide, about the stacks that are left, each asked once; what
// a handler kept over a loop is not asked about.
func TestPointerAskedBeforeUse(t *testing.T) {
	const text = `# stack: 1 0 0x100
# stack: 2 0 0x200
deq(a)
alloc(0x1000, 64, type=View)
enq(x)
enq(y)
end(a)
deq(x)
read(0x1000, 8, stack=1)
read(0x1008, 8, stack=1)
read(0x1000, 8, stack=2)
end(x)
deq(y)
pause(y, v)
deq(ok)
reset(v)
end(ok)
resume(y, v)
read(0x1000, 8, stack=1)
end(y)
deq(close)
free(0x1000)
end(close)
`
	src, err := trace.ParseText(t.Name(), []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	ask := &fakeStacks{frames: map[trace.StackID][]Frame{1: {{Class: "View", Name: "event", Module: "app"}, {Name: "notify", Module: "libQt5Core.so.5", System: true}}}}
	res, err := Analyze(src, Options{Stacks: ask})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(ask.put, func(a, b Stack) int { return int(a.Use) - int(b.Use) })
	if want := []Stack{{Use: 1, Base: trace.NoStack}, {Use: 2, Base: trace.NoStack}}; !slices.Equal(ask.put, want) {
		t.Errorf("asked %v, expected %v", ask.put, want)
	}
	if res.Counts.Filtered.Of(filter.Again) != 2 || res.Counts.ReportedPairs != 2 {
		t.Errorf("%+v", res.Counts)
	}
	if res, err = Analyze(src, Options{Stacks: ask, Without: []string{"RQ"}}); err != nil || res.Counts.Filtered.Of(filter.Again) != 0 {
		t.Errorf("without the filter: %v, %+v", err, res.Counts)
	}
}

// TestReceiverOfSignal: what the call for a signal does with its receiver comes of that; not what
// came before it, stands elsewhere, or happens to another object.
func TestReceiverOfSignal(t *testing.T) {
	const text = `# stack: 1 0 0x100
# stack: 2 1 0x200
# stack: 3 1 0x210
# stack: 4 3 0x300
# stack: 5 0 0x400
# stack: 6 3 0x310
deq(a)
alloc(0x1000, 64, type=View)
alloc(0x2000, 64, type=View)
enq(x)
end(a)
deq(x)
read(0x1008, 8, stack=6)
read(0x1000, 8, stack=2)
write(0x1010, 8, stack=4)
read(0x1018, 8, stack=5)
read(0x2000, 8, stack=4)
end(x)
deq(close)
free(0x1000)
free(0x2000)
end(close)
`
	src, err := trace.ParseText(t.Name(), []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	ask := &fakeStacks{frames: map[trace.StackID][]Frame{2: {{Class: "Base", Name: "qt_static_metacall", Module: "app"}, {Name: "activate", Module: "libQt5Core.so.5", System: true}}}}
	res, err := Analyze(src, Options{Stacks: ask})
	if err != nil {
		t.Fatal(err)
	}
	if res.Counts.Filtered.Of(filter.Again) != 2 || res.Counts.ReportedPairs != 3 {
		t.Errorf("%+v", res.Counts)
	}
}

// fakeStacks knows the frames of some stacks, and what it was asked.
type fakeStacks struct {
	frames map[trace.StackID][]Frame
	put    []Stack
}

func (f *fakeStacks) Handlers(_ *trace.Tables, list []Stack) [][]Frame {
	f.put = append(f.put, list...)
	out := make([][]Frame, len(list))
	for i, s := range list {
		out[i] = f.frames[s.Use]
	}
	return out
}
