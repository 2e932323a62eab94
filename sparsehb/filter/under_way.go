package filter

import (
	"slices"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/walk"
)

var underWay = Filter{
	ID: "F1", Name: "under way", Aliases: []string{}, Kind: order.Heuristic, Sets: order.InExact | order.InBatch,
	Races: UseFree, Turn: 88, Group: Guarded,
	Reason:   "under way: the free depends on a flag that the using handler, or who asked for it, sets before the use, and that changes only after it",
	Sentence: "The free depends on a flag that the using handler, or who asked for it, sets before the use, and that changes only after it.",
	Limit:    "Needs our compilers' notes: without them such pairs are reported.",
	Breaks:   "A flag of one value before and after; a free that comes in several.",
	walks:    (*decision).askUnderWay,
}

// Under way (docs/trace-language.md, F1): `busy = true; box.exec(); use(x); busy = false;` in one handler, and
// `if (busy) return; delete x;` in another; or a task is asked for, and its answer sets the flag.
//
//   - A place in F's block that the free depends on (or, where another handler enqueued F's, that its
//     asking depends on) has read the bytes w, outside the object, which F had not written.
//   - The last to write w before the use was U's handler or who enqueued that: B. The last to write it before that read
//     did so after the use: U's handler, or a block that U comes before in every order.
//   - Nobody else may write w between the two: who else writes there comes before B.
//   - F comes after B in every order, or the object is younger than B, or the use by U's handler or B's before
//     B is a pair of its own with F.
//
// With F between B and the use, it finds what B has left, and does not free.
//
// Two more walks, for what no other filter has taken out: what blocks that free have read, and who has
// written there.
type askedWay struct {
	c     *Candidate
	block order.BlockID // that reads the flag
	op    uint64        // which depends on it: the free, or what asks for the handler that frees
	call  trace.StackID
}

// flagsRead are what blocks have read that were not theirs.
type flagsRead struct {
	order.Cursor
	origins *origins
	in      map[order.BlockID]*blockReads
	own     byteSet
	block   order.BlockID
}

type blockReads struct {
	*seen
	reads   []tally // op is the read
	known   map[readKey]bool
	decides map[trace.StackID][]tally // by a call: the reads that decide whether it is come to
}

type readKey struct {
	addr  uint64
	stack trace.StackID
	site  trace.SiteID
}

// maxReads bounds what is kept of a block.
const maxReads = 1 << 14

func (d *decision) askUnderWay(by *Filter, src trace.Source, m *walk.Monitor) error {
	f := &flagsRead{Cursor: order.NewCursor(d.o, m), origins: d.origins, in: map[order.BlockID]*blockReads{}, block: order.NoBlock}
	var ways []askedWay
	for _, c := range d.candidates {
		for _, w := range d.waysToFree(c) {
			ways = append(ways, w)
			if f.in[w.block] == nil {
				f.in[w.block] = &blockReads{seen: newSeen(), known: map[readKey]bool{}, decides: map[trace.StackID][]tally{}}
			}
		}
	}
	if len(ways) == 0 {
		return nil
	}
	if err := f.Walk(src, f); err != nil {
		return err
	}
	w := &flagWrites{Cursor: order.NewCursor(d.o, m), at: newGranuleMap[*written]()}
	flags := make([][]tally, len(ways))
	for i := range ways {
		flags[i] = d.flagsOf(&ways[i], f.in[ways[i].block])
		for _, x := range flags[i] {
			if w.at.find(x.addr>>3) == nil {
				w.at.put(x.addr>>3, &written{})
			}
		}
	}
	if len(w.at.pages) == 0 {
		return nil
	}
	if err := w.Walk(src, w); err != nil {
		return err
	}
	same := map[objectKey][]*Candidate{}
	for _, c := range d.candidates {
		same[keyOf(c)] = append(same[keyOf(c)], c)
	}
	for i := range ways {
		uses := same[keyOf(ways[i].c)]
		if slices.ContainsFunc(flags[i], func(x tally) bool { return d.isUnderWay(&ways[i], &x, *w.at.find(x.addr >> 3), uses) }) {
			ways[i].c.By = by
		}
	}
	return nil
}

// objectKey tells objects apart.
type objectKey struct{ start, alloc uint64 }

func keyOf(c *Candidate) objectKey { return objectKey{c.Start, c.AllocOp} }

// waysToFree are the calls without which the free would not have come, as far as something decides
// whether they are come to.
func (d *decision) waysToFree(c *Candidate) (ways []askedWay) {
	if c.By != nil || c.After || c.Use.Live != nil || c.Data.FreeBlock == order.NoBlock || d.o.EventOf(c.Use.Block) < 0 || d.o.EventOf(c.Data.FreeBlock) < 0 {
		return nil
	}
	if d.origins.hasCondition(c.Free.Stack) {
		ways = append(ways, askedWay{c, c.Data.FreeBlock, c.FreeOp, c.Free.Stack})
	}
	e := d.o.Event(d.o.EventOf(c.Data.FreeBlock))
	if asked := d.o.EnqBlock(e.ID); asked != order.NoBlock && d.o.EventOf(asked) >= 0 && d.origins.hasCondition(e.PostStack) {
		ways = append(ways, askedWay{c, asked, e.Enq, e.PostStack})
	}
	return ways
}

func (f *flagsRead) Operation(*trace.Op, order.BlockID) {}

func (f *flagsRead) Run(run []trace.Access, block order.BlockID) {
	if block != f.block {
		f.block, f.own = block, byteSet{}
	}
	in := f.in[block]
	if in == nil {
		return
	}
	for i := range run {
		a := &run[i]
		in.note(f.origins, a)
		if !inGranule(a) || a.Mode&trace.ModeUse != 0 {
			continue
		}
		granule, end := a.Addr>>3, heap.End(a.Addr, a.Size)
		key := readKey{a.Addr, a.Stack, a.Site}
		switch {
		case a.Kind == trace.Write:
			f.own.add(a.Addr, end)
		case !in.known[key] && len(in.reads) < maxReads && f.own.in(granule)&byteMask(granule, a.Addr, end) == 0:
			in.known[key] = true
			in.reads = append(in.reads, tally{addr: a.Addr, size: a.Size, by: reader{stack: a.Stack, site: a.Site, op: f.N + uint64(i)}, op: f.N + uint64(i), block: block})
		}
	}
}

// flagsOf are the reads that decide, of bytes outside the object.
func (d *decision) flagsOf(w *askedWay, in *blockReads) (flags []tally) {
	all, asked := in.decides[w.call]
	if !asked {
		n := d.origins.needsOfCall(in.seen, w.call)
		for _, x := range in.reads {
			if n.reaches(&x) {
				all = append(all, x)
			}
		}
		in.decides[w.call] = all
	}
	for _, x := range all {
		if x.op < w.op && !w.c.Overlaps(x.addr, x.addr+x.size) {
			flags = append(flags, x)
		}
	}
	return flags
}

// reaches: what was read there decides, by its place, or by the only place of that number.
func (n *needs) reaches(x *tally) bool {
	at := n.at(x.by.stack, x.by.site)
	if at == nil {
		return false
	}
	return n.places[n.placeOf(at, x.by.stack)] || n.numbers[number{at.Unit, at.Number}] && !n.seen.numbers[number{at.Unit, at.Number}].many
}

// flagWrites are who writes to some granules.
type flagWrites struct {
	order.Cursor
	at *granuleMap[*written]
}

type written struct {
	by   []writes
	full bool
}

type writes struct {
	bytes uint8
	op    uint64
	block order.BlockID
	value knownValue
	gone  bool // with the memory that it is in
}

// maxWriters bounds what is kept of a granule: a flag is written by few.
const maxWriters = 1 << 10

func (w *flagWrites) Operation(op *trace.Op, block order.BlockID) {
	if op.Kind == trace.Alloc || op.Kind == trace.Free {
		w.note(op.Addr, heap.End(op.Addr, op.Size), writes{op: w.N, block: block, gone: op.Kind == trace.Free})
	}
}

func (w *flagWrites) Run(run []trace.Access, block order.BlockID) {
	for i := range run {
		if a := &run[i]; a.Kind == trace.Write {
			w.note(a.Addr, heap.End(a.Addr, a.Size), writes{op: w.N + uint64(i), block: block, value: valueOf(a)})
		}
	}
}

func (w *flagWrites) note(lo, hi uint64, by writes) {
	if lo == hi {
		return
	}
	w.at.each(lo>>3, (hi-1)>>3, func(granule uint64, x **written) {
		by.bytes = byteMask(granule, lo, hi)
		if len((*x).by) == maxWriters {
			(*x).full = true
		} else {
			(*x).by = append((*x).by, by)
		}
	})
}

// isUnderWay decides by who wrote what was read; uses are the candidates of the object.
func (d *decision) isUnderWay(w *askedWay, x *tally, flag *written, uses []*Candidate) bool {
	bytes := byteMask(x.addr>>3, x.addr, x.addr+x.size)
	user := d.o.EventOf(w.c.Use.Block)
	asker := askerOf(d.o, w.c.Use.Block)
	sets := func(b order.BlockID) bool {
		return b != order.NoBlock && d.o.EventOf(b) >= 0 && (d.o.EventOf(b) == user || d.o.EventOf(b) == asker)
	}
	var set, again *writes
	for i := range flag.by {
		by := &flag.by[i]
		switch {
		case by.bytes&bytes == 0 || by.block == w.block:
		case by.op < w.c.Use.Op:
			set = by
		case by.op < x.op:
			again = by
		}
	}
	if flag.full || set == nil || again == nil || !sets(set.block) || set.value.known() && set.value == again.value {
		return false
	}
	for i := range flag.by {
		by := &flag.by[i]
		if by.bytes&bytes == 0 || by.block == w.block || sets(by.block) && by.op <= set.op || by.gone && by.op > x.op {
			continue
		}
		if !d.afterUse(w.c, by) && !(by.op < set.op && (by.block == order.NoBlock || d.o.Before(by.block, set.block))) {
			return false
		}
	}
	return d.comesAfter(w, set, user, asker, uses)
}

// afterUse: a write that the use comes before in every order.
func (d *decision) afterUse(c *Candidate, by *writes) bool {
	if by.block == order.NoBlock || by.op < c.Use.Last {
		return false
	}
	return d.o.AtOrBefore(c.Use.Block, by.block)
}

// comesAfter: the free, or what asks for it, does not come before the flag is set, or is another pair then.
func (d *decision) comesAfter(w *askedWay, set *writes, user, asker trace.EventID, uses []*Candidate) bool {
	if d.o.AtOrBefore(set.block, w.block) {
		return true
	}
	if w.c.AllocOp != heap.NoOp && w.c.Data.AllocBlock != order.NoBlock && d.o.AtOrBefore(set.block, w.c.Data.AllocBlock) {
		return true
	}
	return slices.ContainsFunc(uses, func(k *Candidate) bool {
		e := d.o.EventOf(k.Use.Block)
		return k.Use.Op < w.c.Use.Op && k.Use.Block <= set.block && (e == user || e == asker)
	})
}
