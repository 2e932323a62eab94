package sparsehb

import "sparseracer/internal/trace"

// candidate is uses of an object that something may still filter: a guard
// (guards.go), or that its handler would come to the object anew (shared.go,
// slots.go, asked.go).
type candidate struct {
	object
	use      useGroup
	header   bool   // the first use of the object in the block is of its header
	filtered string // why, "" while nothing is found
}

// maxCandidates bounds the memory of what waits to be judged: some 200 MB.
const maxCandidates = 1 << 20

// judge walks the trace once more, and puts the candidates into groups.
func (gs *groups) judge(src trace.Source, m *monitor, asked func(*trace.Tables, []Question) []Answer) error {
	g := &guards{owned: newOwned(gs.o.sk.tables), cursor: cursor{o: gs.o, ticker: ticker{monitor: m, leader: true}},
		byUse: map[BlockID]*user{}, byFree: map[BlockID][]*suspect{}, live: newGranuleMap[[]*flagBytes](), block: NoBlock}
	pairs := map[[2]BlockID]*suspect{}
	for i := range gs.candidates {
		c := &gs.candidates[i]
		if key := [2]BlockID{c.use.block, c.free.block}; pairs[key] == nil {
			pairs[key] = g.suspect(c.use.block, c.free.block)
		}
		g.owned.wants(c)
	}
	if len(pairs) > 0 {
		if err := g.walk(src, g); err != nil {
			return err
		}
		g.leave()
	}
	slots := gs.slots(g.owned)
	for i := range gs.candidates {
		c := &gs.candidates[i]
		switch {
		case pairs[[2]BlockID{c.use.block, c.free.block}].guards(&c.object, c.use.op):
			c.filtered = guardedReason
		case g.owned.anew(gs.o, c):
			c.filtered = sharedReason
		case slots.gone(c, gs.freer(c)) && !gs.o.off.has(filterRV):
			c.filtered = slotReason
		}
	}
	gs.ask(asked)
	for i := range gs.candidates {
		c := &gs.candidates[i]
		gs.settle(&c.object, &c.use, c.filtered)
	}
	gs.candidates = nil
	return nil
}
