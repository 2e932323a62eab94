package sparsehb

import (
	"cmp"
	"slices"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/filter"
	"sparseracer/sparsehb/race"
)

// The bugs of one pair of handlers (groups.go).

// bug is what tells the bugs of one pair of handlers apart.
type bug struct {
	loop        trace.LoopID
	free, alloc trace.StackID
}

var noBug = bug{trace.NoLoop, trace.NoStack, trace.NoStack}

// bugOf is the one of a pair that no filter takes out.
func bugOf(x *race.Object, loop trace.LoopID) bug {
	b := bug{loop, x.Free.Stack, trace.NoStack}
	if x.AllocOp != NoOp {
		b.alloc = x.Alloc.Stack
	}
	return b
}

// foldPlain puts the uses that no loop comes before to a bug of the same two handlers that
// has one: what is used after a loop was mostly used before it, too, and it is the free in
// the loop that matters.
func (gs *groups) foldPlain() {
	type handlers struct {
		first, second trace.EventID
		kept          *filter.Filter
	}
	nested := map[handlers][]groupKey{}
	for key, g := range gs.by {
		if key.kind == UseFree && key.by == nil && g.race.Loop != trace.NoLoop && !key.shared {
			h := handlers{key.first, key.second, key.kept}
			nested[h] = append(nested[h], key)
		}
	}
	if len(nested) == 0 {
		return
	}
	var plain []groupKey
	for key, g := range gs.by {
		if key.kind == UseFree && key.by == nil && g.race.Loop == trace.NoLoop && nested[handlers{key.first, key.second, key.kept}] != nil {
			plain = append(plain, key)
		}
	}
	to := func(a, b groupKey) int {
		return cmp.Or(cmp.Compare(gs.by[a].race.First.Op, gs.by[b].race.First.Op), cmp.Compare(a.bug.free, b.bug.free), cmp.Compare(a.bug.alloc, b.bug.alloc))
	}
	slices.SortFunc(plain, func(a, b groupKey) int {
		x, y := &gs.by[a].race, &gs.by[b].race
		return cmp.Or(cmp.Compare(x.First.Op, y.First.Op), cmp.Compare(x.Second.Op, y.Second.Op), compareAllocs(x, y))
	})
	for _, key := range plain {
		best := slices.MinFunc(nested[handlers{key.first, key.second, key.kept}], to)
		gs.by[best].take(gs.by[key])
		delete(gs.by, key)
	}
	gs.at = nil
}

// take puts what another group has to this one, whose example stays.
func (g *group) take(h *group) {
	g.race.Potential = g.race.Potential && h.race.Potential
	for _, held := range h.race.Live {
		g.addLive(held)
	}
	for i, p := range h.race.Places {
		g.add(p, h.firsts[i])
	}
	g.race.Pairs += h.race.OtherPlaces
	g.race.OtherPlaces += h.race.OtherPlaces
}

// compareAllocs: one operation may use or free several objects, one inside the other.
func compareAllocs(a, b *Race) int {
	op := func(r *Race) uint64 {
		if r.Alloc == nil {
			return NoOp
		}
		return r.Alloc.Op
	}
	return cmp.Or(cmp.Compare(op(a), op(b)), cmp.Compare(a.First.Addr, b.First.Addr))
}
