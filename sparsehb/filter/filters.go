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
	o    *order.Order
	refs *References

	// By walk, in the order in which they are asked.
	paired                                     []pairFilter
	waiting, asking, accessed, spotted, lately []*Filter

	dying     map[order.BlockID][]trace.EventID // by block that frees: the events delivered to what it frees
	deaths    []order.BlockID                   // by event: where its receiver dies, see byEvent
	awaited   map[trace.EventID][]order.BlockID // by event: where its receiver dies behind a loop
	modality  modality
	shown     modality                   // windows
	arming    map[string][]trace.EventID // events that make something possible, by its name
	grabs     []grab
	excluding map[trace.LoopID]bool // loops that take no input
	flushing  map[trace.LoopID]bool // of these, loops that only deliver what was posted
	last      trace.EventID         // the last handler before the default loop ended
	guards    map[guard]uint8       // bytes, of the flags that decided about candidates
}

// pairFilter is a filter that the sweep asks, with what decides in this trace.
type pairFilter struct {
	*Filter
	takes func(*race.Object, *race.Use) bool
}

// New gathers the facts; refs are nil if nobody took them. Names are filters to go
// without.
func New(o *order.Order, refs *References, without []string) (*Filters, error) {
	if refs == nil {
		refs = &References{}
	}
	refs.Done()
	f := &Filters{o: o, refs: refs, dying: findDying(o), last: trace.NoEvent, guards: map[guard]uint8{}}
	f.deaths = byEvent(f.dying, len(o.Events()))
	f.findAwaited()
	return f, f.choose(without)
}

// Commutes reports whether commuting operations are distinguished.
func (f *Filters) Commutes() bool { return slices.Contains(f.accessed, registry[filterFC]) }

// AtOnce is the first filter that takes a use-free pair out and needs no walk of its own,
// nil if there is none. A filter that only keeps a person from it, and not a call from
// outside, counts where no other one takes the pair out, and is said apart: byCall.
func (f *Filters) AtOnce(x *race.Object, u *race.Use) (by *Filter, byCall bool) {
	after := u.Op > x.FreeOp
	for _, p := range f.paired {
		if (p.observed || !after) && p.takes(x, u) {
			switch {
			case p.byCall == nil || !p.byCall(f, x, u):
				return p.Filter, false
			case by == nil:
				by = p.Filter
			}
		}
	}
	return by, by != nil
}

// Candidate is uses of an object that something may still filter: a guard
// (guarded.go), or that its handler would come to the object again (shared.go,
// slots.go, asked.go).
type Candidate struct {
	race.Object
	Use   race.Use
	By    *Filter // that takes it out, nil while nothing is found
	After bool    // the use came after the free: there is no other order to ask about
	Kept  *Filter // that keeps a person from it, and not a call, nil for most

	header  bool // the first use of the object in the block is of its header
	flagged bool // the use depends on a flag that the handler of the free clears
}

// Candidate is the one of a pair; false if nothing that walks can take it out.
func (f *Filters) Candidate(x *race.Object, u *race.Use) (c *Candidate, ok bool) {
	after := u.Op > x.FreeOp
	if after && u.Mode&trace.ModeUse == 0 || f.o.Rules() == order.Paper {
		return nil, false
	}
	first := race.First(x)
	header := u.Live == nil && first.Addr >= x.Start && first.Addr-x.Start < headerSize
	return &Candidate{Object: race.Kept(x), Use: *u, After: after, header: header}, true
}

// decision is the walk of the candidates.
type decision struct {
	*Filters
	candidates []*Candidate
	stacks     Stacks

	suspects map[[2]order.BlockID]*suspect
	setters  *setters
	origins  *origins
	needs    map[needsKey]*needs
	owned    *owned
	weak     weakReads
	slots    *slots
	counting *counting
	enqueued map[order.BlockID][]trace.EventID // by block: what it has enqueued, nil: not asked for yet
	tallies  *tallies                          // nil: none are looked for
	byBlocks map[[2]order.BlockID][]int        // candidates
}

// Decide walks the trace once more for those who take candidates out; stacks gives the
// frames of uses, nil: nobody knows them.
func (f *Filters) Decide(src trace.Source, m *walk.Monitor, candidates []*Candidate, stacks Stacks) error {
	slices.SortStableFunc(candidates, func(a, b *Candidate) int {
		return cmp.Or(cmp.Compare(a.Use.Op, b.Use.Op), cmp.Compare(a.FreeOp, b.FreeOp), cmp.Compare(a.Start, b.Start))
	})
	d := &decision{Filters: f, candidates: candidates, stacks: stacks, suspects: map[[2]order.BlockID]*suspect{},
		origins: newOrigins(f.o.Tables(), stacks), needs: map[needsKey]*needs{}, owned: newOwned(f.o.Tables()),
		counting: newCounting(), byBlocks: map[[2]order.BlockID][]int{}}
	if len(candidates) == 0 {
		return nil
	}
	if len(f.waiting) > 0 {
		if err := d.look(src, m); err != nil {
			return err
		}
		if slices.Contains(f.waiting, &guarded) {
			if err := d.findSetters(src, m); err != nil {
				return err
			}
		}
	}
	for i := range candidates {
		c := candidates[i]
		for _, by := range f.waiting {
			if (!c.After || by.after) && by.candidate(d, c) {
				c.By = by
				break
			}
		}
	}
	if slices.Contains(f.asking, &holders) && d.origins.by != nil {
		if err := d.findTallies(src, m); err != nil {
			return err
		}
	}
	for _, by := range f.asking {
		if by.walks != nil {
			if err := by.walks(d, by, src, m); err != nil {
				return err
			}
			continue
		}
		by.ask(d, by)
	}
	return nil
}

// look is the walk.
func (d *decision) look(src trace.Source, m *walk.Monitor) error {
	d.weak = weakReads{}
	g := &guards{owned: d.owned, weak: d.weak, counting: d.counting, origins: d.origins, Cursor: order.NewCursor(d.o, m),
		byUse: map[order.BlockID]*user{}, byFree: map[order.BlockID][]*suspect{}, live: newGranuleMap[[]*flagBytes](), ends: newExtents(d.o.Heap()), block: order.NoBlock}
	for i := range d.candidates {
		c := d.candidates[i]
		key := c.blocks()
		d.byBlocks[key] = append(d.byBlocks[key], i)
		if d.suspects[key] == nil {
			d.suspects[key] = g.suspect(c.Use.Block, c.Data.FreeBlock)
		}
		d.owned.wants(c)
		d.weak.wants(c)
	}
	if err := g.Walk(src, g); err != nil {
		return err
	}
	g.leave()
	d.slots = d.calledSlots(d.owned)
	return nil
}

func (c *Candidate) blocks() [2]order.BlockID {
	return [2]order.BlockID{c.Use.Block, c.Data.FreeBlock}
}

// byteMask and inGranule are about granules of 8 bytes.
func byteMask(g, lo, hi uint64) uint8 { return race.ByteMask(g, lo, hi) }

func inGranule(a *trace.Access) bool { return a.Addr>>3 == (a.Addr+a.Size-1)>>3 }
