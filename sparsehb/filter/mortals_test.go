package filter

import (
	"flag"
	"slices"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/randomtrace"
	"sparseracer/sparsehb/semantics"
)

// What goes with its receiver, held against every schedule: the filters `receivers
// live` and `owners outlast` say that a use never comes after a free.

// meets says of a block with a use and one with a free that they never meet.
type meets func(f *Filters, use, free order.BlockID) bool

// metBy looks at the pairs that a filter takes out of one recorded schedule: how many
// they are, and one of them that some schedule runs the other way round.
func metBy(f meets, truth *semantics.Truth, fs *Filters, m *trace.Memory) (taken int, wrong *[2]order.BlockID) {
	o := fs.o
	blocks := o.Blocks()
	place, nth := make([]int, len(blocks)), map[trace.EventID]int{}
	for i, b := range blocks {
		if b.Event >= 0 {
			place[i] = truth.Block(b.Event, nth[b.Event])
			nth[b.Event]++
		}
	}
	var uses []order.BlockID
	for n, op := range m.Ops {
		b := o.BlockOf(uint64(n))
		if op.Kind == trace.Read {
			uses = append(uses, b)
		}
		if op.Kind != trace.Free {
			continue
		}
		for _, u := range uses {
			if u == b || o.Before(u, b) || !f(fs, u, b) {
				continue
			}
			taken++
			if truth.Precedes(place[b], place[u]) {
				wrong = &[2]order.BlockID{u, b}
			}
		}
	}
	return taken, wrong
}

func live(f *Filters, use, free order.BlockID) bool    { return f.diesWith(use, free) }
func outlast(f *Filters, use, free order.BlockID) bool { return f.outlasts(use, free) }

// tooStrong is RO without its premise that the owner has started whenever X does.
func tooStrong(f *Filters, use, free order.BlockID) bool {
	x, owner := f.o.EventOf(use), f.o.EventOf(free)
	if x < 0 || owner < 0 || x == owner {
		return false
	}
	for b := f.o.Event(owner).FirstBlock; b <= free; b++ {
		if f.o.EventOf(b) == owner && slices.Contains(f.dying[b], x) {
			return true
		}
	}
	return false
}

var (
	programsFlag = flag.Int("programs", 1000, "abstract programs a loop semantics")
	programFlag  = flag.Int64("program", -1, "run the enumeration for the program of this seed only")
)

func TestMortalSchedules(t *testing.T) {
	for _, kind := range []trace.LoopKind{trace.LoopExact, trace.LoopBatch} {
		for _, c := range []struct {
			name  string
			f     meets
			sound bool
		}{{"receivers live", live, true}, {"owners outlast", outlast, true}, {"without its premise", tooStrong, false}} {
			t.Run(kind.String()+" "+c.name, func(t *testing.T) {
				t.Parallel()
				sum, objected := 0, false
				semantics.Each(kind, semantics.NewMortals, *programsFlag, *programFlag, func(seed int64, truth *semantics.Truth, m *trace.Memory) bool {
					o, err := order.Build(m, order.Options{})
					if err != nil {
						t.Fatalf("program %d: %v", seed, err)
					}
					fs, err := New(o, nil, nil)
					if err != nil {
						t.Fatal(err)
					}
					taken, wrong := metBy(c.f, truth, fs, m)
					sum += taken
					if wrong != nil && c.sound {
						t.Fatalf("program %d (again with -program %d): some schedule frees in block %d before the use in block %d\n%v\n%s",
							seed, seed, wrong[1], wrong[0], truth.Program, randomtrace.Dump(m))
					}
					objected = objected || wrong != nil
					return true
				})
				t.Logf("%d pairs taken out, none of them swapped by a schedule: %v", sum, !objected)
				if sum < *programsFlag/200 || !c.sound && !objected {
					t.Errorf("%d pairs, a schedule objected: %v", sum, objected)
				}
			})
		}
	}
}
