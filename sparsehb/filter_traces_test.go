package sparsehb

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/filter"
	"sparseracer/sparsehb/order"
)

// filterTraces has a file for each filter, called as its id. A trace stands below a comment
// that says in plain words what happens, and one of these:
//
//	takes [rw]   the filter takes a pair out, which is reported without it
//	leaves [rw]  it looks like one of those, and is reported
//	wrong [rw]   the filter takes a pair out that does harm: the comment says in which run
//
// rw looks for read-write races, else for use-free ones.
const filterTraces = "testdata/filters"

// TestFilterTraces runs each trace with the filter and without it.
func TestFilterTraces(t *testing.T) {
	files, err := os.ReadDir(filterTraces)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		t.Run(f.Name(), func(t *testing.T) {
			datadriven.RunTest(t, filepath.Join(filterTraces, f.Name()), func(t *testing.T, d *datadriven.TestData) string {
				on, off := filtered(t, d, f.Name(), true), filtered(t, d, f.Name(), false)
				taken := slices.ContainsFunc(on, func(r Race) bool { return r.Filter == f.Name() && contains(off, r) })
				if reported := slices.ContainsFunc(on, func(r Race) bool { return r.Filter == "" }); d.Cmd == "leaves" && (taken || !reported) ||
					d.Cmd != "leaves" && !taken {
					d.Fatalf(t, "%s: with the filter %v, without %v", d.Cmd, on, off)
				}
				return "with: " + listRaces(on) + "\nwithout: " + listRaces(off) + "\n"
			})
		})
	}
}

// filtered are the races of a trace, with a filter or without it.
func filtered(t *testing.T, d *datadriven.TestData, id string, on bool) []Race {
	src, err := trace.ParseText(d.Pos, []byte(d.Input))
	if err != nil {
		d.Fatalf(t, "%v", err)
	}
	opt := Options{ReadWrite: d.HasArg("rw"), Stacks: windowStacks{}}
	if !on {
		opt.Without = []string{id}
	}
	res, err := Analyze(trace.Checked(src), opt)
	if err != nil {
		d.Fatalf(t, "%v", err)
	}
	return res.Races
}

// windowStacks stands for symbols: the place 0xa000 is a member function of Window, called by
// Qt, and 0xb000 one that the program calls.
type windowStacks struct{}

func (windowStacks) Handlers(tables *trace.Tables, list []filter.Stack) [][]filter.Frame {
	frames := make([][]filter.Frame, len(list))
	for i, s := range list {
		if s.Use == trace.NoStack {
			continue
		}
		member := filter.Frame{Class: "Window", Name: "event", Module: "app"}
		switch tables.Stacks[s.Use].PC {
		case 0xa000:
			frames[i] = []filter.Frame{member, {Name: "notify", Module: "libQt5Core.so.5", System: true}}
		case 0xb000:
			frames[i] = []filter.Frame{member, {Name: "tick", Module: "app"}}
		}
	}
	return frames
}

// contains: the race is reported there.
func contains(list []Race, r Race) bool {
	return slices.ContainsFunc(list, func(x Race) bool {
		return x.Filter == "" && x.First.Op == r.First.Op && x.Second.Op == r.Second.Op
	})
}

func listRaces(list []Race) string {
	var s []string
	for _, r := range list {
		by := r.Filter
		if by == "" {
			by = "reported"
		}
		s = append(s, fmt.Sprintf("%d-%d %s", r.First.Op, r.Second.Op, by))
	}
	return strings.Join(s, ", ")
}

// TestFiltersAreShown: each filter has a trace that it takes out and one that it leaves, and
// each that is no theorem one in which it is wrong.
func TestFiltersAreShown(t *testing.T) {
	for _, f := range filter.All() {
		data, err := os.ReadFile(filepath.Join(filterTraces, f.ID))
		if err != nil {
			t.Errorf("%s: %v", f.ID, err)
			continue
		}
		shows := func(what string) bool {
			return slices.ContainsFunc(strings.Split(string(data), "\n"), func(line string) bool {
				return line == what || strings.HasPrefix(line, what+" ")
			})
		}
		if !shows("takes") || !shows("leaves") || f.Kind != order.Theorem && !shows("wrong") {
			t.Errorf("%s, a %v: takes %v, leaves %v, wrong %v", f.ID, f.Kind, shows("takes"), shows("leaves"), shows("wrong"))
		}
	}
}
