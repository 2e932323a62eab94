package explore

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"sparseracer/internal/steer"
)

// Execution is one run, as far as it matters which of its neighbours to try.
type Execution struct {
	// Units are the stretches of handlers that nothing interrupts, in the order in
	// which they ran, by names that hold in every run.
	Units     []string
	Conflicts []Conflict
	Removals  []Removal
	// Before: every run has unit i before unit j; asked for i < j only.
	Before func(i, j int) bool
	// Derive makes the schedule of a neighbour; its error is why there is none. Nil:
	// the plan itself is enough.
	Derive  func(parent, neighbour *Plan) (*steer.Schedule, error)
	Finding *Finding // beside the run it came from
	// Unseen: nobody looked at the units; Turned says whether the pair came the other
	// way round.
	Unseen, Turned bool
}

// Conflict is two units that interfere and that no order holds: First came first.
type Conflict struct {
	First, Second int // indices of Units
	Why           string
	// Removes: the second would have removed the first, had it come earlier.
	Removes bool
}

// Removal is an event that a unit removed before it could run.
type Removal struct {
	By   int // index of Units
	Unit string
	Why  string
}

// reversed: what the plan turns round did come the other way round.
func (e *Execution) reversed(p *Plan) bool {
	if e.Unseen {
		return e.Turned
	}
	first, second := slices.Index(e.Units, p.First), slices.Index(e.Units, p.Second)
	return second >= 0 && (first > second || first < 0)
}

// graph is the order of one run: what every run keeps, and how its conflicts came.
type graph struct {
	e      *Execution
	nodes  []int            // units that are in a conflict, in order
	at     map[int]int      // where a unit is in nodes
	after  []*bitset.BitSet // of each node, those that come after it, whatever is not turned round
	before []*bitset.BitSet // the same backward
}

// newGraph closes the order. Time: the cube of the units in conflicts over 64, and an order
// asked of each two of them.
func newGraph(e *Execution) *graph {
	g := &graph{e: e, at: map[int]int{}}
	for _, c := range e.Conflicts {
		g.nodes = append(g.nodes, c.First, c.Second)
	}
	slices.Sort(g.nodes)
	g.nodes = slices.Compact(g.nodes)
	for n, i := range g.nodes {
		g.at[i] = n
		g.after = append(g.after, bitset.New(uint(len(g.nodes))))
		g.before = append(g.before, bitset.New(uint(len(g.nodes))))
	}
	for _, c := range e.Conflicts {
		g.after[g.at[c.First]].Set(uint(g.at[c.Second]))
	}
	for a := len(g.nodes) - 1; a >= 0; a-- {
		for b := a + 1; b < len(g.nodes); b++ {
			if g.after[a].Test(uint(b)) || e.Before(g.nodes[a], g.nodes[b]) {
				g.after[a].Set(uint(b)).InPlaceUnion(g.after[b])
			}
		}
		for b := range g.after[a].EachSet() {
			g.before[b].Set(uint(a))
		}
	}
	return g
}

// immediate: the conflict can be turned round and nothing else with it: no unit has
// to come between the two. What is found going backward from the second, so to say.
func (g *graph) immediate(c Conflict) bool {
	return g.after[g.at[c.First]].IntersectionCardinality(g.before[g.at[c.Second]]) == 0
}

// Pair is what a class is made of: of two units the first came first, because of their
// conflicts and nothing that all runs keep; or it removed the second.
type Pair struct {
	First   string `json:"first"`
	Second  string `json:"second"`
	Removed bool   `json:"removed,omitempty"`
}

// pairs are the closed order: conflicts that follow from others belong to it whether or
// not somebody saw them.
func (g *graph) pairs() []Pair {
	var list []Pair
	for a, i := range g.nodes {
		for b := range g.after[a].EachSet() {
			if j := g.nodes[b]; !g.e.Before(i, j) {
				list = append(list, Pair{First: g.e.Units[i], Second: g.e.Units[j]})
			}
		}
	}
	for _, r := range g.e.Removals {
		list = append(list, Pair{g.e.Units[r.By], r.Unit, true})
	}
	return distinct(list)
}

func distinct(pairs []Pair) []Pair {
	slices.SortFunc(pairs, comparePairs)
	return slices.Compact(pairs)
}

func comparePairs(a, b Pair) int {
	removed := 0
	if a.Removed != b.Removed {
		removed = 1
		if b.Removed {
			removed = -1
		}
	}
	return cmp.Or(cmp.Compare(a.First, b.First), cmp.Compare(a.Second, b.Second), removed)
}

// without are the pairs of a sorted list that another one lacks.
func without(list, other []Pair) []Pair {
	var rest []Pair
	for _, p := range list {
		if _, found := slices.BinarySearchFunc(other, p, comparePairs); !found {
			rest = append(rest, p)
		}
	}
	return rest
}

// pairs that the run should have, given those of its parent.
func (p *Plan) pairs(parent []Pair) []Pair {
	return distinct(slices.Concat(without(parent, p.Lost), p.Gained))
}

// subset of two sorted lists.
func subset(some, all []Pair) bool {
	return !slices.ContainsFunc(some, func(p Pair) bool {
		_, found := slices.BinarySearchFunc(all, p, comparePairs)
		return !found
	})
}

// classOf names the class of a run with these pairs.
func classOf(pairs []Pair) string {
	h := sha256.New()
	for _, p := range pairs {
		fmt.Fprintf(h, "%q %q %v\n", p.First, p.Second, p.Removed)
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// neighbours are the runs that differ from this one in one reversal, the latest
// conflict first. Where ctx ends, its error.
func (g *graph) neighbours(ctx context.Context) ([]*Plan, error) {
	var list []*Plan
	at := map[[2]int]*Plan{}
	own := g.pairs()
	for _, c := range g.e.Conflicts {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		key := [2]int{c.First, c.Second}
		if p := at[key]; p != nil {
			if !slices.Contains(p.Why, c.Why) {
				p.Why = append(p.Why, c.Why)
			}
		} else if g.immediate(c) {
			at[key] = g.turned(c, own)
			list = append(list, at[key])
		}
	}
	for _, r := range g.e.Removals {
		list = append(list, g.kept(r, own))
	}
	return list, nil
}

// turned is the run with one conflict the other way round: whatever needs its first
// unit comes after it still, all else where it was.
func (g *graph) turned(c Conflict, own []Pair) *Plan {
	u := g.e.Units
	late := g.dependents(c.First, c.Second)
	var before, after []int
	for i := range u {
		switch {
		case i == c.Second, c.Removes && i >= c.First && late[i] && g.goesWith(c.First, i):
		case late[i] && i < c.Second, i > c.Second:
			after = append(after, i)
		default:
			before = append(before, i)
		}
	}
	alt := g.reordered(slices.Concat(before, []int{c.Second}, after), c)
	return Plan{First: u[c.First], Second: u[c.Second], Why: []string{c.Why}, Match: c.First, Sequence: alt.Units}.of(alt, own)
}

// goesWith: without i, j is not there either.
func (g *graph) goesWith(i, j int) bool { return i == j || g.e.Before(i, j) }

// of gives the plan the class of an execution, beside the pairs of its parent, and what is
// to come in the same order: its conflicts, and one unit that is in any after the other.
func (p Plan) of(e *Execution, parent []Pair) *Plan {
	g := newGraph(e)
	pairs := g.pairs()
	p.Class = classOf(pairs)
	p.Lost, p.Gained = without(parent, pairs), without(pairs, parent)
	keep := func(i, j int) {
		q := Pair{First: e.Units[i], Second: e.Units[j]}
		if (q.First != p.Second || q.Second != p.First) && !slices.Contains(p.others, q) {
			p.others = append(p.others, q)
		}
	}
	for _, c := range e.Conflicts {
		if g.immediate(c) {
			keep(c.First, c.Second)
		}
	}
	for n := 1; n < len(g.nodes); n++ { // a conflict of the two may not have shown yet
		if i, j := g.nodes[n-1], g.nodes[n]; !e.Before(i, j) {
			keep(i, j)
		}
	}
	return &p
}

// reordered is the execution in another order, as far as is known: one conflict came the
// other way round.
func (g *graph) reordered(order []int, turned Conflict) *Execution {
	at := map[int]int{}
	alt := &Execution{}
	for to, from := range order {
		at[from] = to
		alt.Units = append(alt.Units, g.e.Units[from])
	}
	alt.Before = func(i, j int) bool { return order[i] < order[j] && g.e.Before(order[i], order[j]) }
	for _, c := range g.e.Conflicts {
		i, some := at[c.First]
		j, others := at[c.Second]
		if some && others {
			alt.Conflicts = append(alt.Conflicts, Conflict{First: min(i, j), Second: max(i, j)})
		}
	}
	for _, r := range g.e.Removals {
		if by, ok := at[r.By]; ok {
			alt.Removals = append(alt.Removals, Removal{By: by, Unit: r.Unit})
		}
	}
	if turned.Removes {
		alt.Removals = append(alt.Removals, Removal{By: at[turned.Second], Unit: g.e.Units[turned.First]})
	}
	return alt
}

// kept is the run in which what was removed runs first.
func (g *graph) kept(r Removal, own []Pair) *Plan {
	alt := &Execution{Units: slices.Insert(slices.Clone(g.e.Units), r.By, r.Unit)}
	moved := func(i int) int {
		if i >= r.By {
			return i + 1
		}
		return i
	}
	alt.Before = func(i, j int) bool {
		if i == r.By || j == r.By {
			return false
		}
		if i > r.By {
			i--
		}
		if j > r.By {
			j--
		}
		return g.e.Before(i, j)
	}
	for _, c := range g.e.Conflicts {
		alt.Conflicts = append(alt.Conflicts, Conflict{First: moved(c.First), Second: moved(c.Second)})
	}
	alt.Conflicts = append(alt.Conflicts, Conflict{First: r.By, Second: r.By + 1})
	for _, o := range g.e.Removals {
		if o != r {
			alt.Removals = append(alt.Removals, Removal{By: moved(o.By), Unit: o.Unit})
		}
	}
	return Plan{First: g.e.Units[r.By], Second: r.Unit, Removal: true, Why: []string{r.Why}, Match: r.By, Sequence: alt.Units}.of(alt, own)
}

// foretells: a run of this class is what a plan comes to, as far as can be known
// before: all its pairs come as planned, others agree with the sequence, and what the
// plan does not know comes after what it knows.
func foretells(pairs, plan []Pair, sequence []string) bool {
	at := map[string]int{}
	for i, u := range sequence {
		at[u] = i + 1
	}
	if !subset(plan, pairs) {
		return false
	}
	for _, q := range pairs {
		if _, planned := slices.BinarySearchFunc(plan, q, comparePairs); planned {
			continue
		}
		if first, second := at[q.First], at[q.Second]; second > 0 && (first == 0 || first > second) {
			return false
		}
	}
	return true
}

// dependents are the units from a to b that have to come after a, with a.
func (g *graph) dependents(a, b int) map[int]bool {
	late := map[int]bool{a: true}
	for i := a + 1; i < b; i++ {
		for j := range late {
			if g.e.Before(j, i) || g.conflicting(j, i) {
				late[i] = true
				break
			}
		}
	}
	return late
}

func (g *graph) conflicting(i, j int) bool {
	a, inA := g.at[i]
	b, inB := g.at[j]
	return inA && inB && g.after[a].Test(uint(b))
}

// enabled counts the choices that the run did not take: a unit could have come in a
// place before its own, for all that every run has before it had come.
func (g *graph) enabled() int {
	n := 0
	for j := range g.e.Units {
		for i := j - 1; i >= 0 && !g.e.Before(i, j); i-- {
			n++
		}
	}
	return n + len(g.e.Removals)
}
