package filter

import (
	"slices"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/walk"
)

var takenOut = Filter{
	ID: "F3", Name: "taken out of its row", Aliases: []string{}, Kind: order.Heuristic, Sets: order.InExact | order.InBatch,
	Races: UseFree, Turn: 15, Group: Guarded,
	Reason:   "taken out: the handler of the use looks the object up in a row of pointers, and the handler of the free has made that shorter",
	Sentence: "The handler of the use looks the object up in a row of pointers, and the handler of the free has made that shorter.",
	Limit:    "Needs our compilers' notes: without them such pairs are reported.",
	Breaks:   "A handler that takes one element out and frees another one, which stays in the row.",
	walks:    (*decision).askTakenOut,
}

// Taken out of its row (docs/trace-language.md, F3): `x = row[i]; use(x);` in one handler, and `row.erase(x); free(x);`
// in another. The header of a row, a std::vector's or a QList's, is a pointer to the elements with the end or the length
// right behind it.
//
//   - The pointer of the use was loaded from memory to which a word h led that U read itself, both before the use.
//   - U has also read the word behind h, where the row ends, before the use, and written neither of the two by then.
//   - Who brings the free writes the word behind h after U, another value as far as is known, and no larger one.
//   - Who brings the free makes no object like that one: it would have put that in the place.
//   - The word behind h is freed or allocated by nobody in between, so it does not lie in the object either.
//
// FD asks more of a flag: that nobody else writes to it. But what was taken out of a row is in it for nobody, wherever
// others put something into the row, or take something out.
//
// One walk, for what no other filter has taken out.
type rows struct {
	order.Cursor
	origins *origins
	users   map[order.BlockID]*rowUser
	free    map[order.BlockID]bool // blocks that bring a free
	asked   []*taken
	ends    *granuleMap[*rowEnd]
	extents extents
	values  knownValues
	like    map[likeness]map[order.BlockID]bool // blocks that make objects
	here    *rowUser
	block   order.BlockID
}

// taken is a candidate, and where its row may end.
type taken struct {
	c       *Candidate
	slots   map[place]bool // reads of the use's pointer
	headers map[place]bool // reads of what led to those
	ends    []*rowEnd
}

// rowUser is a block of uses.
type rowUser struct {
	asked  []*taken
	places map[place]memberRead // first reads, of the places asked for
	wanted map[place]bool
	read   *granuleMap[uint64] // when a word was first read
	wrote  byteSet
}

type memberRead struct{ addr, op uint64 }

// rowEnd is the word in which a row ends.
type rowEnd struct {
	cuts []rowCut
	lost uint64 // when it was first allocated or freed since
}

// rowCut is a block that wrote there.
type rowCut struct {
	block order.BlockID
	less  bool
}

func (d *decision) askTakenOut(by *Filter, src trace.Source, m *walk.Monitor) error {
	r := &rows{Cursor: order.NewCursor(d.o, m), origins: d.origins, users: map[order.BlockID]*rowUser{}, ends: newGranuleMap[*rowEnd](),
		extents: newExtents(d.o.Heap()), like: map[likeness]map[order.BlockID]bool{}, block: order.NoBlock}
	for _, c := range d.candidates {
		if c.By == nil && !c.After && c.Use.Live == nil && c.Data.FreeBlock != order.NoBlock && c.AllocOp != heap.NoOp {
			r.wants(d, c)
		}
	}
	if len(r.asked) == 0 {
		return nil
	}
	if err := r.Walk(src, r); err != nil {
		return err
	}
	for _, t := range r.asked {
		if slices.ContainsFunc(t.ends, func(e *rowEnd) bool { return d.isTakenOut(r, t.c, e) }) {
			t.c.By = by
		}
	}
	return nil
}

// wants asks for the reads by which a use came to its object.
func (r *rows) wants(d *decision, c *Candidate) {
	s, use := d.suspects[c.blocks()], d.origins.at(c.Use.Stack, c.Use.Site)
	if s == nil || use == nil || s.user == nil || s.user.seen == nil {
		return
	}
	slots := d.origins.loads(s.user.seen, d.o.Tables().Parent(c.Use.Stack), use.Unit, use.pointers())
	if len(slots) == 0 {
		return
	}
	t := &taken{c: c, slots: map[place]bool{}, headers: map[place]bool{}}
	for _, l := range slots {
		t.slots[l.at] = true
		for _, h := range d.origins.loads(s.user.seen, l.at.activation, l.origin.Unit, l.origin.Address) {
			t.headers[h.at] = true
		}
	}
	u := r.users[c.Use.Block]
	if u == nil {
		u = &rowUser{places: map[place]memberRead{}, wanted: map[place]bool{}, read: newGranuleMap[uint64]()}
		r.users[c.Use.Block] = u
	}
	for _, m := range []map[place]bool{t.slots, t.headers} {
		for at := range m {
			u.wanted[at] = true
		}
	}
	u.asked = append(u.asked, t)
	r.asked = append(r.asked, t)
	if at := likenessOf(d.o.Tables(), c.Alloc.Stack); r.like[at] == nil {
		r.like[at] = map[order.BlockID]bool{}
	}
}

// load is a read that a pointer came from.
type load struct {
	at     place
	origin *Origin
}

// loads are the reads that a pointer came from, in the functions that handed it on; none if it came from elsewhere, too.
func (o *origins) loads(in *seen, activation trace.StackID, unit int, deps []trace.Dep) []load {
	n := &loading{needs: o.noNeeds(in)}
	n.all(activation, unit, deps)
	if n.elsewhere {
		return nil
	}
	return n.found
}

type loading struct {
	*needs
	found     []load
	elsewhere bool
}

func (n *loading) all(activation trace.StackID, unit int, deps []trace.Dep) {
	for _, d := range deps {
		n.one(activation, unit, d)
	}
}

func (n *loading) one(activation trace.StackID, unit int, d trace.Dep) {
	at := place{activation, unit, d}
	if n.work++; n.done[at] {
		return
	}
	n.done[at] = true
	if d < 0 {
		k := int(-1 - d)
		if call := n.frame(activation); call != nil && call.Call && k < len(call.Args) {
			n.all(n.tables.Parent(activation), call.Unit, call.Args[k])
		} else {
			n.elsewhere = true
		}
		return
	}
	x := n.numbered(unit, d)
	switch {
	case x == nil || n.work > maxNeeds:
		n.elsewhere = true
	case x.Call:
		n.result(activation, x)
	default:
		at.number = x.Number
		n.found = append(n.found, load{at, x})
	}
}

// result goes into what a call called, where the block has seen that.
func (n *loading) result(activation trace.StackID, call *Origin) {
	known := false
	for _, inside := range n.inside(n.seen, activation, call) {
		for _, s := range n.seen.below[inside] {
			if x := n.frame(s); x != nil && !known {
				known = true
				n.all(inside, x.Unit, n.by.Result(x.Unit, x.Function))
			}
		}
	}
	n.elsewhere = n.elsewhere || !known
}

func (r *rows) Operation(op *trace.Op, block order.BlockID) {
	r.enter(block)
	if op.Kind != trace.Alloc && op.Kind != trace.Free {
		return
	}
	lo, hi := r.extents.of(op, r.N)
	r.values.forget(lo, hi)
	r.ends.each(lo>>3, (hi-1)>>3, func(_ uint64, e **rowEnd) { (*e).lost = min((*e).lost, r.N) })
	if r.here != nil && block != order.NoBlock {
		r.here.wrote.add(lo, hi)
	}
	if op.Kind == trace.Alloc && block != order.NoBlock {
		if blocks := r.like[likenessOf(r.O.Tables(), op.Stack)]; blocks != nil {
			blocks[block] = true
		}
	}
}

// enter leaves a block when it is over, and begins the one at hand.
func (r *rows) enter(block order.BlockID) {
	if r.block != order.NoBlock && r.N > r.O.Blocks()[r.block].Last {
		if r.here != nil {
			r.leave()
		}
		r.block, r.here = order.NoBlock, nil
	}
	if block != order.NoBlock && block != r.block {
		r.block, r.here = block, r.users[block]
	}
}

func (r *rows) Run(run []trace.Access, block order.BlockID) {
	r.enter(block)
	inside := r.here != nil && block != order.NoBlock
	for i := range run {
		a := &run[i]
		granule, end, n := a.Addr>>3, heap.End(a.Addr, a.Size), r.N+uint64(i)
		before := r.values.at(granule)
		r.values.note(a)
		switch {
		case a.Kind == trace.Write:
			r.ends.each(granule, (end-1)>>3, func(_ uint64, e **rowEnd) { (*e).cut(block, before, valueOf(a)) })
			if inside {
				r.here.wrote.add(a.Addr, end)
			}
		case inside && inGranule(a) && a.Mode&trace.ModeUse == 0:
			r.here.note(r.origins, a, n)
		}
	}
}

// cut keeps a write that may have made the row shorter.
func (e *rowEnd) cut(block order.BlockID, before, after knownValue) {
	if block == order.NoBlock {
		return
	}
	less := !before.known() || !after.known() || before.size != after.size || after.value < before.value
	if n := len(e.cuts); n > 0 && e.cuts[n-1].block == block {
		e.cuts[n-1].less = e.cuts[n-1].less || less
	} else if n < maxSettings {
		e.cuts = append(e.cuts, rowCut{block, less})
	}
}

// note takes a read. What the block has written by then is its own.
func (u *rowUser) note(o *origins, a *trace.Access, n uint64) {
	granule := a.Addr >> 3
	if a.Size == 8 && a.Addr&7 == 0 && u.wrote.in(granule) == 0 && u.read.find(granule) == nil {
		u.read.put(granule, n)
	}
	if x := o.at(a.Stack, a.Site); x != nil {
		at := o.placeOf(x, a.Stack)
		if _, known := u.places[at]; u.wanted[at] && !known {
			u.places[at] = memberRead{a.Addr, n}
		}
	}
}

// leave finds where the rows of the block's uses end.
func (r *rows) leave() {
	u := r.here
	for _, t := range u.asked {
		if !u.found(t.slots, t.c) {
			continue
		}
		for at := range t.headers {
			h, known := u.places[at]
			begin, end := u.read.find(h.addr>>3), u.read.find(h.addr>>3+1)
			if !known || h.addr&7 != 0 || begin == nil || end == nil || *begin >= t.c.Use.Op || *end >= t.c.Use.Op {
				continue
			}
			t.ends = append(t.ends, r.end(h.addr>>3+1))
		}
	}
	r.here.read, r.here.wrote = newGranuleMap[uint64](), byteSet{}
}

// found: all places were read in the block, before the use.
func (u *rowUser) found(slots map[place]bool, c *Candidate) bool {
	for at := range slots {
		if read, known := u.places[at]; !known || read.op >= c.Use.Op {
			return false
		}
	}
	return true
}

// end is the one of a granule from here on.
func (r *rows) end(granule uint64) *rowEnd {
	if at := r.ends.find(granule); at != nil && (*at).lost == heap.NoOp {
		return *at
	}
	e := &rowEnd{lost: heap.NoOp}
	r.ends.put(granule, e)
	return e
}

// isTakenOut: who brings the free has made the row shorter after the use.
func (d *decision) isTakenOut(r *rows, c *Candidate, e *rowEnd) bool {
	if e.lost <= d.o.Blocks()[c.Data.FreeBlock].Last {
		return false
	}
	for block := range r.like[likenessOf(d.o.Tables(), c.Alloc.Stack)] {
		if block > c.Use.Block && brings(d.o, block, c.Data.FreeBlock) {
			return false
		}
	}
	return slices.ContainsFunc(e.cuts, func(w rowCut) bool {
		return w.less && w.block > c.Use.Block && brings(d.o, w.block, c.Data.FreeBlock)
	})
}
