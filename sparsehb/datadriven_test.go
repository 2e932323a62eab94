package sparsehb

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/filter"
)

var ruleSets = map[string]Rules{"paper": Paper, "exact": Exact, "batch": Batch, "unix": Unix, "either": Either}

// TestDataDriven runs testdata: text traces and what the engine says of them.
//
//	order rules=SET          blocks, and which ones each block comes after
//	why rules=SET from= to=  the chain of rules between two blocks
//	races [rules=] [rw]      races and counts; all take without=RULE
//	flow [rules=] [paper]    what matters, and how; by the paper's rule too
func TestDataDriven(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		if strings.Contains(path, "/fuzz/") || strings.HasPrefix(path, filterTraces) {
			return // inputs of the fuzz targets, and TestFilterTraces'
		}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			src, err := trace.ParseText(d.Pos, []byte(d.Input))
			if err != nil {
				d.Fatalf(t, "%v", err)
			}
			rules := Auto
			if d.HasArg("rules") {
				var name string
				d.ScanArgs(t, "rules", &name)
				rules = ruleSets[name]
			}
			out, err := answer(t, d, trace.Checked(src), rules)
			if err != nil {
				return strings.ReplaceAll(err.Error(), d.Pos, "INPUT") + "\n"
			}
			return out
		})
	})
}

// without are the rules to go without (without=NAME).
func without(t *testing.T, d *datadriven.TestData) []string {
	if !d.HasArg("without") {
		return nil
	}
	var name string
	d.ScanArgs(t, "without", &name)
	return []string{name}
}

func answer(t *testing.T, d *datadriven.TestData, src trace.Source, rules Rules) (string, error) {
	if d.Cmd == "flow" {
		return showFlow(src, rules, d.HasArg("paper"))
	}
	if d.Cmd == "races" {
		res, err := Analyze(src, Options{Rules: rules, Without: without(t, d), ReadWrite: d.HasArg("rw")})
		if err != nil {
			return "", err
		}
		return showRaces(res), nil
	}
	o, err := Build(src, rules, without(t, d)...)
	if err != nil {
		return "", err
	}
	switch d.Cmd {
	case "order":
		return showOrder(o), nil
	case "why":
		var from, to int
		d.ScanArgs(t, "from", &from)
		d.ScanArgs(t, "to", &to)
		var s strings.Builder
		for _, step := range o.Why(BlockID(from), BlockID(to)) {
			fmt.Fprintf(&s, "%d -> %d %s\n", step.From, step.To, step.Rule)
		}
		return s.String(), nil
	}
	d.Fatalf(t, "unknown command %s", d.Cmd)
	return "", nil
}

func showOrder(o *Order) string {
	var s strings.Builder
	for i, b := range o.Blocks() {
		fmt.Fprintf(&s, "%d %s [%d,%d]", i, o.Tables().EventName(b.Event), b.First, b.Last)
		for j := range i {
			if o.Before(BlockID(j), BlockID(i)) {
				fmt.Fprintf(&s, " >%d", j)
			}
		}
		s.WriteByte('\n')
	}
	if n := o.DroppedEdges(); n > 0 {
		fmt.Fprintf(&s, "dropped: %d\n", n)
	}
	return s.String()
}

func showRaces(r *Result) string {
	var s strings.Builder
	for _, x := range r.Races {
		kind := map[RaceKind]string{UseFree: "use-free", DoubleFree: "double-free", ReadWrite: "read-write", State: "state"}[x.Kind]
		fmt.Fprintf(&s, "%s %s@%d %s@%d pairs=%d", kind, r.Tables.EventName(x.First.Event), x.First.Op,
			r.Tables.EventName(x.Second.Event), x.Second.Op, x.Pairs)
		if x.Loop >= 0 {
			fmt.Fprintf(&s, " loop=%s", r.Tables.LoopName(x.Loop))
		}
		if x.Alloc != nil {
			fmt.Fprintf(&s, " alloc@%d", x.Alloc.Op)
		}
		if x.Second.Destroyed {
			s.WriteString(" destroyed")
		}
		if x.Second.Scope {
			s.WriteString(" scope")
		}
		if x.Second.Owned {
			s.WriteString(" owned")
		}
		if x.Potential {
			s.WriteString(" potential=" + x.First.Live.Rule)
		}
		if x.Observed {
			s.WriteString(" observed")
		}
		if x.By != ByPerson {
			s.WriteString(" by=" + string(x.By))
		}
		if x.Filter != "" {
			s.WriteString(" " + filteredWord(x.Filter))
		}
		if x.Coverage == Covered {
			fmt.Fprintf(&s, " covered by")
			for _, c := range x.CoveredBy {
				fmt.Fprintf(&s, " %s@%d-%s@%d", r.Tables.EventName(c.First.Event), c.First.Op, r.Tables.EventName(c.Second.Event), c.Second.Op)
			}
		}
		s.WriteByte('\n')
	}
	c := r.Counts
	fmt.Fprintf(&s, "operation=%d benign=%d reported=%d handlers=%d read-write=%d\n",
		c.OperationPairs, c.Filtered.Of(filter.Benign), c.ReportedPairs, c.HandlerPairs, c.ReadWritePairs)
	if c.ReadWritePairs > 0 {
		fmt.Fprintf(&s, "uncovered=%d covered=%d", c.UncoveredPairs, c.CoveredPairs)
		for _, f := range filter.Asked(filter.ReadWrite) {
			if n := c.Filtered[f.Number()]; n > 0 {
				fmt.Fprintf(&s, " %v=%d", f.Name, n)
			}
		}
		s.WriteByte('\n')
	}
	return s.String()
}

// filteredWord is what the test data call a filter.
func filteredWord(id string) string {
	words := map[string]string{"FD": "guarded", "FM": "modal", "FX": "excluded", "FK": "grabbed", "FA": "shared", "FT": "slot",
		"FQ": "asked", "FN": "counted", "FP": "vptr"}
	if word, known := words[id]; known {
		return word
	}
	return "filtered"
}
