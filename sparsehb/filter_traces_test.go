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
//	kept         the filter keeps a person from it, and not a call
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
				if d.Cmd == "kept" {
					if !slices.ContainsFunc(on, func(r Race) bool { return r.Kept == f.Name() && r.By == ByCall && contains(off, r) }) {
						d.Fatalf(t, "%s: with the filter %v, without %v", d.Cmd, on, off)
					}
					return "with: " + listRaces(on) + "\nwithout: " + listRaces(off) + "\n"
				}
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
// Qt, and 0xb000 one that the program calls. 0xe000 is of a template of Qt's headers, called by Qt, for the program.
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
		case 0xe000:
			frames[i] = []filter.Frame{{Name: "copy", Module: "app", System: true}, {Name: "data", Module: "libQt5Core.so.5", System: true}, member}
		}
	}
	return frames
}

// notes are what the compiler noted of some places: in each row an access, by its address.
//
//	0xc010  what a library's member function handed out
//	0xc020  what was loaded from a member, which 0xc040 reads
//	0xc030  what was loaded at 0xc010
//	0xc050  the object of a member function
//	0xc080  what was loaded from memory that a member function was handed; 0xc090 what it points to
//	0xc0a0  what a member function was handed
//	0xc0c0  the object of what Qt calls for a signal; 0xc0d0 what came with the signal
//	0xc0e0  what a function of the program's own handed out
//	0xc0f0  what was loaded at 0xc100
//	0xc110  what 0xc040 has read before, by the object of a member function
//	0xc120  what was loaded from that of 0xc080, or from a member
//	0xc130  what was loaded from a member (0xc140) of the object of a member function
//	0xc150  what that function read, when it was called before
//	0xc160  a number, and 0xc170 a call that is come to by what was read there; 0xc180 one that is by another read;
//	0xc190 a read that is come to by the number
//	0xc1a0  what was loaded (0xc1b0) from the function that Qt calls for a signal
//	0xc1c0  what was loaded (0xc1d0) from what came with the signal
//	0xc1e0  a number that goes to a call which ends a source
//	0xc1f0  an item (0xc200) of a list that a call (0xc210) has filled; 0xc220 what was loaded there
//	0xc240  an item (0xc250) of a list that a function of the program's own has filled
//	0xc260  what a library's member function handed out for what a member function was handed, an index;
//	0xc270  what it did for an index that was loaded from a member
//	0xc280  a mark, and 0xc290 a read that is come to by what was read there
//	0xc060  a pointer that a call hands over, to what does not look at it; 0xc070 to what does
var notes = map[uint64]filter.Origin{
	0xc010: {Number: 1, Function: 10, Address: []trace.Dep{2}},
	0xc020: {Number: 3, Function: 10, Address: []trace.Dep{4}},
	0xc030: {Number: 5, Function: 10, Address: []trace.Dep{1}},
	0xc040: {Number: 4, Function: 10, Address: []trace.Dep{-1}},
	0xc050: {Number: 6, Function: 10, Address: []trace.Dep{-1}},
	0xc060: {Number: 7, Function: 10, Address: []trace.Dep{4}, Pointer: true},
	0xc080: {Number: 9, Function: 10, Address: []trace.Dep{11}},
	0xc090: {Number: 12, Function: 10, Address: []trace.Dep{9}},
	0xc0a0: {Number: 13, Function: 10, Address: []trace.Dep{-2}},
	0xc0b0: {Number: 11, Function: 10, Address: []trace.Dep{-2}},
	0xc0c0: {Number: 16, Function: 11, Address: []trace.Dep{-1}},
	0xc0d0: {Number: 17, Function: 11, Address: []trace.Dep{-2}},
	0xc0e0: {Number: 18, Function: 10, Address: []trace.Dep{15}},
	0xc0f0: {Number: 19, Function: 10, Address: []trace.Dep{20}},
	0xc100: {Number: 20, Function: 10, Address: []trace.Dep{4}},
	0xc110: {Number: 21, Function: 10, Address: []trace.Dep{4, -1}, Again: true},
	0xc120: {Number: 22, Function: 10, Address: []trace.Dep{4, 11}},
	0xc150: {Number: 25, Function: 12, Address: []trace.Dep{-1}},
	0xc130: {Number: 23, Function: 10, Address: []trace.Dep{24}},
	0xc140: {Number: 24, Function: 10, Address: []trace.Dep{-1}},
	0xc160: {Number: 26, Function: 10, Address: []trace.Dep{-1}},
	0xc170: {Number: 27, Function: 10, Call: true, Control: []trace.Dep{26}},
	0xc180: {Number: 28, Function: 10, Call: true, Control: []trace.Dep{4}},
	0xc190: {Number: 29, Function: 10, Address: []trace.Dep{-1}, Control: []trace.Dep{26}},
	0xc1a0: {Number: 30, Function: 11, Address: []trace.Dep{31}},
	0xc1b0: {Number: 31, Function: 11, Address: []trace.Dep{-2}},
	0xc1c0: {Number: 32, Function: 11, Address: []trace.Dep{33}},
	0xc1d0: {Number: 33, Function: 11, Address: []trace.Dep{-4}},
	0xc1e0: {Number: 34, Function: 10, Address: []trace.Dep{-1}, Ends: true},
	0xc1f0: {Number: 35, Function: 10, Address: []trace.Dep{36}},
	0xc200: {Number: 36, Function: 10, Listed: true, Args: [][]trace.Dep{{37}}},
	0xc210: {Number: 37, Function: 10, Call: true},
	0xc220: {Number: 38, Function: 10, Address: []trace.Dep{39}},
	0xc230: {Number: 39, Function: 10, Address: []trace.Dep{36}},
	0xc240: {Number: 40, Function: 10, Address: []trace.Dep{41}},
	0xc250: {Number: 41, Function: 10, Listed: true, Args: [][]trace.Dep{{15}}},
	0xc260: {Number: 42, Function: 10, Address: []trace.Dep{43}},
	0xc261: {Number: 43, Function: 10, Call: true, Indexed: true, Args: [][]trace.Dep{{4}, {-2}}},
	0xc270: {Number: 44, Function: 10, Address: []trace.Dep{45}},
	0xc271: {Number: 45, Function: 10, Call: true, Indexed: true, Args: [][]trace.Dep{{-1}, {4}}},
	0xc280: {Number: 46, Function: 10, Address: []trace.Dep{-1}},
	0xc290: {Number: 47, Function: 10, Address: []trace.Dep{-1}, Control: []trace.Dep{46}},
	0xc070: {Number: 8, Function: 10, Address: []trace.Dep{4}, Pointer: true},
}

func (windowStacks) Origin(tables *trace.Tables, s trace.StackID) *filter.Origin {
	if x, ok := notes[tables.Stacks[s].PC]; ok {
		return &x
	}
	return nil
}

func (windowStacks) Numbered(_ int, number trace.Dep) *filter.Origin {
	for _, x := range notes {
		if x.Number == number {
			return &x
		}
	}
	if number == 2 || number == 15 {
		return &filter.Origin{Number: number, Function: 10, Call: true, Fetches: true, Args: [][]trace.Dep{{-1}}}
	}
	return nil
}

func (windowStacks) Called(_ *trace.Tables, _ int, call trace.Dep) (in int, result []trace.Dep) {
	if call == 15 {
		return 0, []trace.Dep{25}
	}
	return 0, nil
}

func (windowStacks) IsOwn(_ *trace.Tables, _ int, call trace.Dep) bool { return call == 15 }
func (windowStacks) Result(int, trace.Dep) []trace.Dep                 { return nil }
func (windowStacks) Looks(t *trace.Tables, s trace.StackID) bool       { return t.Stacks[s].PC == 0xc070 }
func (windowStacks) Member(_ int, function trace.Dep) (int, filter.Membership) {
	if function == 11 {
		return 0, filter.IsSlot
	}
	return 0, filter.IsMember
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
		if r.Kept != "" {
			by = r.Kept + " unless by call"
		}
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
