package filter

import (
	"sparseracer/internal/system"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/race"
)

var holders = Filter{
	ID: "FW", Name: "last holders", Aliases: []string{}, Kind: order.Heuristic, Sets: order.InExact | order.InBatch,
	Races: UseFree, Turn: 85, Group: Counted,
	Reason:    "counted: the free comes behind a counter that the using handler, or one that comes after it, changes, too: somebody holds a reference then",
	Sentence:  "The free depends on a counter in or beside the object, which the using handler, or a later one, changes, too.",
	Limit:     "Plain counters need our compilers' notes.",
	Breaks:    "A handler that takes a reference where nobody holds one, or uses what it gave back; a number that counts no references.",
	candidate: (*decision).held,
	ask:       (*decision).askTallies,
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
//
// Or the object is a library's own (a node of a hash), which the function has it free that frees c.
//
// libstdc++ asks for both counters by one atomic read; who finds that nobody else has either
// overwrites them as any other memory, before the object and c go. That changes both.
type counting struct {
	byUse, byFree map[order.BlockID][]count
	freed         map[order.BlockID][]count // memory, by a block that frees
	changes       map[uint64][]change       // by counter
	kept          int
	asked         twoCounters // by block `by`, last
	by            order.BlockID
}

// count is the first change of a counter by a block, or of two at once.
type count struct {
	lo, hi, op uint64
	both       bool
}

func (x *count) meets(y *count) bool { return x.lo < y.hi && y.lo < x.hi }

// twoCounters is what was read at once, and which bytes have been overwritten since.
type twoCounters struct {
	lo      uint64
	written uint8
}

// maxCounts bounds the memory: some 100 MB.
const maxCounts = 1 << 22

func newCounting() *counting {
	return &counting{byUse: map[order.BlockID][]count{}, byFree: map[order.BlockID][]count{}, freed: map[order.BlockID][]count{}, changes: map[uint64][]change{}}
}

// note takes an access of a block that uses, or frees.
func (k *counting) note(a *trace.Access, n uint64, block order.BlockID, uses, frees bool) {
	x := count{lo: a.Addr, hi: heap.End(a.Addr, a.Size), op: n}
	atomic := a.Mode&trace.ModeAtomic != 0
	if atomic && a.Kind == trace.Write && k.kept < maxCounts {
		k.changes[x.lo] = append(k.changes[x.lo], change{n, block})
		k.kept++
	}
	switch {
	case k.kept >= maxCounts || !uses && !frees:
		return
	case !atomic:
		if !frees || a.Kind != trace.Write || !k.overwrites(&x, block) {
			return
		}
		uses = false
	case a.Kind != trace.Write:
		if frees && a.Size == 8 && a.Addr%8 == 0 {
			k.asked, k.by = twoCounters{lo: a.Addr}, block
		}
		return
	}
	if uses {
		k.byUse[block] = append(k.byUse[block], x)
		k.kept++
	}
	if frees {
		k.byFree[block] = append(k.byFree[block], x)
		k.kept++
	}
}

// noteBehind takes an access behind the handler of a use, where its event lets go of what was posted with it.
func (k *counting) noteBehind(a *trace.Access, n uint64, use order.BlockID) {
	if a.Mode&trace.ModeAtomic != 0 && a.Kind == trace.Write && k.kept < maxCounts {
		k.byUse[use] = append(k.byUse[use], count{lo: a.Addr, hi: heap.End(a.Addr, a.Size), op: n})
		k.kept++
	}
}

// keeps: the block of a free frees memory at an address as its last holder only, for that of the use has let go of
// it, or counted it, too.
func (k *counting) keeps(addr uint64, use, free order.BlockID) bool {
	for _, m := range k.freed[free] {
		if addr < m.lo || addr >= m.hi {
			continue
		}
		for _, taken := range k.byUse[use] {
			if taken.lo < m.lo || taken.lo >= m.hi {
				continue
			}
			for _, let := range k.byFree[free] {
				if let.meets(&taken) && let.op < m.op {
					return true
				}
			}
		}
	}
	return false
}

// frees takes memory that a block frees.
func (k *counting) frees(lo, hi, n uint64, block order.BlockID) {
	if k.kept < maxCounts {
		k.freed[block] = append(k.freed[block], count{lo: lo, hi: hi, op: n})
		k.kept++
	}
}

// overwrites makes of a plain write the change of two counters, once it has overwritten what
// the block read of both.
func (k *counting) overwrites(x *count, block order.BlockID) bool {
	lo := k.asked.lo
	if k.by != block || lo == 0 || x.lo < lo || x.hi > lo+8 {
		return false
	}
	k.asked.written |= byteMask(lo>>3, x.lo, x.hi)
	if k.asked.written != 0xff {
		return false
	}
	*x, k.asked = count{lo, lo + 8, x.op, true}, twoCounters{}
	return true
}

// held reports whether some counter holds the object of a candidate.
func (d *decision) held(c *Candidate) bool {
	if c.Use.Live != nil {
		return false
	}
	for _, taken := range d.counting.byUse[c.Use.Block] {
		inside := c.Start <= taken.lo && taken.lo < c.End
		if m := moduleOf(d.o.Tables(), c.Free.Stack); inside && m != nil && (system.IsToolkit(m.Path) || system.IsGObject(m.Path) && d.counts(c, &taken)) {
			return true
		}
		for _, let := range d.counting.byFree[c.Data.FreeBlock] {
			if let.meets(&taken) && let.op < c.FreeOp && (inside || d.countedBeside(c, &let)) {
				return true
			}
		}
	}
	return false
}

// counts: the use is a change of a count that a hook of ours reports, of a library's, which has no other use of it.
func (d *decision) counts(c *Candidate, taken *count) bool {
	by := moduleOf(d.o.Tables(), c.Use.Stack)
	return c.Use.Op == taken.op && c.Use.Last == taken.op && by != nil && system.IsOwnLibrary(by.Path)
}

// countedBeside: behind the free of the object comes a change of another counter in the
// memory of the one that was let go, and then that is freed; or both were changed at once.
func (d *decision) countedBeside(c *Candidate, let *count) bool {
	beside := d.memoryOf(c, let.lo)
	if beside == nil {
		return false
	}
	if let.both || d.freedAtOnce(c, beside) {
		return c.FreeOp < beside.FreeOp
	}
	for _, other := range d.counting.byFree[c.Data.FreeBlock] {
		if beside.Start <= other.lo && other.lo < beside.End && !other.meets(let) && c.FreeOp < other.op && other.op < beside.FreeOp {
			return true
		}
	}
	return false
}

// freedAtOnce: a library made the object and frees it, and the function that asks for that frees
// the counter, or has it freed.
func (d *decision) freedAtOnce(c *Candidate, beside *race.Object) bool {
	t := d.o.Tables()
	if m := moduleOf(t, c.Alloc.Stack); c.AllocOp == heap.NoOp || m == nil || !system.IsToolkit(m.Path) || t.TypeOf(c.Alloc.Stack) != "" {
		return false
	}
	a := d.calling(c.Free.Stack)
	return a != c.Free.Stack && t.Parent(a) != trace.NoStack && t.Parent(a) == t.Parent(d.calling(beside.Free.Stack))
}

// calling is where a program calls the library that a stack ends in; the stack itself if it ends
// in the program.
func (d *decision) calling(s trace.StackID) trace.StackID {
	t := d.o.Tables()
	for s != trace.NoStack {
		if m := t.StackModule(&t.Stacks[s], t.Stacks[s].PC-1); m == nil || !system.IsToolkit(m.Path) {
			break
		}
		s = t.Parent(s)
	}
	return s
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
