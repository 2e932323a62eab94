package flow

import "sparseracer/internal/trace"

// racyRead is a read, in a block, of a cell whose value depends on an order.
type racyRead struct {
	cell    int32
	bytes   uint8
	path    Path
	rank    Rank  // so far
	same    bool  // all that it may find looks alike
	ways    uint8 // how it came to sinks, a bit for each way
	ordered bool  // every write that it may find comes before it
	start   bool  // it may find the start-up value
	writers []BlockID
}

// Follower is the second walk: labels.
//
//	read s,x      reg[s] ∪= mem[x] ∪ racy ∪ address(s)
//	write s,x     mem[x] = value(s) ∪ address(s) ∪ control
//	copy x,y,n    mem[x] = mem[y]
//	flow s        call: its arguments go to a frame; back: the result comes from it
//	sink          what its bytes, the call's arguments and control have reaches it
type Follower struct {
	*Collector
	labels  *labels
	mem     memory
	sites   []trace.Site
	program *program
	reg     []register // by site
	made    []uint32   // by site of a call: the frame that it was made in last
	frames  []frame
	saved   []savedRegister
	nextID  uint32
	pending []pendingCall

	reads   []racyRead
	byRead  map[readKey]readID
	sinks   sinkTable
	steps   steps
	reached []uint8 // by label: the ways in which it came to a sink
	counts  Counts
}

type readKey struct {
	cell  int32
	block BlockID
	bytes uint8
}

// register is the label of what a site gave, in a frame.
type register struct {
	label label
	frame uint32
}

type savedRegister struct {
	site trace.SiteID
	register
}

// Follow starts the second walk over a trace with these sites.
func (c *Collector) Follow(sites []trace.Site) *Follower {
	l := newLabels()
	f := &Follower{Collector: c, labels: l, mem: newMemory(l), byRead: map[readKey]readID{},
		sinks: sinkTable{by: map[string]int{}, to: map[string][]renaming{}}}
	f.now = newTable()
	for g, i := range c.heads {
		f.put(g, i)
	}
	f.sites, f.reg, f.made = sites, make([]register, len(sites)), make([]uint32, len(sites))
	f.program = newProgram(sites)
	f.push(frame{})
	return f
}

// Run takes accesses of one block, the first of which is operation n.
func (f *Follower) Run(run []trace.Access, block BlockID, n uint64) {
	for i := range run {
		a := &run[i]
		lo, hi := a.Addr, a.Addr+a.Size
		switch {
		case block == NoBlock && a.Kind == trace.Write:
			f.mem.set(lo, hi, 0)
		case block == NoBlock:
		case a.Kind == trace.Read:
			f.readAccess(a, lo, hi, block, n+uint64(i))
		default:
			f.writeAccess(a, lo, hi, block, n+uint64(i))
		}
	}
}

func (f *Follower) readAccess(a *trace.Access, lo, hi uint64, block BlockID, n uint64) {
	l := f.mem.get(lo, hi)
	if a.Mode&trace.ModeLocal == 0 && hi-lo <= maxRange {
		for g := lo >> 3; g <= (hi-1)>>3; g++ {
			if at := f.cell(g); at >= 0 {
				l = f.labels.union(l, f.racy(at, mask(g, lo, hi), a, block, n))
			}
		}
	}
	if s := int(a.Site); s > 0 && s < len(f.sites) {
		if deps := f.sites[s].Address; len(deps) > 0 {
			l = f.labels.union(l, f.of(deps))
		}
		f.give(a.Site, l)
		if l != 0 {
			f.decides(a.Site, l)
		}
	}
}

func (f *Follower) writeAccess(a *trace.Access, lo, hi uint64, block BlockID, n uint64) {
	top := f.top()
	var value, to label
	if s := int(a.Site); s > 0 && s < len(f.sites) {
		site := &f.sites[s]
		value = f.of(site.Value)
		to = f.labels.union(f.labels.turn(f.of(site.Address), byAddress), f.labels.turn(f.of(site.Control), byControl))
	}
	to = f.labels.union(to, top.control)
	if a.Mode&trace.ModeLocal == 0 && hi-lo <= maxRange {
		for g := lo >> 3; g <= (hi-1)>>3; g++ {
			if at := f.cell(g); at >= 0 {
				value = f.adding(at, mask(g, lo, hi), value, block)
			}
		}
	}
	to = f.labels.union(to, value)
	f.mem.set(lo, hi, to)
	if to != 0 {
		f.through(to, a, block, n)
	}
}

// adding: a write to a cell of what was read there adds to it.
func (f *Follower) adding(at int32, bytes uint8, value label, block BlockID) label {
	x := &f.cells[at]
	if x.last != block {
		x.last, x.own = block, 0
	}
	x.own |= bytes
	adds := f.foundHere(x, bytes, value, block)
	for i := range x.writers {
		if w := &x.writers[i]; w.block == block && w.bytes&bytes != 0 {
			w.adds = adds
		}
	}
	if !adds {
		return value
	}
	return f.labels.adding(value, func(id readID) bool {
		r := &f.reads[id]
		return r.cell == at && r.bytes&bytes != 0
	})
}

// foundHere: a value has what its block, the latest, read in a cell.
func (f *Follower) foundHere(x *cell, bytes uint8, value label, block BlockID) bool {
	for i := len(x.reads) - 1; value != 0 && i >= 0 && f.reads[x.reads[i]].path.Read.Block == block; i-- {
		if f.reads[x.reads[i]].bytes&bytes != 0 && f.labels.has(value, x.reads[i]) {
			return true
		}
	}
	return false
}

// racy is the label of a read of a cell: itself, if another order may have put
// something else there.
func (f *Follower) racy(at int32, bytes uint8, a *trace.Access, block BlockID, n uint64) label {
	x := &f.cells[at]
	if x.last == block && bytes&^x.own == 0 {
		return 0 // it finds what its own block put there
	}
	key := readKey{at, block, bytes}
	id, ok := f.byRead[key]
	if !ok {
		r, is := f.look(x, at, bytes, a, block, n)
		switch {
		case !is:
			id = ^readID(0)
		case len(f.reads) >= maxReads:
			f.counts.Capped++
			id = ^readID(0)
		default:
			id = readID(len(f.reads))
			x.reads = append(x.reads, id)
			f.reads = append(f.reads, r)
		}
		f.byRead[key] = id
	}
	if id == ^readID(0) {
		return 0
	}
	return f.labels.only(element(id)<<waysBits | byData)
}

// look says what a read may find, and whether that depends on an order.
func (f *Follower) look(x *cell, at int32, bytes uint8, a *trace.Access, block BlockID, n uint64) (racyRead, bool) {
	r := racyRead{cell: at, bytes: bytes, ordered: true, same: true}
	r.path.Read = Access{Op: n, Block: block, Addr: a.Addr, Size: a.Size}
	r.path.Stack = a.Stack
	var first *writer
	unordered := 0
	r.start = f.visible(x, bytes, block, n, func(w *writer) {
		if first == nil {
			first = w
		}
		r.same = r.same && w.known && first.known && w.val == first.val && w.bytes == first.bytes
		if !f.order.Before(w.block, block) {
			r.ordered = false
			unordered++
		}
		if len(r.path.Values) < maxValues {
			r.path.Values = append(r.path.Values, Value{w.op, w.stack, w.block, w.known, w.val, w.op > n})
		}
		r.writers = append(r.writers, w.block)
	})
	r.same = r.same && !r.start
	if f.opt.PaperRule {
		return r, len(r.writers) > 1 && !r.same
	}
	if r.start {
		r.path.Values = append(r.path.Values, Value{Block: NoBlock})
	}
	return r, unordered > 0 || len(r.writers) > 1
}

// of is the label of a list of deps.
func (f *Follower) of(deps []trace.Dep) label {
	var l label
	top := f.top()
	for _, d := range deps {
		switch {
		case d < 0 && int(-1-d) < len(top.args):
			l = f.labels.union(l, top.args[-1-d])
		case d > 0 && int(d) < len(f.reg) && f.reg[d].frame == top.id:
			l = f.labels.union(l, f.reg[d].label)
		}
	}
	return l
}

// give adds a label to what a site gave in the frame at hand.
func (f *Follower) give(s trace.SiteID, l label) {
	r, top := &f.reg[s], f.top()
	if r.frame == top.id {
		r.label = f.labels.union(r.label, l)
		return
	}
	if r.frame != 0 && len(f.frames) > 1 {
		f.saved = append(f.saved, savedRegister{s, *r})
	}
	*r = register{l, top.id}
}
