package sparsehb

import (
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"sparseracer/internal/trace"
)

// TestCutShortKeepsRaces: with an order that was cut short, no use-free pair is taken out
// that is reported with the whole one. No filter concludes from what the order does not say.
func TestCutShortKeepsRaces(t *testing.T) {
	short, reported := 0, uint64(0)
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		if strings.Contains(path, "/fuzz/") {
			return
		}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			src, err := trace.ParseText(d.Pos, []byte(d.Input))
			if err != nil {
				return d.Expected // made to be refused
			}
			whole, err := Analyze(trace.Checked(src), Options{})
			if err != nil {
				return d.Expected
			}
			reported += whole.Counts.ReportedPairs
			for part := range uint64(8) {
				cut, err := Analyze(src, Options{steps: 1 + whole.Order.Steps()*part/8})
				if err != nil {
					t.Fatalf("%s: %v", d.Pos, err)
				}
				if cut.CutShort {
					short++
				}
				kept := openPairs(cut)
				for handlers, n := range openPairs(whole) {
					if kept[handlers] < n {
						t.Errorf("%s: with %d/8 of the steps %d of %d pairs of %v are reported", d.Pos, part, kept[handlers], n, handlers)
					}
				}
			}
			return d.Expected
		})
	})
	t.Logf("%d orders cut short, %d pairs with the whole ones", short, reported)
	if short == 0 || reported == 0 {
		t.Error("nothing was looked at")
	}
}

// openPairs counts the use-free pairs that are reported, by their handlers.
func openPairs(r *Result) map[[2]trace.EventID]uint64 {
	n := map[[2]trace.EventID]uint64{}
	for i := range r.Races {
		if x := &r.Races[i]; x.Kind == UseFree && x.Filtered == "" {
			n[[2]trace.EventID{x.First.Event, x.Second.Event}] += x.Pairs
		}
	}
	return n
}
