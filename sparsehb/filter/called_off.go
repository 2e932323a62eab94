package filter

import (
	"slices"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/walk"
)

var calledOff = Filter{
	ID: "F2", Name: "called off", Aliases: []string{}, Kind: order.Heuristic, Sets: order.InExact | order.InBatch,
	Races: UseFree, Turn: 89, Group: Guarded,
	Reason:   "called off: the handler of the free ends the source of the using event, if that is still to come",
	Sentence: "The handler of the free ends the using event's source by a number that the using handler clears.",
	Limit:    "Needs our compilers' notes: without them such pairs are reported.",
	Breaks:   "A handler that starts a second source over the number of one that is still to come.",
	walks:    (*decision).askCalledOff,
}

// Called off (docs/trace-language.md, F2): `x->id = g_idle_add(f, x);` in one handler, `x->id = 0; use(x);` in f, and
// `if (x->id) g_source_remove(x->id); free(x);` in a third one. In the recorded run the idle handler had come, so nothing
// was removed. Had the free come first, it would have removed the source.
//
//   - F's block has read bytes w before the free, which F had not written, by a place whose value goes to a call that ends a
//     source (Origin.Ends).
//   - X has not waited in a loop before the use: it may have cleared w before that.
//   - The last to write w before X came did so next after it had enqueued X, or an event of its kind that X comes of: B.
//     Or nobody is seen to: B has made the object, whose memory nobody else could have in that block, so what it writes there
//     is not recorded.
//   - X, or a handler that B has enqueued, writes w before that read, and after X came. If B's write is not seen, X does, or
//     an event that comes of X's first turn, and has neither started another source before nor ended this one: else the
//     number might be that of another source.
//   - All others who write w between the two are like B: they have enqueued an event of X's kind before; or like X: they
//     are such an event. Who has written it before B comes before B, or is like these.
//   - w lies in the object, for then B has used that; or F comes after B in every order.
//
// Two walks, as those of F1, for what no other filter has taken out.
func (d *decision) askCalledOff(by *Filter, src trace.Source, m *walk.Monitor) error {
	f := &endsRead{Cursor: order.NewCursor(d.o, m), origins: d.origins, in: map[order.BlockID][]tally{}, block: order.NoBlock}
	var list []*Candidate
	for _, c := range d.candidates {
		if c.By == nil && !c.After && c.Use.Live == nil && d.hasStarter(c.Use.Block) && c.Data.FreeBlock != order.NoBlock && d.o.EventOf(c.Data.FreeBlock) != d.o.EventOf(c.Use.Block) {
			list = append(list, c)
			f.in[c.Data.FreeBlock], f.in[c.Use.Block] = nil, nil
		}
	}
	if len(list) == 0 || d.origins.by == nil {
		return nil
	}
	if err := f.Walk(src, f); err != nil {
		return err
	}
	w := &flagWrites{Cursor: order.NewCursor(d.o, m), at: newGranuleMap[*written]()}
	for _, reads := range f.in {
		for _, x := range reads {
			w.at.put(x.addr>>3, &written{})
		}
	}
	if len(w.at.pages) == 0 {
		return nil
	}
	if err := w.Walk(src, w); err != nil {
		return err
	}
	for _, c := range list {
		if slices.ContainsFunc(f.in[c.Data.FreeBlock], func(x tally) bool { return x.op < c.FreeOp && d.isCalledOff(c, &x, *w.at.find(x.addr >> 3), f.in) }) {
			c.By = by
		}
	}
	return nil
}

// hasStarter: the block's event is a timer's, or posted, has not waited before it, and another block has enqueued it.
func (d *decision) hasStarter(b order.BlockID) bool {
	e := d.o.EventOf(b)
	return e >= 0 && !d.o.PausedBefore(b) && d.isSource(e) && d.o.EnqBlock(e) != order.NoBlock
}

func (d *decision) isSource(e trace.EventID) bool {
	kind := d.o.Event(e).Kind
	return kind == trace.Timer || kind == trace.Posted
}

// endsRead are what blocks that free or use have read that was not theirs, to hand it to a call that ends a source.
type endsRead struct {
	order.Cursor
	origins *origins
	in      map[order.BlockID][]tally
	own     byteSet
	block   order.BlockID
}

func (f *endsRead) Operation(*trace.Op, order.BlockID) {}

func (f *endsRead) Run(run []trace.Access, block order.BlockID) {
	if block != f.block {
		f.block, f.own = block, byteSet{}
	}
	if _, asked := f.in[block]; !asked {
		return
	}
	for i := range run {
		a := &run[i]
		if !inGranule(a) {
			continue
		}
		granule, end := a.Addr>>3, heap.End(a.Addr, a.Size)
		if a.Kind == trace.Write {
			f.own.add(a.Addr, end)
		} else if x := f.origins.at(a.Stack, a.Site); x != nil && x.Ends && f.own.in(granule)&byteMask(granule, a.Addr, end) == 0 && len(f.in[block]) < maxReaders {
			f.in[block] = append(f.in[block], tally{addr: a.Addr, size: a.Size, op: f.N + uint64(i), block: block})
		}
	}
}

// isCalledOff decides by who wrote what was read.
func (d *decision) isCalledOff(c *Candidate, x *tally, number *written, ends map[order.BlockID][]tally) bool {
	bytes, user := byteMask(x.addr>>3, x.addr, x.addr+x.size), d.o.Event(d.o.EventOf(c.Use.Block))
	inside, from := c.Overlaps(x.addr, x.addr+x.size), uint64(0)
	if inside && c.AllocOp != heap.NoOp {
		from = c.AllocOp + 1 // before that it was other memory
	}
	var set, again *writes
	for i := range number.by {
		switch by := &number.by[i]; {
		case by.bytes&bytes == 0 || by.op > x.op || by.op < from:
		case by.gone:
			return false
		case by.op < user.Deq:
			set = by
		default:
			again = by
		}
	}
	if set == nil && inside {
		return !number.full && d.clearsItself(c, x, number, ends)
	}
	if number.full || set == nil || again == nil || !d.hasStarted(set, user) || set.value.known() && set.value == again.value {
		return false
	}
	if !inside && !d.o.AtOrBefore(set.block, x.block) {
		return false
	}
	for i := range number.by {
		by := &number.by[i]
		if by == set || by.bytes&bytes == 0 || by.op > x.op || by.op < from || inside && by.block == c.Data.AllocBlock || d.starts(by, user.Kind) || d.isStarted(by, user.Kind, number) {
			continue
		}
		if by.op > set.op || by.block != order.NoBlock && !d.o.AtOrBefore(by.block, set.block) {
			return false
		}
	}
	return true
}

// clearsItself: the block that made the object has enqueued the user, or what it comes of; somebody of these clears the
// number, and nobody else writes it but who starts such a source.
func (d *decision) clearsItself(c *Candidate, x *tally, number *written, ends map[order.BlockID][]tally) bool {
	user := d.o.Event(d.o.EventOf(c.Use.Block))
	first := d.firstTurn(user, c)
	if first == trace.NoEvent {
		return false
	}
	bytes, clears := byteMask(x.addr>>3, x.addr, x.addr+x.size), false
	for i := range number.by {
		by := &number.by[i]
		if by.bytes&bytes == 0 || by.op > x.op || by.op <= c.AllocOp || d.starts(by, user.Kind) {
			continue
		}
		if by.block == order.NoBlock || d.o.EventOf(by.block) < 0 {
			return false
		}
		switch {
		case d.firstTurn(d.o.Event(d.o.EventOf(by.block)), c) != first:
			if !d.isStarted(by, user.Kind, number) {
				return false
			}
		case d.lastAsked(by) != nil || slices.ContainsFunc(ends[by.block], func(r tally) bool { return r.addr == x.addr }):
			return false
		default:
			clears = true
		}
	}
	return clears
}

// firstTurn is the event that an event is, or comes of by events of its kind, and that the block which made the object has
// enqueued since.
func (d *decision) firstTurn(e *order.Event, c *Candidate) trace.EventID {
	for steps := fewPosters; steps > 0; steps-- {
		asked := d.o.EnqBlock(e.ID)
		if asked == order.NoBlock {
			break
		}
		if asked == c.Data.AllocBlock {
			if e.Enq < c.AllocOp {
				break
			}
			return e.ID
		}
		before := d.o.EventOf(asked)
		if before < 0 || d.o.Event(before).Kind != e.Kind {
			break
		}
		e = d.o.Event(before)
	}
	return trace.NoEvent
}

// hasStarted: what its block has enqueued last before the write is the event, or one of its kind that it comes of.
func (d *decision) hasStarted(by *writes, user *order.Event) bool {
	first := d.lastAsked(by)
	for e, steps := user, fewPosters; first != nil && steps > 0; steps-- {
		if e.ID == first.ID {
			return true
		}
		asked := d.o.EnqBlock(e.ID)
		if asked == order.NoBlock || d.o.EventOf(asked) < 0 || d.o.Event(d.o.EventOf(asked)).Kind != user.Kind {
			return false
		}
		e = d.o.Event(d.o.EventOf(asked))
	}
	return false
}

// lastAsked is what the block of a write has enqueued last before it, nil if nothing.
func (d *decision) lastAsked(by *writes) (last *order.Event) {
	if by.block == order.NoBlock {
		return nil
	}
	for _, id := range d.enqueuedIn(by.block) {
		if e := d.o.Event(id); e.Enq < by.op && (last == nil || last.Enq < e.Enq) {
			last = e
		}
	}
	return last
}

// starts: what its block has enqueued last before the write is of a kind.
func (d *decision) starts(by *writes, kind trace.EventKind) bool {
	last := d.lastAsked(by)
	return last != nil && last.Kind == kind
}

// isStarted: the write is by an event of a kind that who starts such a source has enqueued, or one of its kind since.
func (d *decision) isStarted(by *writes, kind trace.EventKind, number *written) bool {
	if by.block == order.NoBlock {
		return false
	}
	e := d.o.Event(d.o.EventOf(by.block))
	return e != nil && e.Kind == kind && slices.ContainsFunc(number.by, func(set writes) bool {
		return set.op < by.op && d.hasStarted(&set, e)
	})
}

// enqueuedIn are the events that a block has enqueued.
func (d *decision) enqueuedIn(b order.BlockID) []trace.EventID {
	if d.enqueued == nil {
		d.enqueued = map[order.BlockID][]trace.EventID{}
		for i := range d.o.Events() {
			e := d.o.Events()[i].ID
			if at := d.o.EnqBlock(e); at != order.NoBlock {
				d.enqueued[at] = append(d.enqueued[at], e)
			}
		}
	}
	return d.enqueued[b]
}
