package sparsehb

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/internal/tracegen"
	"sparseracer/sparsehb/filter"
	"sparseracer/sparsehb/race"
	"sparseracer/sparsehb/walk"
)

// crowd is a trace with enough pieces for the monitor to look up.
func crowd() tracegen.Shape {
	s := tracegen.Scale(1, 400000, 2000)
	s.Pool = 1000
	return s
}

// sweepOf is the second walk of Analyze by itself.
func sweepOf(o *Order, src trace.Source, opt race.Options) (*groups, int, error) {
	fs, err := filter.New(o, nil, nil)
	if err != nil {
		return nil, 0, err
	}
	opt.Commutes, opt.Taker = true, func(shards int) race.Taker { return newGroups(o, fs, maxCandidates/shards, 0) }
	all, rounds, err := race.Sweep(src, o, opt)
	if err != nil {
		return nil, rounds, err
	}
	return all.(*groups), rounds, nil
}

// TestRounds: looking at the addresses in rounds finds the same.
func TestRounds(t *testing.T) {
	o, err := Build(crowd(), Auto)
	if err != nil {
		t.Fatal(err)
	}
	var first *groups
	for _, n := range [][2]int{{1, 1}, {2, 1}, {1, 4}, {3, 2}} {
		gs, _, err := sweepOf(o, crowd(), race.Options{ReadWrite: true, Monitor: &walk.Monitor{}, Workers: n[0], Rounds: n[1]})
		if err != nil {
			t.Fatal(err)
		}
		gs.candidates = nil // their settling is tested elsewhere
		if err := gs.weigh(crowd(), &walk.Monitor{}); err != nil {
			t.Fatal(err)
		}
		races, counts := gs.result()
		if first == nil {
			first = gs
		}
		want, wantCounts := first.result()
		if len(races) == 0 || !reflect.DeepEqual(races, want) || counts != wantCounts {
			t.Errorf("%d workers, %d rounds: %+v, %d races; expected %+v, %d", n[0], n[1], counts, len(races), wantCounts, len(want))
		}
	}
}

func TestMaxMemory(t *testing.T) {
	_, err := Analyze(crowd(), Options{MaxMemory: 1})
	if !errors.Is(err, ErrMemory) {
		t.Errorf("one byte is enough: %v", err)
	}
	if _, err := Analyze(crowd(), Options{MaxMemory: 1 << 30}); err != nil {
		t.Errorf("a gigabyte is not: %v", err)
	}
	o, err := Build(crowd(), Auto)
	if err != nil {
		t.Fatal(err)
	}
	if _, rounds, err := sweepOf(o, crowd(), race.Options{Monitor: &walk.Monitor{Limit: 1}}); !errors.Is(err, ErrMemory) || rounds != race.MaxRounds {
		t.Errorf("given up after %d rounds, expected %d: %v", rounds, race.MaxRounds, err)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	steps := map[string]bool{}
	_, err := Analyze(crowd(), Options{Context: ctx, Progress: func(step string, done float64) {
		steps[step] = true
		if done < 0 || done > 1 {
			t.Errorf("%s: %f is done", step, done)
		}
		cancel()
	}})
	if !errors.Is(err, context.Canceled) || !steps["order"] {
		t.Errorf("cancelled: %v, steps %v", err, steps)
	}
}
