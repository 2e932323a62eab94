// Package filter has what takes pairs out: races whose two orders can't both happen, or
// whose order is without consequence. Each filter stands in a file of its own.
//
// The rules it keeps:
//   - A filter of use-free pairs says that the free never comes before the use. That is
//     no happens-before: it says nothing of a schedule in which one of the two does not
//     happen, so it must not be chained with other orders.
//   - What a filter needs to know of the order it asks the room order.
package filter

import (
	"cmp"
	"slices"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/race"
	"sparseracer/sparsehb/walk"
)

// Filters are those of one analysis, with the facts that they need.
type Filters struct {
	o         *order.Order
	off       mask
	refs      *References
	dying     map[order.BlockID][]trace.EventID // by block that frees: the events delivered to what it frees
	sources   *sources
	modality  modality
	grabs     []grab
	excluding map[trace.GuardID]bool // loops that take no input
}

// New gathers the facts; refs are nil if nobody took them. Names are filters to go
// without.
func New(o *order.Order, refs *References, without []string) (*Filters, error) {
	off, err := maskOf(without)
	if err != nil {
		return nil, err
	}
	if refs == nil {
		refs = &References{}
	}
	refs.Done()
	f := &Filters{o: o, off: off, refs: refs, dying: findDying(o), sources: findSources(o)}
	if o.Rules() != order.Paper && !f.isOff(filterRM) {
		f.modality, f.grabs, f.excluding = f.blockades(), f.keyGrabs(), f.excludingLoops()
	}
	return f, nil
}

// Commutes reports whether commuting operations are told apart.
func (f *Filters) Commutes() bool { return f.on(FilterCommuting) }

// AtOnce is the reason of the first filter that takes a use-free pair out and needs no
// walk of its own, "" if there is none; after: the use came after the free in the
// recorded run.
func (f *Filters) AtOnce(x *race.Object, u *race.Use) string {
	after := u.Op > x.FreeOp
	switch {
	case f.benign(x, u):
		return BenignReason
	case after:
		return ""
	case f.diesWith(u.Block, x.Data.FreeBlock):
		return LifetimeReason
	case f.outlasts(u.Block, x.Data.FreeBlock):
		return OwnerReason
	case f.stilled(u.Block, x.FreeOp, x.Data.FreeBlock):
		return StillReason
	case f.kept(x, u):
		return ModalReason
	case f.barred(x, u) != "":
		return f.barred(x, u)
	case f.o.Rules() != order.Paper && f.counted(x, u):
		return CountedReason
	}
	return ""
}

// Candidate is uses of an object that something may still filter: a guard
// (guards.go), or that its handler would come to the object again (shared.go,
// slots.go, asked.go).
type Candidate struct {
	race.Object
	Use    race.Use
	Reason string // why it is filtered, "" while nothing is found

	header bool // the first use of the object in the block is of its header
}

// Candidate is the one of a pair; false if nothing that walks can take it out.
func (f *Filters) Candidate(x *race.Object, u *race.Use) (c Candidate, ok bool) {
	if u.Op > x.FreeOp || f.o.Rules() == order.Paper {
		return c, false
	}
	first := race.First(x)
	header := u.Hold == nil && first.Addr >= x.Start && first.Addr-x.Start < headerSize
	return Candidate{Object: race.Kept(x), Use: *u, header: header}, true
}

// decision is the walk of the candidates.
type decision struct {
	*Filters
	candidates []Candidate
}

// Decide walks the trace once more for the reasons of candidates; asked answers for
// stacks (asked.go), nil: nobody does.
func (f *Filters) Decide(src trace.Source, m *walk.Monitor, candidates []Candidate, asked func(*trace.Tables, []Question) []Answer) error {
	slices.SortStableFunc(candidates, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(a.Use.Op, b.Use.Op), cmp.Compare(a.FreeOp, b.FreeOp), cmp.Compare(a.Start, b.Start))
	})
	d := &decision{f, candidates}
	g := &guards{owned: newOwned(f.o.Tables()), Cursor: order.NewCursor(f.o, m),
		byUse: map[order.BlockID]*user{}, byFree: map[order.BlockID][]*suspect{}, live: newGranuleMap[[]*flagBytes](), block: order.NoBlock}
	pairs := map[[2]order.BlockID]*suspect{}
	for i := range candidates {
		c := &candidates[i]
		if key := c.blocks(); pairs[key] == nil {
			pairs[key] = g.suspect(c.Use.Block, c.Data.FreeBlock)
		}
		g.owned.wants(c)
	}
	if len(pairs) > 0 {
		if err := g.Walk(src, g); err != nil {
			return err
		}
		g.leave()
	}
	slots := d.slots(g.owned)
	for i := range candidates {
		c := &candidates[i]
		switch {
		case pairs[c.blocks()].guards(&c.Object, c.Use.Op):
			c.Reason = GuardedReason
		case f.anew(g.owned, c):
			c.Reason = SharedReason
		case slots.gone(c, d.freer(c)) && !f.isOff(filterRV):
			c.Reason = SlotReason
		}
	}
	d.ask(asked)
	return nil
}

func (c *Candidate) blocks() [2]order.BlockID {
	return [2]order.BlockID{c.Use.Block, c.Data.FreeBlock}
}

// byteMask and inGranule are about granules of 8 bytes.
func byteMask(g, lo, hi uint64) uint8 { return race.ByteMask(g, lo, hi) }

func inGranule(a *trace.Access) bool { return a.Addr>>3 == (a.Addr+a.Size-1)>>3 }
