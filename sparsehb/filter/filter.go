package filter

import (
	"cmp"
	"fmt"
	"slices"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/race"
	"sparseracer/sparsehb/walk"
)

//go:generate go run ../gen -type Filter -number Number -prefix filter -count Count

// Filter is one reason to take pairs out: what it says, how that is known, and on which
// walk it is asked. Each stands in a file of its own, with all that only it needs. The
// table of all of them, registry, is generated from those files.
type Filter struct {
	ID, Name string
	Aliases  []string // other names by which it can be switched off
	Kind     order.Kind
	Sets     order.Sets
	Races    Races
	Turn     int    // of the filters that are asked together, who has a lower one is asked first, and counts
	Group    Group  // the counter of reports that its pairs are in
	Reason   string // what a race says of it
	Sentence string // that of the rules' table
	Limit    string // what it does not look for, "" if nothing
	Breaks   string // what would break an assumption; a program in which a heuristic is wrong
	HeldBy   []string

	// Harmless: in either order the two do the same, so such a pair covers no other one
	// (race/coverage.go). Guesses: the program is taken to cope with what it finds, so it
	// says nothing of what data flow has found to last, nor of the race on a flag that
	// guards an object: the two orders differ there in whether that is used.
	Harmless, Guesses bool

	number Number

	// On which walk it is asked; nil: not there.
	prepare func(*Filters)                               // gathers what it needs of the order
	pair    func(*Filters, *race.Object, *race.Use) bool // the sweep, of use-free pairs
	// byCall, of a pair that it takes out: a call from outside could do what the person could not.
	byCall func(*Filters, *race.Object, *race.Use) bool
	// facts is pair for a filter with facts that only it needs: it returns what decides in
	// this trace, nil if nothing does.
	facts     func(*Filters) func(*race.Object, *race.Use) bool
	observed  bool                                                        // also of uses that came after the free in the recorded run
	candidate func(*decision, *Candidate) bool                            // a walk of the use-free pairs that are left
	ask       func(*decision, *Filter)                                    // after it: of all of them at once
	walks     func(*decision, *Filter, trace.Source, *walk.Monitor) error // likewise, on walks of its own
	after     bool                                                        // those two, also of uses that came after the free
	accesses  func(f *Filters, a, b *race.Use) bool                       // the sweep, of read-write pairs
	spot      func(*spotWalk, *spot, *Pair) bool                          // a walk of read-write pairs, by their bytes
	late      func(*spotWalk, *Pair) bool                                 // after it
}

// Races are the kinds of races that a filter is about.
type Races string

const (
	UseFree   Races = "use-free"
	ReadWrite Races = "read-write"
)

// Group is a counter of reports, by its name in JSON: several filters may share one.
// Read-write pairs are counted by the names of their filters.
type Group string

const (
	Benign   Group = "benign_pairs"
	Outlived Group = "outlived_pairs"
	Modal    Group = "modal_pairs"
	Guarded  Group = "guarded_pairs"
	Again    Group = "anew_pairs"
	Counted  Group = "counted_pairs"
	Possible Group = "possible_pairs" // that nothing rules out, but a guess: reports have a line for each
	Dangling Group = "dangling_pairs" // likewise: what the recorded run has done, and gone on
)

// Groups are all of them, as reports list them.
var Groups = []Group{Benign, Outlived, Modal, Guarded, Again, Counted, Possible, Dangling}

// Words say what the pairs of a group are.
func (g Group) Words() string {
	return map[Group]string{
		Benign:   "benign: allocated and used by one handler",
		Outlived: "where the event would have gone with its receiver",
		Modal:    "kept apart by a modal dialog or a menu",
		Guarded:  "guarded by a flag",
		Again:    "where the use would have found the object gone",
		Counted:  "under a reference that the using handler holds",
		Possible: "possible only",
		Dangling: "dangling: freed while the handler waited, which went on",
	}[g]
}

// Number is the place of a filter in the registry.
type Number uint8

// Number is the filter's place in the registry.
func (f *Filter) Number() Number { return f.number }

func init() {
	for i, f := range registry {
		f.number = Number(i)
	}
}

// Heuristic: it is right for most programs, and wrong in the one that Breaks describes.
func (f *Filter) Heuristic() bool { return f.Kind == order.Heuristic }

// All are the filters, in the order of their ids.
func All() []*Filter { return registry[:] }

// Asked are the filters of a kind of races, in the order in which they are asked on each
// walk.
func Asked(races Races) (list []*Filter) {
	for _, f := range byTurn() {
		if f.Races == races {
			list = append(list, f)
		}
	}
	return list
}

func byTurn() []*Filter {
	return slices.SortedStableFunc(slices.Values(registry[:]), func(a, b *Filter) int { return cmp.Compare(a.Turn, b.Turn) })
}

// Counts are pairs by the filter that took them out.
type Counts [Count]uint64

// Of is how many pairs the filters of a group took out.
func (c *Counts) Of(g Group) (n uint64) {
	for i, f := range registry {
		if f.Group == g {
			n += c[i]
		}
	}
	return n
}

// Names are the ids of the filters, all of which can be switched off.
func Names() []string {
	names := make([]string, Count)
	for i, f := range registry {
		names[i] = f.ID
	}
	return names
}

// Named are the filters of a name: an id, or an alias.
func Named(name string) (list []*Filter) {
	for _, f := range registry {
		if f.ID == name || slices.Contains(f.Aliases, name) {
			list = append(list, f)
		}
	}
	return list
}

// choose fills in who is asked when: the filters of the order's set but for those named.
func (f *Filters) choose(without []string) error {
	off := map[*Filter]bool{}
	for _, name := range without {
		list := Named(name)
		if len(list) == 0 {
			return fmt.Errorf("no filter %q to go without", name)
		}
		for _, x := range list {
			off[x] = true
		}
	}
	for _, x := range byTurn() {
		if !x.Sets.Has(f.o.Rules()) || off[x] {
			continue
		}
		if x.prepare != nil {
			x.prepare(f)
		}
		if x.pair != nil {
			f.paired = append(f.paired, pairFilter{x, func(o *race.Object, u *race.Use) bool { return x.pair(f, o, u) }})
		}
		if x.facts != nil {
			if takes := x.facts(f); takes != nil {
				f.paired = append(f.paired, pairFilter{x, takes})
			}
		}
		f.waiting = with(f.waiting, x, x.candidate != nil)
		f.asking = with(f.asking, x, x.ask != nil || x.walks != nil)
		f.accessed = with(f.accessed, x, x.accesses != nil)
		f.spotted = with(f.spotted, x, x.spot != nil)
		f.lately = with(f.lately, x, x.late != nil)
	}
	return nil
}

func with(list []*Filter, f *Filter, is bool) []*Filter {
	if is {
		list = append(list, f)
	}
	return list
}
