package flow

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"
	"time"

	"sparseracer/internal/trace"
)

// line orders blocks by number, but for those of one pair of neighbours.
type line struct{}

func (line) Before(a, b BlockID) bool { return a < b && !(a%2 == 1 && b == a+1) }

// nothing orders no two blocks.
type nothing struct{}

func (nothing) Before(a, b BlockID) bool { return false }

func TestTable(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	x, want := newTable(), map[uint64]uint32{}
	for range 20_000 {
		k := r.Uint64() >> (r.Uint64() % 64)
		if r.IntN(2) == 0 {
			v := uint32(r.IntN(1000))
			x.put(k, v)
			want[k] = v
		}
		if got := x.get(k); got != want[k] {
			t.Fatalf("get(%#x) = %d, expected %d", k, got, want[k])
		}
		if r.IntN(1000) == 0 {
			last := k + r.Uint64N(^k>>(r.Uint64()%64)+1)
			x.each(k, last, func(g uint64, v uint32) {
				if v != want[g] || v == 0 || g < k || g > last {
					t.Fatalf("each(%#x, %#x) gives %#x: %d, expected %d", k, last, g, v, want[g])
				}
				x.put(g, 0)
			})
			for g := range want {
				if g >= k && g <= last {
					delete(want, g)
				}
			}
		}
	}
}

// TestMemory holds labelled memory against a byte by byte one.
func TestMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	l := newLabels()
	m := newMemory(l)
	const size = 300
	var want [size]label
	for step := range 20_000 {
		lo := r.Uint64N(size)
		hi := lo + 1 + r.Uint64N(min(40, size-lo))
		of := l.only(element(r.IntN(6)) << waysBits)
		switch r.IntN(4) {
		case 0:
			of = 0
			fallthrough
		case 1:
			m.set(lo, hi, of)
			for i := lo; i < hi; i++ {
				want[i] = of
			}
		case 2:
			to := r.Uint64N(size - (hi - lo) + 1)
			m.copy(to, lo, hi-lo, 0)
			copy(want[to:to+hi-lo], append([]label(nil), want[lo:hi]...))
		case 3:
			m.join(lo, hi, of)
			for i := lo; i < hi; i++ {
				want[i] = l.union(want[i], of)
			}
		}
		var all label
		for i := lo; i < hi; i++ {
			all = l.union(all, want[i])
		}
		if got := m.get(lo, hi); got != all {
			t.Fatalf("step %d: [%d,%d) has %v, expected %v", step, lo, hi, elements(l, got), elements(l, all))
		}
	}
}

// elements are those of a label.
func elements(l *labels, a label) (out []element) {
	l.walk(a, func(label) bool { return true }, func(e element) { out = append(out, e) })
	return out
}

// TestLabels holds labels against plain sets, which are made of each other at random.
func TestLabels(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	l := newLabels()
	sets, made := []map[element]bool{{}}, []label{0}
	by := map[string]label{}
	add := func(a label, want map[element]bool) {
		t.Helper()
		got := elements(l, a)
		keys := slices.Sorted(maps.Keys(want))
		if !slices.Equal(got, keys) {
			t.Fatalf("has %v, expected %v", got, keys)
		}
		key := fmt.Sprint(keys)
		if other, ok := by[key]; ok && other != a {
			t.Fatalf("%v is %d and %d", keys, other, a)
		}
		by[key] = a
		if n := r.IntN(200); len(sets) < 200 {
			sets, made = append(sets, want), append(made, a)
		} else {
			sets[n], made[n] = want, a
		}
	}
	for range 20_000 {
		i, j := r.IntN(len(sets)), r.IntN(len(sets))
		want := map[element]bool{}
		switch r.IntN(5) {
		case 0:
			e := element(r.Uint32N(1 << (r.IntN(22) + 1)))
			add(l.only(e), map[element]bool{e: true})
		case 1, 2:
			maps.Copy(want, sets[i])
			maps.Copy(want, sets[j])
			add(l.union(made[i], made[j]), want)
		case 3:
			way := byAddress + element(r.IntN(2))
			for e := range sets[i] {
				if e.way() == byData || way == byControl {
					e = e&^3 | way
				}
				want[e] = true
			}
			add(l.turn(made[i], way), want)
		case 4:
			own := func(id readID) bool { return id%3 == 0 }
			for e := range sets[i] {
				if e.way() == byData && own(e.read()) {
					e |= byAdding
				}
				want[e] = true
			}
			add(l.adding(made[i], own), want)
			id := readID(r.Uint32N(1 << 10))
			has := slices.ContainsFunc(elements(l, made[i]), func(e element) bool { return e.read() == id })
			if l.has(made[i], id) != has {
				t.Fatalf("has(%d): %v, expected %v", id, !has, has)
			}
		}
	}
	if l.lost > 0 {
		t.Errorf("%d lost", l.lost)
	}
}

// TestLimitsAreCounted: labels of more nodes than there may be, writers and ranges of any size are
// cut and counted.
func TestLimitsAreCounted(t *testing.T) {
	l := newLabels()
	l.most = 100
	var all label
	for i := range element(10_000) {
		all = l.union(all, l.only(7*i<<waysBits))
		l.turn(all, byControl)
		l.adding(all, func(r readID) bool { return r%2 == 0 })
	}
	if n := len(elements(l, all)); n < 10 || len(l.nodes) > l.most || l.lost == 0 {
		t.Errorf("%d elements in %d nodes, %d lost", n, len(l.nodes), l.lost)
	}
	pair := Pair{Access{Op: 1, Block: 1, Write: true, Addr: 64, Size: 8}, Access{Op: 2, Block: 2, Write: true, Addr: 64, Size: 8}}
	c := NewCollector(nothing{}, []Pair{pair}, Options{})
	for b := range BlockID(3 * maxWriters) {
		c.Run([]trace.Access{{Addr: 64, Size: 8, Kind: trace.Write}}, b, uint64(b))
	}
	if n := len(c.cells[0].writers); n != maxWriters || c.lost != 2*maxWriters {
		t.Errorf("%d writers, %d lost", n, c.lost)
	}
	f := c.Follow([]trace.Site{{}, {Kind: trace.SiteFunction, Name: "f"}, {Kind: trace.SiteRead}})
	f.Run([]trace.Access{{Addr: 0, Size: 1 << 47, Kind: trace.Read, Site: 2}, {Addr: 0, Size: 1 << 47, Kind: trace.Write}}, 0, 1000)
	f.Operation(&trace.Op{Kind: trace.Copy, Addr: 8, From: 1 << 40, Size: 1 << 46}, 0, 1002)
	f.Operation(&trace.Op{Kind: trace.Alloc, Addr: 0, Size: 1 << 47}, 0, 1003)
	for range 3 * maxFrames {
		f.Operation(&trace.Op{Kind: trace.Deq}, 0, 1004)
	}
	if res := f.Finish(); res.Counts.Capped == 0 {
		t.Error("nothing was counted as cut")
	}
}

// TestLeavesObject: constant members of a class leave their object as it is, unless
// the result's place comes before it.
func TestLeavesObject(t *testing.T) {
	for _, c := range []struct {
		name string
		args int
		want bool
	}{
		{"_ZNK7QString7indexOfERKS_iN2Qt15CaseSensitivityE", 4, true},
		{"_ZNK10QTextBlock8positionEv", 1, true},
		{"_ZNK13QTextDocument9findBlockEi", 3, false}, // by way of the first
		{"_ZNK10QTextBlock4textEv", 2, false},
		{"_ZN7QString6appendERKS_", 2, false},
		{"_ZNK", 1, false}, {"write", 3, false}, {"", 0, false},
	} {
		if got := leavesObject(c.name, c.args); got != c.want {
			t.Errorf("%s with %d arguments: %v", c.name, c.args, got)
		}
	}
}

// workload is accesses of many blocks, a few of which race, with sites of functions
// that compute one cell from others: one access in `rare` is of those that race.
func workload(n, rare int) (runs [][]trace.Access, sites []trace.Site, pairs []Pair) {
	r := rand.New(rand.NewPCG(5, 6))
	sites = []trace.Site{{}}
	for range 200 {
		at := trace.Dep(len(sites))
		sites = append(sites, trace.Site{Kind: trace.SiteFunction, Name: "f"}, trace.Site{Kind: trace.SiteRead, Address: []trace.Dep{-1}},
			trace.Site{Kind: trace.SiteRead}, trace.Site{Kind: trace.SiteWrite, Value: []trace.Dep{at + 1, at + 2}, Control: []trace.Dep{at + 1}})
	}
	const perBlock = 1000
	for b := range n / perBlock {
		run := make([]trace.Access, perBlock)
		for i := range run {
			first := 1 + 4*r.IntN(200)
			k := i % 3
			a := trace.Access{Addr: 0x10000 + 8*r.Uint64N(1<<17), Size: 8, Kind: trace.Read, Site: trace.SiteID(first + 1 + k), Mode: trace.ModeSite}
			if k == 2 {
				a.Kind = trace.Write
			}
			if r.IntN(rare) == 0 {
				a.Addr = 8 * r.Uint64N(64)
			}
			run[i] = a
		}
		runs = append(runs, run)
		if b%2 == 1 {
			for g := range uint64(64) {
				pairs = append(pairs, Pair{Access{Op: uint64(b * perBlock), Block: BlockID(b), Write: true, Addr: 8 * g, Size: 8},
					Access{Op: uint64(b*perBlock + perBlock), Block: BlockID(b + 1), Write: true, Addr: 8 * g, Size: 8}})
			}
		}
	}
	return runs, sites, pairs
}

// BenchmarkFlow: both walks over ten million accesses, in operations a second, and
// the most memory that this process had; of few racy reads, and of so many that
// labels have more than a hundred.
func BenchmarkFlow(b *testing.B) {
	b.Run("few", func(b *testing.B) { benchmarkFlow(b, 500) })
	b.Run("many", func(b *testing.B) { benchmarkFlow(b, 5) })
}

func benchmarkFlow(b *testing.B, rare int) {
	const once, rounds = 1_000_000, 10
	runs, sites, pairs := workload(once, rare)
	walk := func(take func([]trace.Access, BlockID, uint64)) {
		for round := range rounds {
			for i, run := range runs {
				take(run, BlockID(round*len(runs)+i), uint64(round*once+i*len(run)))
			}
		}
	}
	b.ReportAllocs()
	before := usage()
	var counts Counts
	for b.Loop() {
		c := NewCollector(line{}, pairs, Options{})
		walk(c.Run)
		f := c.Follow(sites)
		walk(f.Run)
		counts = f.Finish().Counts
	}
	after := usage()
	spent := time.Duration(after.Utime.Nano() + after.Stime.Nano() - before.Utime.Nano() - before.Stime.Nano())
	b.ReportMetric(once*rounds*float64(b.N)/spent.Seconds()/1e6, "Mops/cpu-s")
	b.ReportMetric(float64(after.Maxrss)/1024, "MiB-peak")
	b.ReportMetric(float64(counts.Capped), "lost")
}

// usage is what this process has used: on a busy machine the clock says nothing.
func usage() (u syscall.Rusage) {
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return u
}
