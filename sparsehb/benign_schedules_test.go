package sparsehb

import (
	"slices"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/semantics"
)

// TestBenignSchedules: no schedule frees between an allocation and a use by one handler
// that spins no loop in between. Where it spins one, some schedule does.
func TestBenignSchedules(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.loop.String(), func(t *testing.T) {
			t.Parallel()
			taken, slipped := 0, false
			semantics.Each(k.loop, semantics.New, *programsFlag/2, *programFlag, func(seed int64, truth *semantics.Truth, m *trace.Memory) bool {
				o, err := Build(m, Auto)
				if err != nil {
					t.Fatal(err)
				}
				place, all := truth.Places(events(o)), uses(o, m)
				for use, block := range all {
					one, at := alone(m, all, use)
					one.Ops = allocAtStart(one.Ops, at)
					res, err := Analyze(one, Options{})
					if err != nil || len(res.Order.Blocks()) != len(place) {
						continue
					}
					for _, x := range res.Races {
						if x.Kind != UseFree || x.Alloc == nil || x.First.Block != block {
							continue
						}
						between := truth.Between(place[x.Alloc.Block], place[x.Second.Block], place[block])
						if x.Filter == "FB" {
							if taken++; between {
								t.Fatalf("program %d: some schedule frees between allocation and use\n%v", seed, truth.Program)
							}
						}
						slipped = slipped || between
					}
				}
				return true
			})
			if taken < 50 || !slipped {
				t.Errorf("%d pairs taken out; behind a loop a schedule objected: %v", taken, slipped)
			}
		})
	}
}

// allocAtStart has the handler of a use allocate the object.
func allocAtStart(ops []trace.Op, use int) []trace.Op {
	var open []int
	for i, op := range ops[:use] {
		switch op.Kind {
		case trace.Deq:
			open = append(open, i)
		case trace.End:
			open = open[:len(open)-1]
		}
	}
	if len(open) == 0 || ops[use].Kind != trace.Read {
		return ops
	}
	alloc := ops[use]
	alloc.Kind = trace.Alloc
	return slices.Insert(ops, open[len(open)-1]+1, alloc)
}
