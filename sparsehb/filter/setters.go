package filter

import (
	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/walk"
)

// Who sets a flag again (docs/trace-language.md, FD): where the free comes first, a third
// handler may come between it and the use, and put something else into the flag. In the
// recorded run it may have come before the use or after the free.
//
// The block W of a third handler spoils a byte of a flag, of which F's handler clears it in
// block C, if it writes there, and
//   - need not come before C, nor after the use;
//   - may come after the free: it is no later than the object's allocation in no schedule, and
//     its event does not go with what the free takes away;
//   - makes no object like that one (of its type, or at its place): else the flag speaks of
//     that;
//   - leaves another value than C, as far as is known, and does not add to a number at the same place as
//     C: what is counted there only moves further away from what U saw.
//
// If the pointer of the use comes from the flag, who writes there has put another pointer
// there. What a QPointer reads nobody else writes.
//
// One more walk, if there is a flag that guards something. Memory: the blocks that write to
// such a flag.
type setters struct {
	order.Cursor
	flags *granuleMap[*[]setting]
	like  map[likeness]map[order.BlockID]bool // blocks that make objects
}

// setting is what a block leaves in a granule. adds: where in the code it added to what was there, if that is all that
// it did to it.
type setting struct {
	block order.BlockID
	bytes uint8
	left  knownValue
	adds  uint64
}

// likeness is the type of an object, or the place where it is made.
type likeness struct {
	class string
	at    trace.StackID
}

func likenessOf(t *trace.Tables, at trace.StackID) likeness {
	if class := t.TypeOf(at); class != "" {
		return likeness{class: class}
	}
	return likeness{at: at}
}

// maxSettings is how many blocks that write to one flag are kept; of further ones nobody
// knows, so it guards nothing.
const maxSettings = 1 << 12

// findSetters walks the trace for the flags of the candidates that may be guarded.
func (d *decision) findSetters(src trace.Source, m *walk.Monitor) error {
	s := &setters{Cursor: order.NewCursor(d.o, m), flags: newGranuleMap[*[]setting](), like: map[likeness]map[order.BlockID]bool{}}
	d.setters = s
	for i := range d.candidates {
		c := d.candidates[i]
		d.eachGuard(c, func(p *span, _ uint8, n *needs) bool {
			if c.flagged = true; n != nil {
				s.wants(p, c)
			}
			return false
		})
	}
	if len(s.flags.pages) == 0 {
		return nil
	}
	return s.Walk(src, s)
}

// wants asks for who writes to a flag, and for who makes such an object.
func (s *setters) wants(p *span, c *Candidate) {
	if s.flags.find(p.flag.granule) == nil {
		s.flags.put(p.flag.granule, new([]setting))
	}
	if at := likenessOf(s.O.Tables(), c.Alloc.Stack); c.AllocOp != heap.NoOp && s.like[at] == nil {
		s.like[at] = map[order.BlockID]bool{}
	}
}

func (s *setters) Operation(op *trace.Op, block order.BlockID) {
	if op.Kind != trace.Alloc || block == order.NoBlock {
		return
	}
	if blocks := s.like[likenessOf(s.O.Tables(), op.Stack)]; blocks != nil {
		blocks[block] = true
	}
}

func (s *setters) Run(run []trace.Access, block order.BlockID) {
	for i := range run {
		if a := &run[i]; a.Kind == trace.Write && block != order.NoBlock {
			s.write(a, block)
		}
	}
}

func (s *setters) write(a *trace.Access, block order.BlockID) {
	end, at := heap.End(a.Addr, a.Size), s.addsAt(a)
	s.flags.each(a.Addr>>3, (end-1)>>3, func(granule uint64, list **[]setting) {
		w := *list
		if n := len(*w); n == 0 || (*w)[n-1].block != block {
			if n > maxSettings {
				return
			}
			*w = append(*w, setting{block: block, adds: at})
		}
		last := &(*w)[len(*w)-1]
		if last.adds != at {
			last.adds = 0
		}
		last.bytes |= byteMask(granule, a.Addr, end)
		last.left = valueOf(a)
	})
}

// addsAt is where the code is that adds to a number, 0 for any other write.
func (s *setters) addsAt(a *trace.Access) uint64 {
	t := s.O.Tables()
	if a.Mode&trace.ModeCommutes == 0 || t.CommuteName(a.Commutes) != "add" || int(a.Stack) >= len(t.Stacks) {
		return 0
	}
	return t.Stacks[a.Stack].PC
}

// spoilt are those of the bytes of a flag that somebody may set again between the free and
// the use of a candidate.
func (d *decision) spoilt(c *Candidate, p *span, bytes uint8) (spoilt uint8) {
	list := d.setters.flags.find(p.flag.granule)
	if list == nil {
		return 0
	}
	if len(**list) > maxSettings {
		return bytes
	}
	clear := d.clearing(c, **list, bytes)
	for i := range **list {
		w := &(**list)[i]
		if w.bytes&bytes&^spoilt != 0 && d.setsAgain(c, w, clear) {
			spoilt |= w.bytes
		}
	}
	return spoilt & bytes
}

// clearing is the last of the blocks by which the handler of the free clears the flag.
func (d *decision) clearing(c *Candidate, list []setting, bytes uint8) (last setting) {
	last.block = c.Data.FreeBlock
	for _, w := range list {
		if w.bytes&bytes != 0 && brings(d.o, w.block, c.Data.FreeBlock) {
			last = w
		}
	}
	return last
}

func (d *decision) setsAgain(c *Candidate, w *setting, clear setting) bool {
	switch e := d.o.EventOf(w.block); {
	case w.block == c.Use.Block || w.block == clear.block:
		return false
	case e >= 0 && (e == d.o.EventOf(c.Use.Block) || e == d.freer(c)) || brings(d.o, w.block, c.Data.FreeBlock):
		return false // what these do themselves, guarded.go knows
	case w.left.known() && w.left == clear.left, w.adds != 0 && w.adds == clear.adds:
		return false
	case d.o.AtOrBefore(w.block, clear.block) || d.o.Before(c.Use.Block, w.block):
		return false
	case c.Data.AllocBlock >= 0 && d.o.AtOrBefore(w.block, c.Data.AllocBlock):
		return false
	}
	return !d.diesWith(w.block, c.Data.FreeBlock) && !d.setters.like[likenessOf(d.o.Tables(), c.Alloc.Stack)][w.block]
}

// isPointer: the pointer of a use comes from the bytes of a flag.
func (n *needs) isPointer(p *span, bytes uint8, c *Candidate) bool {
	return n.ofPointer(c).meets(p, bytes, c.Use.Op)
}

// ofPointer is what the pointer of a use depends on, without what decides that it is come to.
func (n *needs) ofPointer(c *Candidate) *needs {
	if n.pointer == nil {
		use := n.at(c.Use.Stack, c.Use.Site)
		n.pointer = n.noNeeds(n.seen)
		n.pointer.all(n.tables.Parent(c.Use.Stack), use.Unit, use.Address)
	}
	return n.pointer
}
