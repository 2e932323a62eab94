package sparsehb

import (
	"slices"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/semantics"
)

// What goes with its receiver, held against every schedule: the filters `receivers
// live` and `owners outlast` say that a use never comes after a free.

// filter says of a block with a use and one with a free that they never meet.
type filter func(o *Order, use, free BlockID) bool

// metBy looks at the pairs that a filter takes out of one recorded schedule: how many
// they are, and one of them that some schedule runs the other way round.
func metBy(f filter, truth *semantics.Truth, o *Order, m *trace.Memory) (taken int, wrong *[2]BlockID) {
	blocks := o.Blocks()
	place, nth := make([]int, len(blocks)), map[trace.EventID]int{}
	for i, b := range blocks {
		if b.Event >= 0 {
			place[i] = truth.Block(b.Event, nth[b.Event])
			nth[b.Event]++
		}
	}
	var uses []BlockID
	for n, op := range m.Ops {
		b := o.BlockOf(uint64(n))
		if op.Kind == trace.Read {
			uses = append(uses, b)
		}
		if op.Kind != trace.Free {
			continue
		}
		for _, u := range uses {
			if u == b || o.Before(u, b) || !f(o, u, b) {
				continue
			}
			taken++
			if truth.Precedes(place[b], place[u]) {
				wrong = &[2]BlockID{u, b}
			}
		}
	}
	return taken, wrong
}

func live(o *Order, use, free BlockID) bool    { return o.diesWith(use, free) }
func outlast(o *Order, use, free BlockID) bool { return o.outlasts(use, free) }

// tooStrong is RO without its premise that the owner has started whenever X does.
func tooStrong(o *Order, use, free BlockID) bool {
	x, owner := o.sk.blocks[use].Event, o.sk.blocks[free].Event
	if x < 0 || owner < 0 || x == owner {
		return false
	}
	for b := o.sk.events[owner].FirstBlock; b <= free; b++ {
		if o.sk.blocks[b].Event == owner && slices.Contains(o.dying()[b], x) {
			return true
		}
	}
	return false
}

func TestMortalSchedules(t *testing.T) {
	for _, k := range kinds {
		for _, c := range []struct {
			name  string
			f     filter
			sound bool
		}{{"receivers live", live, true}, {"owners outlast", outlast, true}, {"without its premise", tooStrong, false}} {
			t.Run(k.loop.String()+" "+c.name, func(t *testing.T) {
				t.Parallel()
				sum, objected := 0, false
				eachProgram(k.loop, semantics.NewMortals, *programsFlag, func(seed int64, truth *semantics.Truth, m *trace.Memory) bool {
					o, err := build(m, Auto, 0, nil)
					if err != nil {
						t.Fatalf("program %d: %v", seed, err)
					}
					taken, wrong := metBy(c.f, truth, o, m)
					sum += taken
					if wrong != nil && c.sound {
						t.Fatalf("program %d (again with -program %d): some schedule frees in block %d before the use in block %d\n%v\n%s",
							seed, seed, wrong[1], wrong[0], truth.Program, dump(m))
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
