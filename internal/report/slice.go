package report

import (
	"slices"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// maxSlice bounds the blocks that are drawn for one race.
const maxSlice = 200

// Slice is the part of the order around a race: what comes last before both of
// its blocks, what comes first after both, and the chains of rules between them.
// It shows why neither comes before the other.
type Slice struct {
	Blocks []SliceBlock
	Arrows []SliceArrow
	Cut    bool // there is more of it
	seen   map[sparsehb.BlockID]bool
	drawn  map[SliceArrow]bool
}

// SliceBlock is one block of it.
type SliceBlock struct {
	ID          sparsehb.BlockID
	Event       string // cleaned, "" for code outside every handler
	EventID     trace.EventID
	First, Last uint64
	Does        string // what it does to the race's memory, "" for another block
}

// SliceArrow is one conclusion of a rule.
type SliceArrow struct {
	From, To sparsehb.BlockID
	Rule     string
}

// Slice draws the order around a race, at most 200 blocks; with after, what comes
// after both too. It is empty for a race whose operations are in no block.
func (r *Race) Slice(order Reasons, t *trace.Tables, after bool) *Slice {
	s := &Slice{seen: map[sparsehb.BlockID]bool{}, drawn: map[SliceArrow]bool{}}
	if len(r.Sources) == 0 {
		return s
	}
	if r.Thread != "" && r.by != nil {
		order = r.by.result.Order // of its own loop
	}
	first, second := r.Sources[0].First.Block, r.Sources[0].Second.Block
	if first == sparsehb.NoBlock || second == sparsehb.NoBlock {
		return s
	}
	s.block(order, t, first, r.First.Kind)
	s.block(order, t, second, r.Second.Kind)
	past, more := nearest(order, first, second, false)
	s.Cut = more
	for _, p := range past {
		s.chain(order, t, p, first)
		s.chain(order, t, p, second)
	}
	if !after {
		return s
	}
	future, more := nearest(order, first, second, true)
	s.Cut = s.Cut || more
	for _, f := range future {
		s.chain(order, t, first, f)
		s.chain(order, t, second, f)
	}
	return s
}

// chain draws the way from one block to another; without room for all of it, none.
func (s *Slice) chain(order Reasons, t *trace.Tables, from, to sparsehb.BlockID) {
	steps := order.Why(from, to)
	fresh := map[sparsehb.BlockID]bool{}
	for _, step := range steps {
		for _, b := range []sparsehb.BlockID{step.From, step.To} {
			if !s.seen[b] {
				fresh[b] = true
			}
		}
	}
	if len(s.Blocks)+len(fresh) > maxSlice {
		s.Cut = true
		return
	}
	for _, step := range steps {
		s.block(order, t, step.From, "")
		s.block(order, t, step.To, "")
		a := SliceArrow{step.From, step.To, step.Rule}
		if !s.drawn[a] {
			s.drawn[a] = true
			s.Arrows = append(s.Arrows, a)
		}
	}
}

func (s *Slice) block(order Reasons, t *trace.Tables, b sparsehb.BlockID, does string) {
	if s.seen[b] {
		return
	}
	s.seen[b] = true
	block := order.Blocks()[b]
	out := SliceBlock{ID: b, EventID: block.Event, First: block.First, Last: block.Last, Does: does}
	if e := blockEvent(t, block); e != nil {
		out.Event = clean(*e)
	}
	s.Blocks = append(s.Blocks, out)
}

// Bounds of nearest: an order may be as wide as the trace, and is then looked
// through for each block found.
const (
	maxNearest  = 16
	maxSearched = 1 << 21
)

// nearest are the latest blocks before both, or the earliest after both, in trace
// order: CommonPast and CommonFuture, as far as a picture has room. more says that
// there may be others.
func nearest(order Reasons, a, b sparsehb.BlockID, after bool) (found []sparsehb.BlockID, more bool) {
	c, end, step := min(a, b)-1, sparsehb.BlockID(-1), sparsehb.BlockID(-1)
	before := order.Before
	if after {
		c, end, step = max(a, b)+1, sparsehb.BlockID(len(order.Blocks())), 1
		before = func(x, y sparsehb.BlockID) bool { return order.Before(y, x) }
	}
	for asked := 0; c != end; c += step {
		if asked += 2 + len(found); asked > maxSearched {
			return found, true
		}
		if !before(c, a) || !before(c, b) || slices.ContainsFunc(found, func(d sparsehb.BlockID) bool { return before(c, d) }) {
			continue
		}
		if len(found) == maxNearest {
			return found, true
		}
		found = append(found, c)
	}
	slices.Sort(found)
	return found, false
}
