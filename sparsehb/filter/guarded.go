package filter

import (
	"cmp"
	"slices"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/race"
)

var guarded = Filter{
	ID: "FD", Name: "guarded", Aliases: []string{"guarded"}, Kind: order.Heuristic, Sets: order.InExact | order.InBatch,
	Races: UseFree, Turn: 10, Group: Guarded,
	Reason:    "guarded: the handler of the use first reads what the handler of the free, or who asked for that, has overwritten by then",
	Sentence:  "The handler of the use first reads what the handler of the free, or who asked for that, has overwritten by then.",
	Breaks:    "An object used for several values of its flag; a write of what was there before, without values; an object put into a container again; a place that counts up and down.",
	candidate: (*decision).guarded,
}

// Guarded uses: a handler tests a flag or a pointer before it uses an object,
// and the handler that frees the object clears that flag. This is race coverage
// (docs/trace-language.md, FD) over blocks: the use u in block U and
// the later free in block F of event E race, but when F comes first, then so
// does the clearing write, and U sees it before u.
//
// A pair is guarded if some byte x outside the object
//   - is read in U before u, by a place that u depends on (origins.go), and not written in U before u;
//   - is written by a block of E after U, at most F, or by the handler that enqueued E, no later
//     than it did (it takes an object out of a list, and calls deleteLater);
//   - is not written after U, up to F, by anybody but the handlers of U and F, and that one,
//     and is not allocated or freed there, by these either: else F's write need not
//     be the one that U would see.
//
// The links of a list or a tree are more than flags: what was taken out is in none of them, whatever others do to the
// container in between, U before its use among them. Where the handler of the free changes a link, such writes of others
// do not count against it. Taking something out of a tree or a hash table counts as a change of its head.
//
// Only accesses that lie within one granule of 8 bytes count as reads of a flag
// or as clearing writes; every write counts against a guard.
//
// One more walk through the trace, in which only the blocks of races found so
// far cost more than being decoded:
//  1. In a block U, the first read of each granule is noted.
//  2. After U, writes to what was noted are kept, with their blocks.
//  3. At the end of F the pairs (U, F) are decided.
type guards struct {
	order.Cursor
	owned    *owned
	origins  *origins
	weak     weakReads
	counting *counting
	byUse    map[order.BlockID]*user
	byFree   map[order.BlockID][]*suspect
	live     *granuleMap[[]*flagBytes] // of blocks U that are over
	ends     extents
	values   knownValues
	here     *user                   // the block at hand, if it is a U
	flags    *granuleMap[*flagBytes] // its flags
	own      byteSet                 // what it wrote, allocated or freed so far
	block    order.BlockID
	frees    bool // the block at hand is an F
	marks    int  // flags alive
	open     int  // pairs not decided yet
}

// user is a block U.
type user struct {
	block   order.BlockID
	pairs   []*suspect
	waiting int                    // pairs not decided yet
	matters map[trace.EventID]bool // handlers that may write to its flags
	flags   []*flagBytes
	seen    *seen // nil where nobody knows places
}

// suspect is two blocks that race.
type suspect struct {
	use, free order.BlockID
	user      *user
	spans     []span // by flag that was found valid
	kept      []span // by those that would be, did the free not give their memory back
}

// span is a stretch of block U: uses in it are guarded by some bytes.
type span struct {
	flag     *flagBytes
	bytes    uint8
	held     uint8  // of these, cleared by one who holds a reference to them
	from, to uint64 // operations; to is the one that ends it
}

// flagBytes is what block U reads in one granule, and what became of it.
type flagBytes struct {
	granule uint64
	of      *user
	reads   []flagRead
	readers []reader
	was     knownValue // there, if that is known
	kept    []later    // writes after U by handlers that matter
	all     uint8      // bytes that U reads
	spoilt  uint8      // written by others, allocated or freed after U
	turned  uint8      // written by others after U, as links of a container
}

// isSpoilt: it guards nothing, whatever comes.
func (f *flagBytes) isSpoilt() bool { return f.all&^f.spoilt == 0 }

type flagRead struct {
	bytes    uint8
	from, to uint64
}

// later is the writes of one block.
type later struct {
	block order.BlockID
	bytes uint8
	clear uint8 // of these bytes, those that a clearing write left another value in, as far as is known
	same  uint8 // those that have the value that U read
	held  uint8 // of `clear`, by one who holds a reference to them
	gone  uint8 // those that it freed
	links uint8 // of `bytes`, those that were written as links of a container, and not otherwise
}

// maxFlags bounds the memory of the walk: some 200 MB.
const maxFlags = 1 << 20

func (g *guards) suspect(use, free order.BlockID) *suspect {
	s := &suspect{use: use, free: free}
	u := g.byUse[use]
	if u == nil {
		u = &user{block: use, matters: map[trace.EventID]bool{}}
		g.byUse[use] = u
	}
	g.open++
	s.user = u
	u.pairs = append(u.pairs, s)
	u.waiting++
	for _, b := range []order.BlockID{use, free} {
		if e := g.O.EventOf(b); e >= 0 {
			u.matters[e] = true
		}
	}
	if asker := askerOf(g.O, free); asker >= 0 {
		u.matters[asker] = true
	}
	g.byFree[free] = append(g.byFree[free], s)
	return s
}

// askerOf is the handler that enqueued the one of a free, NoEvent for none.
func askerOf(o *order.Order, free order.BlockID) trace.EventID {
	e := o.EventOf(free)
	if e < 0 || o.EnqBlock(e) == order.NoBlock {
		return trace.NoEvent
	}
	return o.EventOf(o.EnqBlock(e))
}

// brings reports whether a block comes with a free, wherever that comes: it is of the free's handler, or of the one that
// enqueued that, no later than it did.
func brings(o *order.Order, b, free order.BlockID) bool {
	e := o.EventOf(b)
	switch {
	case b == free:
		return true
	case e < 0:
		return false
	case e == o.EventOf(free):
		return b <= free
	}
	return e == askerOf(o, free) && b <= o.EnqBlock(o.EventOf(free))
}

// guarded reports whether some bytes guard a use: those that its place depends on. Where
// nobody knows what that is, those of a QPointer.
func (d *decision) guarded(c *Candidate) bool {
	if d.weak.guards(c) {
		return true
	}
	return c.flagged && d.eachGuard(c, func(p *span, bytes uint8, n *needs) bool {
		if n != nil && !n.isPointer(p, bytes, c) {
			bytes &^= d.spoilt(c, p, bytes&^p.held)
		}
		if bytes == 0 {
			return false
		}
		d.guards[guard{c.Use.Block, d.freer(c), p.flag.granule}] |= bytes
		if asker := askerOf(d.o, c.Data.FreeBlock); asker >= 0 {
			d.guards[guard{c.Use.Block, asker, p.flag.granule}] |= bytes
		}
		return true
	})
}

// eachGuard calls f for the bytes that the place of a use depends on, with what it depends
// on, nil if nobody knows, until f returns true.
func (d *decision) eachGuard(c *Candidate, f func(*span, uint8, *needs) bool) bool {
	s := d.suspects[c.blocks()]
	var n *needs
	for i := range s.spans {
		p := &s.spans[i]
		bytes := p.outside(&c.Object)
		if bytes == 0 || p.from >= c.Use.Op || c.Use.Op > p.to { // the use itself may be what writes
			continue
		}
		if n == nil {
			n = d.whatNeeds(c, s.user)
		}
		if n == nil && bytes&p.held != 0 || n != nil && n.meets(p, bytes, c.Use.Op) {
			if f(p, bytes, n) {
				return true
			}
		}
	}
	return false
}

// guard is a flag that a block reads and the handler of a free clears.
type guard struct {
	reader  order.BlockID
	clearer trace.EventID
	granule uint64
}

// isOfGuard reports whether a pair is the race on a flag because of which a use-free pair was
// taken out.
func (f *Filters) isOfGuard(w *Pair) bool {
	a, b := &w.A, &w.B
	if len(f.guards) == 0 || a.Kind == b.Kind {
		return false
	}
	if a.Kind == trace.Write {
		a, b = b, a
	}
	lo, hi := max(a.Addr, b.Addr), min(heap.End(a.Addr, a.Size), heap.End(b.Addr, b.Size))
	for g := lo >> 3; lo < hi && g <= (hi-1)>>3; g++ {
		if f.guards[guard{a.Block, f.o.EventOf(b.Block), g}]&byteMask(g, lo, hi) != 0 {
			return true
		}
	}
	return false
}

// outside are the bytes that do not lie in an object.
func (p *span) outside(o *race.Object) uint8 {
	lo := p.flag.granule << 3
	if hi := heap.End(lo, 8); o.Overlaps(lo, hi) {
		return p.bytes &^ byteMask(p.flag.granule, max(o.Start, lo), min(o.End, hi))
	}
	return p.bytes
}

func (g *guards) Operation(op *trace.Op, block order.BlockID) {
	g.enter(block)
	if op.Kind != trace.Alloc && op.Kind != trace.Free {
		return
	}
	g.owned.operation(op, g.N)
	lo, hi := g.ends.of(op, g.N)
	g.values.forget(lo, hi)
	if g.frees && op.Kind == trace.Free {
		g.counting.frees(lo, hi, g.N, block)
	}
	g.eachLive(lo, hi, func(f *flagBytes, bytes uint8) {
		k := g.later(f, block)
		switch {
		case k != nil && op.Kind == trace.Free:
			k.gone |= bytes
		case k != nil:
			f.spoilt |= bytes &^ k.past()
		default:
			f.spoilt |= bytes
		}
	})
	if g.here != nil && block != order.NoBlock {
		if g.here.seen != nil && op.Kind == trace.Alloc {
			g.here.seen.allocated(g.O.Tables(), op, g.N, lo, hi)
		}
		g.noteWrite(lo, hi)
	}
}

// enter leaves a block when it is over, and begins the one at hand.
func (g *guards) enter(block order.BlockID) {
	if g.block != order.NoBlock && g.N > g.O.Blocks()[g.block].Last {
		g.leave()
		g.block = order.NoBlock
	}
	if block == order.NoBlock || block == g.block {
		return
	}
	g.block, g.frees = block, len(g.byFree[block]) > 0
	if g.here = g.byUse[block]; g.here != nil {
		if g.origins.known() {
			g.here.seen = newSeen()
		}
		g.flags, g.own = newGranuleMap[*flagBytes](), byteSet{}
	}
}

// leave decides the pairs whose free was in the block, and makes its own flags
// wait for those whose use was.
func (g *guards) leave() {
	for _, s := range g.byFree[g.block] {
		u := g.byUse[s.use]
		for _, f := range u.flags {
			g.decide(s, f)
		}
		if g.open--; g.open == 0 {
			g.Enough = true
		}
		if u.waiting--; u.waiting == 0 {
			g.forget(u)
		}
	}
	if g.here == nil {
		return
	}
	g.flags.each(0, ^uint64(0)>>3, func(granule uint64, f **flagBytes) {
		for _, r := range (*f).reads {
			(*f).all |= r.bytes
		}
		if live := g.live.find(granule); live != nil {
			*live = append(*live, *f)
		} else {
			g.live.put(granule, []*flagBytes{*f})
		}
		g.here.flags = append(g.here.flags, *f)
	})
	slices.SortFunc(g.here.flags, func(a, b *flagBytes) int { return cmp.Compare(a.granule, b.granule) })
	g.here = nil
}

func (g *guards) Run(run []trace.Access, block order.BlockID) {
	g.enter(block)
	if g.here == nil && !g.frees && len(g.live.pages) == 0 && len(g.owned.live) == 0 {
		return
	}
	for i := range run {
		a := &run[i]
		g.owned.access(a)
		inside := g.here != nil && block != order.NoBlock
		if block != order.NoBlock {
			g.counting.note(a, g.N, block, inside, g.frees)
		} else if b := g.Behind(); b != order.NoBlock && g.byUse[b] != nil {
			g.counting.noteBehind(a, g.N, b)
		}
		if inside && g.here.seen != nil {
			g.here.seen.note(g.origins, a)
		}
		if inside && g.owned.live != nil {
			g.owned.call(a, g.N, block)
		}
		g.values.note(a)
		switch end := heap.End(a.Addr, a.Size); {
		case a.Kind == trace.Write:
			if inside && a.Mode&trace.ModeLink == 0 { // taking something else out does not bring the object back
				g.noteWrite(a.Addr, end)
			}
			g.eachLive(a.Addr, end, func(f *flagBytes, bytes uint8) { g.write(f, block, bytes, a) })
		case inside && inGranule(a):
			g.noteRead(a.Addr, end, reader{stack: a.Stack, site: a.Site, op: g.N})
		}
		g.N++
	}
}

// noteRead notes the first read of the bytes of a granule.
func (g *guards) noteRead(lo, hi uint64, by reader) {
	granule := lo >> 3
	g.weak.note(g.block, granule, g.N)
	fresh := byteMask(granule, lo, hi)
	at := g.flags.find(granule)
	if at != nil {
		by.bytes = fresh &^ g.own.in(granule)
		(*at).readBy(by)
		for _, r := range (*at).reads {
			fresh &^= r.bytes
		}
	}
	if fresh == 0 {
		return
	}
	if fresh &^= g.own.in(granule); fresh == 0 {
		return
	}
	by.bytes = fresh
	if at != nil {
		(*at).reads = append((*at).reads, flagRead{fresh, g.N, heap.NoOp})
	} else if g.marks < maxFlags { // else nothing is guarded by it
		g.flags.put(granule, &flagBytes{granule: granule, of: g.here, reads: []flagRead{{fresh, g.N, heap.NoOp}}, readers: []reader{by}, was: g.values.at(granule)})
		g.marks++
	}
}

func (f *flagBytes) readBy(by reader) {
	for i := range f.readers {
		if r := &f.readers[i]; r.stack == by.stack && r.site == by.site {
			by.bytes &^= r.bytes
		}
	}
	if by.bytes != 0 && len(f.readers) < maxReaders {
		f.readers = append(f.readers, by)
	}
}

// noteWrite ends what the reads of these bytes so far can guard, and keeps later
// ones from guarding anything.
func (g *guards) noteWrite(lo, hi uint64) {
	g.own.add(lo, hi)
	g.flags.each(lo>>3, (hi-1)>>3, func(granule uint64, f **flagBytes) { (*f).cut(byteMask(granule, lo, hi), g.N) })
}

func (f *flagBytes) cut(bytes uint8, n uint64) {
	for i := range f.reads {
		if r := &f.reads[i]; r.bytes&bytes != 0 && r.to == heap.NoOp {
			cut := r.bytes & bytes
			r.bytes &^= cut
			f.reads = append(f.reads, flagRead{cut, r.from, n})
		}
	}
}

// eachLive calls f for the flags of earlier blocks that [lo, hi) meets. Those that are spoilt
// are looked at no more: most are, soon, and a byte that all read would cost each write a
// look at all who did.
func (g *guards) eachLive(lo, hi uint64, f func(*flagBytes, uint8)) {
	g.live.each(lo>>3, (hi-1)>>3, func(granule uint64, flags *[]*flagBytes) {
		left := (*flags)[:0]
		for _, x := range *flags {
			if f(x, byteMask(granule, lo, hi)); !x.isSpoilt() {
				left = append(left, x)
			}
		}
		clear((*flags)[len(left):])
		*flags = left
	})
}

// write keeps a write after the block of the flag, together with the others of its block:
// the last value counts.
func (g *guards) write(f *flagBytes, block order.BlockID, bytes uint8, a *trace.Access) {
	k := g.later(f, block)
	link := a.Mode&trace.ModeLink != 0
	switch {
	case k == nil && link:
		f.turned |= bytes
		return
	case k == nil:
		f.spoilt |= bytes
		return
	}
	if bytes &^= k.past(); bytes == 0 {
		return
	}
	if link {
		k.links |= bytes &^ k.bytes
	} else {
		k.links &^= bytes
	}
	k.bytes |= bytes
	k.same, k.held = k.same&^bytes, k.held&^bytes
	if a.Mode&trace.ModeHeld != 0 {
		k.held |= bytes
	}
	switch {
	case f.was.known() && f.was == valueOf(a):
		k.clear, k.same = k.clear&^bytes, k.same|bytes
	case inGranule(a):
		k.clear |= bytes
	}
}

// past are the bytes whose memory the block has freed after it cleared them, and has the
// last reference to only because the reader's is gone by now: what lies there since is
// another's, and would lie elsewhere.
func (k *later) past() uint8 { return k.gone & k.clear & k.held }

// later is what is kept of a block, nil if it is of a handler that does not matter.
func (g *guards) later(f *flagBytes, block order.BlockID) *later {
	e := trace.NoEvent
	if block != order.NoBlock {
		e = g.O.EventOf(block)
	}
	if !f.of.matters[e] && !f.of.freedIn(block) {
		return nil
	}
	if n := len(f.kept); n == 0 || f.kept[n-1].block != block {
		f.kept = append(f.kept, later{block: block})
	}
	return &f.kept[len(f.kept)-1]
}

// freedIn reports whether a block of nobody is one that frees.
func (u *user) freedIn(block order.BlockID) bool {
	return block != order.NoBlock && slices.ContainsFunc(u.pairs, func(s *suspect) bool { return s.free == block })
}

// decide finds what a flag guards against s.free.
func (g *guards) decide(s *suspect, f *flagBytes) {
	blocks := g.O.Blocks()
	user := blocks[s.use].Event
	cleared, held, gone, spoilt := uint8(0), uint8(0), uint8(0), f.spoilt
	links, turned := uint8(0), f.turned
	for _, k := range f.kept {
		e := blocks[k.block].Event
		switch {
		case brings(g.O, k.block, s.free):
			cleared = cleared&^(k.bytes&k.same) | k.clear
			held = held&^k.bytes | k.held
			links = links&^k.bytes | k.links
			gone |= k.gone
		case e < 0 || e != user:
			spoilt |= k.bytes&^k.links | k.gone
			turned |= k.links
		default:
			spoilt |= k.gone
		}
	}
	if gone&^held != 0 && g.counting.keeps(f.granule<<3, s.use, s.free) {
		gone = 0
	}
	for _, r := range f.reads {
		if bytes := r.bytes & cleared & gone &^ held &^ spoilt &^ (turned &^ links); bytes != 0 {
			s.kept = append(s.kept, span{f, bytes, 0, r.from, r.to})
		}
	}
	spoilt |= gone &^ held // counted memory would not be freed: the other handler has a reference to it, too
	spoilt |= turned &^ links
	for _, r := range f.reads {
		if bytes := r.bytes & cleared &^ spoilt; bytes != 0 {
			s.spans = append(s.spans, span{f, bytes, bytes & held, r.from, r.to})
		}
	}
}

// forget drops the flags of a block that no undecided pair needs.
func (g *guards) forget(u *user) {
	for _, f := range u.flags {
		g.marks--
		live := g.live.find(f.granule)
		if live == nil {
			continue // it is spoilt, and so were the others
		}
		*live = slices.DeleteFunc(*live, func(x *flagBytes) bool { return x == f })
		if len(*live) == 0 {
			g.live.drop(f.granule)
		}
	}
	u.flags = nil
}
