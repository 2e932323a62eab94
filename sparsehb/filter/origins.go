package filter

import (
	"math"

	"sparseracer/internal/system"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
	"sparseracer/sparsehb/order"
)

// Origins: where the pointer of a use came from, and what decided that the use was come
// to (docs/trace-language.md, Origins). The compiler knows it for each place; the trace
// knows which memory each place read.
//
// From the place of a use one comes to reads that it depends on:
//  1. to those of its own activation of the function that its pointer or a condition of
//     it depends on, and to what their pointers depend on;
//  2. by an argument, to the call in the caller, and what that handed over;
//  3. by a call's result, to what the called function's result depends on, also where nothing
//     was recorded in it; and, since a library has no places, to what it was handed over;
//  4. from each activation to the conditions of its call.
//
// An activation is known by the stack of its call. The recorder leaves out a read of what
// the block has read before. A place without a read in its activation is taken to have
// read what the same place, or what the block, read of a member of the same name, in other
// activations, if that was one only.

// Origin is what the compiler says of the place of an access, or of a call.
type Origin struct {
	Unit     int // in which its numbers, and those of what it depends on, mean something
	Number   trace.Dep
	Function trace.Dep
	Call     bool
	Changes  bool   // a call of a member function that may change its object
	Pointer  bool   // a use of what a call is handed a pointer to, which it need not look at
	Fetches  bool   // a call of a library's member function, which hands out a pointer and is given none
	Indexed  bool   // a call as with Fetches, but it is given constant references, too: to an index of a model
	Listed   bool   // what is read there is an item of a list that a library has filled for the function
	Ends     bool   // what is read there goes to a call that ends a source of events
	Again    bool   // the first of Address is the function's first read of the same memory
	Member   uint64 // names what is read, in each half; 0: nothing does

	Address, Control []trace.Dep
	Args             [][]trace.Dep // of a call
}

// Origins give what is known of places.
type Origins interface {
	// Origin is that of the innermost frame of a stack, nil if nothing is known.
	Origin(t *trace.Tables, s trace.StackID) *Origin
	// Numbered is the one of that number; Result is what a function gives back depends on.
	Numbered(unit int, number trace.Dep) *Origin
	Result(unit int, function trace.Dep) []trace.Dep
	// Member says whether a function is called for an object. this is the argument that that is.
	Member(unit int, function trace.Dep) (this int, as Membership)
	// IsOwn: the call of a number is of a function of the program's own.
	IsOwn(t *trace.Tables, unit int, call trace.Dep) bool
	// Called is what the result of the function depends on that a call of a number calls, with
	// the unit of that; nothing if nobody knows.
	Called(t *trace.Tables, unit int, call trace.Dep) (in int, result []trace.Dep)
	// Looks: the function that is called at the innermost frame of a stack, and is handed a
	// pointer there, looks at what it points to.
	Looks(t *trace.Tables, s trace.StackID) bool
}

// pointers are what the address of an access came from.
func (x *Origin) pointers() []trace.Dep {
	if x.Again && len(x.Address) > 0 {
		return x.Address[1:]
	}
	return x.Address
}

// names are those of what is read: by its class, and by its place behind a pointer. 0: none.
func (x *Origin) names() [2]uint64 {
	return [2]uint64{x.Member & math.MaxUint32, x.Member &^ math.MaxUint32}
}

// Membership says how a function belongs to an object.
type Membership uint8

const (
	NoMember Membership = iota // also of a thread's job (QRunnable::run)
	IsMember                   // its member function
	IsSlot                     // Qt calls it for a signal, and the object is the receiver
)

// ofTrace is the unit of the sites that the trace itself defines.
const ofTrace = -1

// origins asks each once.
type origins struct {
	tables *trace.Tables
	by     Origins // nil: nobody
	stacks map[trace.StackID]*Origin
	sites  map[trace.SiteID]*Origin
	looked map[trace.StackID]bool
	own    map[number]bool // calls, of functions of the program's own
	called map[number]results
}

// results are what a function gives back depends on.
type results struct {
	unit int
	deps []trace.Dep
}

func newOrigins(t *trace.Tables, stacks Stacks) *origins {
	o := &origins{tables: t, stacks: map[trace.StackID]*Origin{}, sites: map[trace.SiteID]*Origin{}, looked: map[trace.StackID]bool{}, own: map[number]bool{}, called: map[number]results{}}
	o.by, _ = stacks.(Origins)
	return o
}

// isOwn: a call is of a function of the program's own.
func (o *origins) isOwn(unit int, call trace.Dep) bool {
	key := number{unit, call}
	is, asked := o.own[key]
	if !asked {
		is = o.by.IsOwn(o.tables, unit, call)
		o.own[key] = is
	}
	return is
}

// calledBy is what the result of the function depends on that a call calls.
func (o *origins) calledBy(call *Origin) results {
	if o.by == nil || call.Unit == ofTrace {
		return results{}
	}
	key := number{call.Unit, call.Number}
	r, asked := o.called[key]
	if !asked {
		r.unit, r.deps = o.by.Called(o.tables, call.Unit, call.Number)
		o.called[key] = r
	}
	return r
}

// known: there is something to ask.
func (o *origins) known() bool { return o.by != nil || len(o.tables.Sites) > 1 }

// at is the origin of an access.
func (o *origins) at(stack trace.StackID, site trace.SiteID) *Origin {
	if site != 0 {
		return o.site(site)
	}
	return o.frame(stack)
}

// frame is that of the innermost frame of a stack.
func (o *origins) frame(s trace.StackID) *Origin {
	if s == trace.NoStack || o.by == nil {
		return nil
	}
	x, asked := o.stacks[s]
	if !asked {
		x = o.by.Origin(o.tables, s)
		o.stacks[s] = x
	}
	return x
}

// site is that of a site of the trace's; the result of a call is the call.
func (o *origins) site(id trace.SiteID) *Origin {
	x, asked := o.sites[id]
	if asked || int(id) >= len(o.tables.Sites) {
		return x
	}
	s := &o.tables.Sites[id]
	if s.Kind == trace.SiteBack && len(s.Value) == 1 && s.Value[0] > 0 && int(s.Value[0]) < int(id) {
		x = o.site(trace.SiteID(s.Value[0]))
	} else if s.Kind == trace.SiteRead || s.Kind == trace.SiteWrite || s.Kind == trace.SiteCall {
		x = &Origin{Unit: ofTrace, Number: trace.Dep(id), Call: s.Kind == trace.SiteCall, Address: s.Address, Control: s.Control, Args: s.Args}
	}
	o.sites[id] = x
	return x
}

func (o *origins) numbered(unit int, d trace.Dep) *Origin {
	switch {
	case unit == ofTrace:
		return o.site(trace.SiteID(d))
	case o.by == nil:
		return nil
	}
	return o.by.Numbered(unit, d)
}

// place is a read or a call in one activation.
type place struct {
	activation trace.StackID
	unit       int
	number     trace.Dep
}

// seen is what a block read, by where.
type seen struct {
	places  map[place]bool
	members map[uint64]memberCell
	numbers map[number]memberCell             // by place, whatever the activation
	below   map[trace.StackID][]trace.StackID // by stack of a call: the stacks of what is in it
	stacks  map[trace.StackID]bool
	made    byteSet                  // what a library has allocated in the block
	others  byteSet                  // of that, what the program has written or allocated
	makers  map[trace.StackID]uint64 // stacks of what allocated something in the block, by when that was first
	fresh   map[place]bool           // reads: all of them were of what a library made and filled
}

// number is a place of the code.
type number struct {
	unit  int
	place trace.Dep
}

// memberCell is the memory that was read by one name.
type memberCell struct {
	addr uint64
	many bool
}

func newSeen() *seen {
	return &seen{places: map[place]bool{}, members: map[uint64]memberCell{}, numbers: map[number]memberCell{}, below: map[trace.StackID][]trace.StackID{}, stacks: map[trace.StackID]bool{}, fresh: map[place]bool{}, makers: map[trace.StackID]uint64{}}
}

// maxMade is how many pages of memory a library makes in a block, as far as that is kept.
const maxMade = 1 << 12

// allocated takes what the block allocates.
func (s *seen) allocated(t *trace.Tables, op *trace.Op, n, lo, hi uint64) {
	for at := op.Stack; at != trace.NoStack; at = t.Parent(at) {
		if _, known := s.makers[at]; known {
			break
		}
		s.makers[at] = n
	}
	if m := moduleOf(t, op.Stack); m != nil && system.IsToolkit(m.Path) && t.TypeOf(op.Stack) == "" && hi-lo <= longStretch && len(s.made.pages) < maxMade {
		s.made.add(lo, hi)
	} else {
		s.others.add(lo, hi)
	}
}

// isFresh: nothing but a library has written what is read, to memory that it made in the block.
func (s *seen) isFresh(a *trace.Access) bool {
	granule := a.Addr >> 3
	bytes := byteMask(granule, a.Addr, heap.End(a.Addr, a.Size))
	return inGranule(a) && s.made.in(granule)&^s.others.in(granule)&bytes == bytes
}

// note takes an access of the block.
func (s *seen) note(o *origins, a *trace.Access) {
	if a.Kind == trace.Write && len(s.made.pages) > 0 {
		s.others.add(a.Addr, heap.End(a.Addr, a.Size))
	}
	x := o.at(a.Stack, a.Site)
	if x == nil || a.Kind == trace.Write && a.Mode&trace.ModeLink != 0 { // a library's, beside what the place reads
		return
	}
	at := o.placeOf(x, a.Stack)
	s.places[at] = true
	if fresh, known := s.fresh[at]; a.Kind == trace.Read && (fresh || !known) {
		s.fresh[at] = s.isFresh(a)
	}
	for _, name := range x.names() {
		if name != 0 {
			noteCell(s.members, name, a.Addr)
		}
	}
	noteCell(s.numbers, number{x.Unit, x.Number}, a.Addr)
	for at := a.Stack; at != trace.NoStack && !s.stacks[at]; at = o.tables.Parent(at) {
		s.stacks[at] = true
		if up := o.tables.Parent(at); up != trace.NoStack {
			s.below[up] = append(s.below[up], at)
		}
	}
}

func noteCell[K comparable](cells map[K]memberCell, key K, addr uint64) {
	cell, known := cells[key]
	cells[key] = memberCell{addr, known && (cell.many || cell.addr != addr)}
}

func (o *origins) placeOf(x *Origin, stack trace.StackID) place {
	return place{o.tables.Parent(stack), x.Unit, x.Number}
}

// needs is what a use depends on: places, and names of members that were read elsewhere.
type needs struct {
	*origins
	seen    *seen
	places  map[place]bool
	members map[uint64]bool
	numbers map[number]bool
	bases   map[place]bool // arguments in which something was read: what they point to is used
	done    map[place]bool // arguments and results, too
	work    int
	pointer *needs // of the pointer alone, nil: not asked for yet
}

// maxNeeds bounds the steps of one use.
const maxNeeds = 4096

// needsOf follows the numbers above.
func (o *origins) needsOf(s *seen, use *Origin, stack trace.StackID) *needs {
	n := o.noNeeds(s)
	at := o.tables.Parent(stack)
	n.all(at, use.Unit, use.Address)
	n.all(at, use.Unit, use.Control)
	for ; at != trace.NoStack; at = o.tables.Parent(at) {
		if call := o.frame(at); call != nil && call.Call {
			n.all(o.tables.Parent(at), call.Unit, call.Control)
		}
	}
	return n
}

func (o *origins) noNeeds(s *seen) *needs {
	return &needs{origins: o, seen: s, places: map[place]bool{}, members: map[uint64]bool{}, numbers: map[number]bool{}, bases: map[place]bool{}, done: map[place]bool{}}
}

func (n *needs) all(activation trace.StackID, unit int, deps []trace.Dep) {
	for _, d := range deps {
		n.one(activation, unit, d)
	}
}

func (n *needs) one(activation trace.StackID, unit int, d trace.Dep) {
	at := place{activation, unit, d}
	if n.work++; n.done[at] || n.work > maxNeeds {
		return
	}
	n.done[at] = true
	if d < 0 {
		n.argument(activation, int(-1-d))
		return
	}
	x := n.numbered(unit, d)
	switch {
	case x == nil:
	case x.Call:
		n.result(activation, x)
	default:
		at.number = x.Number
		if n.places[at] = true; !n.seen.places[at] {
			n.numbers[number{x.Unit, x.Number}] = true
			n.named(x)
		}
		if base, ok := x.base(activation); ok {
			n.bases[base] = true
		}
		n.all(activation, unit, x.Address)
	}
}

func (n *needs) named(x *Origin) {
	for _, name := range x.names() {
		if name != 0 {
			n.members[name] = true
		}
	}
}

// base is the argument by which alone an activation comes to what a place accesses.
func (x *Origin) base(activation trace.StackID) (at place, ok bool) {
	if p := x.pointers(); len(p) == 1 && p[0] < 0 && !x.Call {
		return place{activation, x.Unit, p[0]}, true
	}
	return at, false
}

func (n *needs) argument(activation trace.StackID, k int) {
	if call := n.frame(activation); call != nil && call.Call && k < len(call.Args) {
		n.all(n.tables.Parent(activation), call.Unit, call.Args[k])
	}
}

func (n *needs) result(activation trace.StackID, call *Origin) {
	known := false
	for _, inside := range n.inside(n.seen, activation, call) {
		for _, s := range n.seen.below[inside] {
			if x := n.frame(s); x != nil {
				n.all(inside, x.Unit, n.by.Result(x.Unit, x.Function))
				known = true
			}
		}
	}
	if !known {
		r := n.calledBy(call)
		for _, d := range r.deps {
			n.unseen(r.unit, d)
		}
	}
	for _, a := range call.Args {
		n.all(activation, call.Unit, a)
	}
}

// unseen follows what an activation read of which nothing was recorded, for the block had
// read all that before: that counts, where it was read at one place only.
func (n *needs) unseen(unit int, d trace.Dep) {
	at := place{trace.NoStack, unit, d}
	if n.work++; d < 0 || n.done[at] || n.work > maxNeeds {
		return
	}
	n.done[at] = true
	x := n.numbered(unit, d)
	if x == nil || x.Call {
		return
	}
	n.numbers[number{x.Unit, x.Number}] = true
	n.named(x)
	for _, d := range x.Address {
		n.unseen(unit, d)
	}
}

// inside are the activations that the block has seen of what a call called.
func (o *origins) inside(in *seen, activation trace.StackID, call *Origin) (found []trace.StackID) {
	for _, s := range in.below[activation] {
		if x := o.frame(s); x != nil && x.Unit == call.Unit && x.Number == call.Number {
			found = append(found, s)
		}
	}
	return found
}

// meets: use number op depends on what was read of these bytes.
func (n *needs) meets(p *span, bytes uint8, op uint64) bool {
	for i := range p.flag.readers {
		r := &p.flag.readers[i]
		x := n.at(r.stack, r.site)
		if x == nil || r.bytes&bytes == 0 || r.op < p.from || r.op >= op {
			continue
		}
		if n.places[n.placeOf(x, r.stack)] {
			return true
		}
		if key := (number{x.Unit, x.Number}); n.numbers[key] && !n.seen.numbers[key].many {
			return true
		}
		for _, name := range x.names() {
			if n.members[name] && !n.seen.members[name].many {
				return true
			}
		}
	}
	return false
}

// reader is one that read bytes of a flag, and when it first did.
type reader struct {
	stack trace.StackID
	site  trace.SiteID
	bytes uint8
	op    uint64
}

// maxReaders is how many of one flag are kept.
const maxReaders = 16

// whatNeeds is what a candidate's use depends on; nil if nobody knows its place.
func (d *decision) whatNeeds(c *Candidate, u *user) *needs {
	use := d.origins.at(c.Use.Stack, c.Use.Site)
	if use == nil || u == nil || u.seen == nil {
		return nil
	}
	key := needsKey{c.Use.Block, c.Use.Stack, c.Use.Site}
	n := d.needs[key]
	if n == nil {
		n = d.origins.needsOf(u.seen, use, c.Use.Stack)
		d.needs[key] = n
	}
	return n
}

type needsKey struct {
	block order.BlockID
	stack trace.StackID
	site  trace.SiteID
}
