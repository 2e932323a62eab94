package sparsehb

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"sparseracer/internal/tracegen"
)

// crowd is a trace with enough pieces for the monitor to look up.
func crowd() tracegen.Shape {
	s := tracegen.Scale(1, 400000, 2000)
	s.Pool = 1000
	return s
}

// TestRounds: looking at the addresses in rounds finds the same.
func TestRounds(t *testing.T) {
	o, err := Build(crowd(), Auto)
	if err != nil {
		t.Fatal(err)
	}
	var first *groups
	for _, n := range [][2]int{{1, 1}, {2, 1}, {1, 4}, {3, 2}} {
		gs, err := sweepRounds(crowd(), o, Options{ReadWrite: true}, &monitor{}, n[0], n[1])
		if err != nil {
			t.Fatal(err)
		}
		gs.candidates = nil // their settling is tested elsewhere
		if err := gs.weigh(crowd(), &monitor{}); err != nil {
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
	m := &monitor{limit: 1}
	if _, rounds, err := sweep(crowd(), o, Options{}, m); !errors.Is(err, ErrMemory) || rounds != maxRounds {
		t.Errorf("given up after %d rounds, expected %d: %v", rounds, maxRounds, err)
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
