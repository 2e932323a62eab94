package steer

import (
	"testing"

	"sparseracer/internal/trace"
)

// TestSessionLoops: an input of a session names the loop that it came in by its number among those of the handler. One that only
// delivered what was posted has none.
func TestSessionLoops(t *testing.T) {
	for flush, want := range map[string]int{"1": 1, "": 2} {
		n := &nesting{labels: map[trace.EventID]string{7: "click"}, loops: map[trace.EventID]int{}}
		before := trace.Op{Kind: trace.Pause, Event: 7, Loop: 1}
		if flush != "" {
			before.Attrs = []trace.Attr{{Key: "flush", Value: flush}}
		}
		n.step(&before)
		n.step(&trace.Op{Kind: trace.Resume, Event: 7, Loop: 1})
		n.step(&trace.Op{Kind: trace.Pause, Event: 7, Loop: 2})
		if got := n.context(0); got == nil || got.Event != "click" || got.Nth != want {
			t.Errorf("flush=%q: %+v, want the loop %d of click", flush, got, want)
		}
	}
}
