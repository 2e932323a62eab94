package sparsehb

import (
	"cmp"
	"fmt"
	"slices"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/filter"
	"sparseracer/sparsehb/flow"
	"sparseracer/sparsehb/race"
	"sparseracer/sparsehb/walk"
)

// weighed is a read-write pair with what became of it.
type weighed struct {
	filter.Pair
	group   *group // that it was put into
	matters *flow.Verdict
}

// Cover is one link of the chain that covers a race.
type Cover struct {
	First, Second Access
	Race          int // index into Result.Races, -1 if it is in none
}

// coverageBounds are what coverage may take.
var coverageBounds = race.DefaultBounds

// weigh filters the read-write pairs, finds what covers them and puts them into
// groups, what is likely to do harm first: it stands for its group.
func (gs *groups) weigh(src trace.Source, m *walk.Monitor) error {
	if len(gs.pairs) == 0 {
		return nil
	}
	if err := m.CheckFor(64*uint64(len(gs.pairs)) + 32*uint64(len(gs.o.Blocks()))); err != nil { // the lists below, and coverage
		return fmt.Errorf("%s: %w", src.Name(), err)
	}
	pairs, races, list := make([]*filter.Pair, len(gs.pairs)), make([]*race.ReadWrite, len(gs.pairs)), make([]*weighed, len(gs.pairs))
	for i := range gs.pairs {
		w := gs.pairs[i]
		w.Index, w.Effect = i, w.effect()
		pairs[i], races[i], list[i] = &w.Pair, &w.Pair.ReadWrite, w
	}
	if err := gs.filters.DecideReadWrite(src, m, pairs); err != nil {
		return err
	}
	p := race.Cover(gs.o, races, coverageBounds)
	race.ByPlace(list, func(w *weighed) *race.ReadWrite { return &w.Pair.ReadWrite })
	slices.SortStableFunc(list, func(x, y *weighed) int {
		return cmp.Or(cmp.Compare(x.matter(), y.matter()), cmp.Compare(x.Likelihood, y.Likelihood))
	})
	for _, w := range list {
		gs.putWeighed(w)
	}
	for _, w := range list {
		if g := w.group; g != nil && w.By == nil && g.race.First.Op == w.A.Op && g.race.Second.Op == w.B.Op {
			g.covered = p.ChainOf(&w.Pair.ReadWrite)
		}
	}
	return nil
}

func (gs *groups) putWeighed(w *weighed) {
	c := &gs.counts
	coverage := w.Coverage
	switch {
	case w.By != nil:
		coverage = NoCoverage
		c.Filtered[w.By.Number()]++
	case w.Coverage == Uncovered:
		c.UncoveredPairs++
	case w.Coverage == NoCoverage:
		c.UnweighedPairs++
	default:
		c.CoveredPairs++
	}
	g := gs.group(groupKey{kind: ReadWrite, first: gs.o.EventOf(w.A.Block), second: gs.o.EventOf(w.B.Block), by: w.By, coverage: coverage, bug: noBug}, Place{w.A.Stack, w.B.Stack, 1})
	if g == nil {
		return
	}
	w.group = g
	if r := &g.race; r.Pairs == 0 {
		r.First, r.Second = gs.accessOf(&w.A), gs.accessOf(&w.B)
		r.Coverage, r.Likelihood = coverage, w.Likelihood
		if r.Matters = w.matter(); w.matters != nil {
			r.Path = w.matters.Path
		}
	}
	g.add(Place{w.A.Stack, w.B.Stack, 1}, w.B.Op)
}

// linkCovers makes of the chains what a result has.
func (gs *groups) linkCovers(races []Race, by map[*group]int) {
	for g, i := range by {
		for _, c := range g.covered {
			link := Cover{First: gs.accessOf(&c.A), Second: gs.accessOf(&c.B), Race: -1}
			if at, ok := by[gs.pairs[c.Index].group]; ok {
				link.Race = at
			}
			races[i].CoveredBy = append(races[i].CoveredBy, link)
		}
	}
}
