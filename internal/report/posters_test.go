package report

import (
	"fmt"
	"strings"
	"testing"

	"sparseracer/sparsehb"
)

// chainOf is an event brought about by n timers of one kind, each by the one
// before, and those by a posted event; operations 10 apart.
func chainOf(n int) *Event {
	e := &Event{Name: "e0", Kind: "posted", Class: "Bar", Enq: 5, Deq: 10}
	for i := 1; i <= n; i++ {
		at := uint64(i * 10)
		e = &Event{Name: fmt.Sprintf("e%d", i), Kind: "timer", Class: "Driver", Interval: "16", Enq: at + 5, Deq: at + 10, poster: e}
	}
	at := uint64(n * 10)
	return &Event{Name: "last", Kind: "deferred", Class: "Bar", Enq: at + 15, Deq: at + 20, poster: e}
}

func TestLongChainsAreShort(t *testing.T) {
	told := func(runs []posterRun) string {
		var out []string
		for _, r := range runs {
			out = append(out, r.full())
		}
		return strings.Join(out, "\n")
	}
	if got, want := told(missingPosters(chainOf(2), 0)), "event e0 (posted to Bar)\nevent e1 (timer to Driver, 16 ms)\nevent e2 (timer to Driver, 16 ms)"; got != want {
		t.Errorf("a short chain:\n%s\nwant\n%s", got, want)
	}
	want := "event e0 (posted to Bar)\nevents e1 to e40 (40 in a row, each brought about by the one before: timer to Driver, 16 ms)"
	if got := told(missingPosters(chainOf(40), 0)); got != want {
		t.Errorf("a long chain:\n%s\nwant\n%s", got, want)
	}
	want = "events e20 to e40 (21 in a row, each brought about by the one before: timer to Driver, 16 ms)"
	if got := told(missingPosters(chainOf(40), 200)); got != want {
		t.Errorf("from operation 200 on:\n%s\nwant\n%s", got, want)
	}
	race := &Race{First: Place{Operation: 1, Event: &Event{Name: "u", Enq: sparsehb.NoOp, Deq: sparsehb.NoOp}},
		Second: Place{Operation: 500, Kind: "free", Event: chainOf(40)}}
	var all []string
	for _, s := range steps(race) {
		all = append(all, s.Text)
	}
	if got := strings.Join(all, "\n"); len(all) > 12 || !strings.Contains(got, "38 more of the same follow, each brought about by the one before, up to event e39") {
		t.Errorf("%d steps:\n%s", len(all), got)
	}
}
