package filter

import (
	"sparseracer/internal/system"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/race"
)

var holders = Filter{
	ID: "FW", Name: "last holders", Aliases: []string{}, Kind: order.Heuristic, Sets: order.InExact | order.InBatch,
	Races: UseFree, Turn: 85, Group: Counted,
	Reason:    "counted: the free comes behind an atomic counter that the using handler changes, too: somebody holds a reference then",
	Sentence:  "The free comes behind an atomic counter in the object, or next to it, that the using handler changes, too.",
	Breaks:    "A handler that takes a reference by a pointer for which nobody holds one any more, or uses what it has given back; an atomic number that counts no references.",
	candidate: (*decision).held,
}

// Last holders (docs/trace-language.md): who copies or drops a counted pointer does so while
// somebody has a reference, be it the handler itself. So the counter cannot have come to zero.
//
//   - The counter w lies in memory c that F's block frees after it has changed w, atomically; or
//     a library frees it, of which only that is recorded.
//   - U's block changes w atomically: it drops what it had at the use, or copies what somebody
//     had, for nobody comes between the two.
//   - The object is c; or F's block frees it after its change, and before it changes another
//     counter in c and frees c: as what c counts, beside those that only ask whether it is
//     there. A QPointer has but one counter, which keeps c alone.
type counting struct {
	byUse, byFree map[order.BlockID][]count
	kept          int
}

// count is the first atomic change of a word by a block.
type count struct{ addr, op uint64 }

// maxCounts bounds the memory: some 100 MB.
const maxCounts = 1 << 22

func newCounting() *counting {
	return &counting{map[order.BlockID][]count{}, map[order.BlockID][]count{}, 0}
}

// note takes an access of a block that uses, or frees.
func (k *counting) note(a *trace.Access, n uint64, block order.BlockID, uses, frees bool) {
	if a.Kind != trace.Write || a.Mode&trace.ModeAtomic == 0 || k.kept >= maxCounts {
		return
	}
	if uses {
		k.byUse[block] = append(k.byUse[block], count{a.Addr, n})
		k.kept++
	}
	if frees {
		k.byFree[block] = append(k.byFree[block], count{a.Addr, n})
		k.kept++
	}
}

// held reports whether some counter holds the object of a candidate.
func (d *decision) held(c *Candidate) bool {
	if c.Use.Live != nil {
		return false
	}
	for _, taken := range d.counting.byUse[c.Use.Block] {
		inside := c.Start <= taken.addr && taken.addr < c.End
		if m := moduleOf(d.o.Tables(), c.Free.Stack); inside && m != nil && system.IsToolkit(m.Path) {
			return true
		}
		for _, let := range d.counting.byFree[c.Data.FreeBlock] {
			if let.addr == taken.addr && let.op < c.FreeOp && (inside || d.countedBeside(c, let.addr)) {
				return true
			}
		}
	}
	return false
}

// countedBeside: behind the free of the object comes a change of another counter in the
// memory of the one at addr, and then that is freed.
func (d *decision) countedBeside(c *Candidate, addr uint64) bool {
	beside := d.memoryOf(c, addr)
	if beside == nil {
		return false
	}
	for _, other := range d.counting.byFree[c.Data.FreeBlock] {
		if beside.Start <= other.addr && other.addr < beside.End && other.addr != addr && c.FreeOp < other.op && other.op < beside.FreeOp {
			return true
		}
	}
	return false
}

// memoryOf is that of a counter, if the block that frees the object frees it, too: the
// handler of the use has touched it, so it is a candidate itself. Else nil.
func (d *decision) memoryOf(c *Candidate, addr uint64) *race.Object {
	for _, i := range d.byBlocks[c.blocks()] {
		if o := &d.candidates[i].Object; o.Start <= addr && addr < o.End {
			return o
		}
	}
	return nil
}
