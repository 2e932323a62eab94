package sparsehb

import (
	"reflect"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/randomtrace"
)

// TestSharedGroups: where there are more pairs of handlers than are told apart, no pair of
// operations gets lost, nor a pair of places, and the same is said each time.
func TestSharedGroups(t *testing.T) {
	type places struct {
		kind          RaceKind
		filter        string
		first, second trace.StackID
	}
	found := func(res *Result) (pairs uint64, all map[places]bool) {
		all = map[places]bool{}
		for _, r := range res.Races {
			pairs += r.Pairs
			for _, p := range r.Places {
				all[places{r.Kind, r.Filter, p.First, p.Second}] = true
			}
		}
		return pairs, all
	}
	shared, untold := 0, 0
	for seed := range int64(400) {
		m := randomtrace.AddPlaces(randomtrace.AddMemory(randomtrace.Trace(seed, randomtrace.Mode(seed%int64(randomtrace.Modes)), 30), seed), seed)
		opt := Options{ReadWrite: true, Workers: 2, most: 4}
		res, err := Analyze(m, opt)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Analyze(m, opt)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(res.Races, again.Races) || res.Counts != again.Counts {
			t.Fatalf("seed %d: not the same twice", seed)
		}
		opt.most = 0
		whole, err := Analyze(m, opt)
		if err != nil {
			t.Fatal(err)
		}
		pairs, all := found(res)
		want, wanted := found(whole)
		if pairs+res.Counts.UntoldPairs != want {
			t.Fatalf("seed %d: %d pairs in races and %d in none, of %d", seed, pairs, res.Counts.UntoldPairs, want)
		}
		for p := range wanted {
			if !all[p] && res.Counts.UntoldPairs == 0 {
				t.Fatalf("seed %d: %v is in no race", seed, p)
			}
		}
		if res.Counts.SharedPairs > 0 {
			shared++
		}
		if res.Counts.UntoldPairs > 0 {
			untold++
		}
	}
	if shared < 50 || untold == shared {
		t.Errorf("%d traces with shared races, %d of them with pairs in none", shared, untold)
	}
}
