package explore

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

// TestPlansAreDifferences: what a plan keeps of its pairs is what sets it apart from its
// parent, and gives all of them again.
func TestPlansAreDifferences(t *testing.T) {
	const units = 100
	e := &Execution{Before: func(i, j int) bool { return i/10 == j/10 && i%2 == j%2 && i < j }}
	for i := range units {
		e.Units = append(e.Units, fmt.Sprintf("unit %d", i))
		if i > 0 {
			e.Conflicts = append(e.Conflicts, Conflict{First: i - 1, Second: i})
		}
	}
	g := newGraph(e)
	own := g.pairs()
	plans, err := g.neighbours(t.Context())
	if err != nil || len(plans) < units/2 {
		t.Fatalf("%d plans, %v", len(plans), err)
	}
	kept := 0
	for _, p := range plans {
		if got := classOf(p.pairs(own)); got != p.Class {
			t.Errorf("%s before %s: the pairs give class %s, not %s", p.Second, p.First, got, p.Class)
		}
		kept += len(p.Lost) + len(p.Gained)
	}
	// A chain is the worst: in its middle one reversal takes half of what follows from others.
	if all := len(own) * len(plans); kept == 0 || kept > all/2 {
		t.Errorf("%d pairs kept, of %d", kept, all)
	}
}

// TestTimeEndsWhilePlanning: a run with many conflicts is not planned to the end, and is to
// be run again.
func TestTimeEndsWhilePlanning(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	e := &Execution{Units: []string{"a", "b"}, Conflicts: []Conflict{{First: 0, Second: 1}}, Before: func(int, int) bool { return false }}
	x := &explorer{st: &State{Seen: map[string]bool{}}, visited: map[string][]Pair{}, classes: map[int]string{}, opt: Options{Bound: 1}}
	p := &Plan{}
	x.st.Pending = []*Plan{p}
	cancel()
	if err := x.take(ctx, p, e); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if len(x.st.Pending) != 1 || len(x.st.Runs)+len(x.st.Visited)+len(x.st.Seen) != 0 {
		t.Errorf("%+v", x.st)
	}
}
