package explore

import (
	"context"
	"maps"
	"slices"
	"testing"
)

// classes of all schedules of a program, and how many schedules there are.
func classes(p *abstract) (all map[string]bool, schedules int) {
	all = map[string]bool{}
	p.every(func(e *Execution) {
		schedules++
		all[classOf(newGraph(e).pairs())] = true
	})
	return all, schedules
}

// visited are the classes of an exploration, each of which must have come once.
func visited(t *testing.T, st *State) map[string]bool {
	t.Helper()
	seen := map[string]bool{}
	for _, r := range st.Runs {
		switch {
		case !r.Reached:
			t.Errorf("the reversal of %s and %s was not reached", r.First, r.Second)
		case r.Redundant != seen[r.Class]:
			t.Errorf("run %d: redundant is %v", r.ID, r.Redundant)
		}
		seen[r.Class] = true
	}
	return seen
}

func explored(t *testing.T, p *abstract, bound, jobs int) *State {
	t.Helper()
	st, err := Explore(context.Background(), p, nil, Options{Bound: bound, Jobs: jobs})
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// TestEveryClassOnce: of programs in which the same units always run, every class of
// schedules is visited, and none twice.
func TestEveryClassOnce(t *testing.T) {
	runs, schedules := 0, 0
	for seed := range uint64(300) {
		p := random(seed, 3+int(seed%5), true)
		want, n := classes(p)
		st := explored(t, p, -1, 1)
		if got := visited(t, st); !maps.Equal(got, want) {
			t.Fatalf("seed %d: %d classes visited of %d\n%+v", seed, len(got), len(want), p.units)
		}
		if len(st.Runs) != len(want) {
			t.Errorf("seed %d: %d runs for %d classes", seed, len(st.Runs), len(want))
		}
		runs, schedules = runs+len(st.Runs), schedules+n
	}
	t.Logf("%d runs instead of %d", runs, schedules)
	if runs*5 > schedules {
		t.Errorf("%d runs where there are %d schedules: nothing is reduced", runs, schedules)
	}
}

// direct are the conflicts of a run themselves.
func direct(e *Execution) (pairs []Pair) {
	for _, c := range e.Conflicts {
		pairs = append(pairs, Pair{First: e.Units[c.First], Second: e.Units[c.Second]})
	}
	return pairs
}

// TestBound: a bound of k visits what k reversals reach: the classes in which at most
// k conflicts come the other way round than in the first run.
func TestBound(t *testing.T) {
	for seed := range uint64(200) {
		p := random(seed, 4+int(seed%4), true)
		first, _ := p.Run(t.Context(), &Plan{})
		came := direct(first)
		for bound := range 4 {
			want := map[string]bool{}
			p.every(func(e *Execution) {
				turned := 0
				for _, pair := range direct(e) {
					if !slices.Contains(came, pair) {
						turned++
					}
				}
				if turned <= bound {
					want[classOf(newGraph(e).pairs())] = true
				}
			})
			st := explored(t, p, bound, 1)
			if got := visited(t, st); !maps.Equal(got, want) || len(st.Runs) != len(want) {
				t.Fatalf("seed %d, bound %d: %d classes in %d runs, expected %d", seed, bound, len(got), len(st.Runs), len(want))
			}
			for _, r := range st.Runs {
				if r.Depth > bound {
					t.Errorf("seed %d: a run of depth %d at bound %d", seed, r.Depth, bound)
				}
			}
		}
	}
}

// TestRemovals: where units remove others, every class is visited, too.
func TestRemovals(t *testing.T) {
	runs, redundant := 0, 0
	for seed := range uint64(300) {
		p := random(seed, 3+int(seed%4), false)
		want, _ := classes(p)
		st := explored(t, p, -1, 1)
		if got := visited(t, st); !maps.Equal(got, want) {
			t.Errorf("seed %d: %d classes visited of %d\n%+v", seed, len(got), len(want), p.units)
		}
		for _, r := range st.Runs {
			if runs++; r.Redundant {
				redundant++
			}
		}
	}
	t.Logf("%d of %d runs were redundant", redundant, runs)
}
