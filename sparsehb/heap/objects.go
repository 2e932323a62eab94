package heap

import (
	"slices"
	"sort"

	"sparseracer/internal/trace"
)

// The object map finds the allocations that an access overlaps.
//
// The rules it keeps:
//   - An object is one allocation, from its alloc to the reuse of its bytes: a
//     freed one stays until an alloc overlaps it, so that late uses are seen.
//   - Live objects may nest (a pool and what it hands out); an access belongs
//     to all of them. A live object that an alloc overlaps without lying
//     inside it has lost its free: it is dropped.
//   - free(x) ends the smallest live object that starts at x.
//   - Who walks through the trace again knows beforehand when an object will be
//     freed, and puts in only those that will.
//
// Data is what the walk at hand keeps with an object. An object that is used again
// (add, replace) has the data of the one before it: the walk begins it itself.
type Object[D any] struct {
	Start, End uint64
	AllocOp    uint64 // NoOp if allocated before the trace began
	FreeOp     uint64 // NoOp if never freed
	Alloc      Site
	Free       Site
	Number     int32  // of its allocation, -1 for an orphan
	Destroyed  bool   // by a destructor: its memory lives on
	Scope      bool   // one that ends with its scope: a variable
	Owned      *Owned // what the free of its parent would have freed; nil: it has a free of its own
	Data       D
}

// Site is where an operation stands.
type Site struct {
	Thread trace.ThreadID
	Stack  trace.StackID
}

func (o *Object[D]) Overlaps(lo, hi uint64) bool { return o.Start < hi && lo < o.End }

// page lists the objects that overlap an aligned stretch of addresses, by
// start. Their bounds stand in the list, so that a search stays in it.
type page[D any] struct {
	objects []entry[D]
	nested  bool // some of them overlap each other, or did
}

type entry[D any] struct {
	start, end uint64
	*Object[D]
}

// shelf holds the objects of one range of sizes.
type shelf[D any] struct {
	shift  uint
	pages  map[uint64]*page[D]
	recent [1024]struct {
		key uint64   // page number + 1
		at  *page[D] // nil: there is none
	}
}

// Objects of up to 2^16 bytes lie on pages of 2^12, up to 2^26 on pages of 2^20, up to 2^40
// on pages of 2^32 bytes. Of larger ones only some hundred can lie beside each other; they
// are looked through one by one.
type Map[D any] struct {
	small, large, vast shelf[D]
	huge               []*Object[D]
	stale              []*Object[D] // being displaced
	spare              []*Object[D] // to be used again
}

func NewMap[D any]() *Map[D] {
	m := &Map[D]{}
	m.small.shift, m.large.shift, m.vast.shift = 12, 20, 32
	m.small.pages, m.large.pages, m.vast.pages = map[uint64]*page[D]{}, map[uint64]*page[D]{}, map[uint64]*page[D]{}
	return m
}

func (m *Map[D]) shelfOf(o *Object[D]) *shelf[D] {
	switch n := o.End - o.Start; {
	case n <= 1<<16:
		return &m.small
	case n <= 1<<26:
		return &m.large
	case n <= 1<<40:
		return &m.vast
	}
	return nil
}

func (s *shelf[D]) page(key uint64) *page[D] {
	r := &s.recent[key%uint64(len(s.recent))]
	if r.key != key+1 {
		r.key, r.at = key+1, s.pages[key]
	}
	return r.at
}

// Visit calls f for each object that overlaps [lo, hi).
func (m *Map[D]) Visit(lo, hi uint64, f func(*Object[D])) {
	m.small.visit(lo, hi, f)
	if len(m.large.pages) > 0 {
		m.large.visit(lo, hi, f)
	}
	if len(m.vast.pages) > 0 {
		m.vast.visit(lo, hi, f)
	}
	for _, o := range m.huge {
		if o.Overlaps(lo, hi) {
			f(o)
		}
	}
}

func (s *shelf[D]) visit(lo, hi uint64, f func(*Object[D])) {
	first, last := lo>>s.shift, (hi-1)>>s.shift
	if last-first > uint64(len(s.pages)) {
		s.visitSparse(first, last, lo, hi, f)
		return
	}
	for key := first; key <= last; key++ {
		if p := s.page(key); p != nil {
			p.visit(lo, hi, key == first, key<<s.shift, f)
		}
	}
}

// visitSparse is visit for a range of more pages than there are.
func (s *shelf[D]) visitSparse(first, last, lo, hi uint64, f func(*Object[D])) {
	var keys []uint64
	for key := range s.pages {
		if key >= first && key <= last {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		s.pages[key].visit(lo, hi, key == first, key<<s.shift, f)
	}
}

// visit leaves out, on all pages but the first, what starts before the page:
// the page before had it.
func (p *page[D]) visit(lo, hi uint64, first bool, base uint64, f func(*Object[D])) {
	i := 0
	if !p.nested {
		i = p.after(lo)
	}
	for ; i < len(p.objects); i++ {
		o := &p.objects[i]
		if o.start >= hi {
			return
		}
		if o.end > lo && (first || o.start >= base) {
			f(o.Object)
		}
	}
}

// after returns the place of the first object that ends after lo; no two
// overlap.
func (p *page[D]) after(lo uint64) int {
	i, n := 0, len(p.objects)
	for i < n {
		if mid := int(uint(i+n) >> 1); p.objects[mid].end > lo {
			n = mid
		} else {
			i = mid + 1
		}
	}
	return i
}

func (m *Map[D]) insert(o *Object[D]) {
	s := m.shelfOf(o)
	if s == nil {
		m.huge = append(m.huge, o)
		return
	}
	for key := o.Start >> s.shift; key <= (o.End-1)>>s.shift; key++ {
		p := s.pages[key]
		if p == nil {
			p = &page[D]{}
			s.pages[key] = p
			s.recent[key%uint64(len(s.recent))].key = 0
		}
		i := sort.Search(len(p.objects), func(i int) bool { return p.objects[i].start > o.Start })
		if i > 0 && p.objects[i-1].end > o.Start || i < len(p.objects) && p.objects[i].start < o.End {
			p.nested = true
		}
		p.objects = slices.Insert(p.objects, i, entry[D]{o.Start, o.End, o})
	}
}

func (m *Map[D]) remove(o *Object[D]) {
	s := m.shelfOf(o)
	if s == nil {
		m.huge = slices.DeleteFunc(m.huge, func(h *Object[D]) bool { return h == o })
		return
	}
	for key := o.Start >> s.shift; key <= (o.End-1)>>s.shift; key++ {
		p := s.pages[key]
		if i := slices.IndexFunc(p.objects, func(e entry[D]) bool { return e.Object == o }); i >= 0 {
			p.objects = slices.Delete(p.objects, i, i+1)
		}
		if len(p.objects) == 0 {
			p.nested = false
		}
	}
}

// Displaced returns what an alloc of [start, end) at operation n leaves nothing
// of: what is freed by then, and live objects that it does not lie inside. The
// list is good until the next call. (What a destructor ends begins and ends by itself.)
func (m *Map[D]) Displaced(start, end, n uint64) []*Object[D] {
	m.stale = m.stale[:0]
	m.Visit(start, end, func(o *Object[D]) {
		inside := o.Start <= start && end <= o.End && o.End-o.Start > end-start
		if !o.Destroyed && o.Owned == nil && (o.FreeOp < n || !inside) {
			m.stale = append(m.stale, o)
		}
	})
	return m.stale
}

// Drop takes an object out; add may use it again.
func (m *Map[D]) Drop(o *Object[D]) {
	m.remove(o)
	m.spare = append(m.spare, o)
}

// Replace makes room for an object in [start, end) by taking out what an alloc
// displaces, and puts it in. Mostly that is one freed object at the same place:
// malloc hands out again what it got back last, and then only its end changes.
func (m *Map[D]) Replace(old []*Object[D], start, end uint64) *Object[D] {
	if len(old) == 1 && m.resize(old[0], start, end) {
		old[0].reset(start, end)
		return old[0]
	}
	for _, o := range old {
		m.Drop(o)
	}
	return m.Add(start, end)
}

// resize gives an object another end if its page needs no other change.
func (m *Map[D]) resize(o *Object[D], start, end uint64) bool {
	key := start >> m.small.shift
	if o.Start != start || (o.End-1)>>m.small.shift != key || (end-1)>>m.small.shift != key {
		return false
	}
	p := m.small.page(key)
	if p == nil || p.nested {
		return false
	}
	i := p.after(start)
	if i == len(p.objects) || p.objects[i].Object != o {
		return false
	}
	p.objects[i].end = end
	return true
}

// Add puts a new object in.
func (m *Map[D]) Add(start, end uint64) *Object[D] {
	var o *Object[D]
	if n := len(m.spare); n > 0 {
		o, m.spare = m.spare[n-1], m.spare[:n-1]
	} else {
		o = &Object[D]{}
	}
	o.reset(start, end)
	m.insert(o)
	return o
}

func (o *Object[D]) reset(start, end uint64) {
	data := o.Data
	*o = Object[D]{Start: start, End: end, AllocOp: NoOp, FreeOp: NoOp, Number: -1, Data: data}
}

// End is the end of n bytes at start, at least one and none past the end of
// the address space.
func End(start, n uint64) uint64 {
	end := start + max(n, 1)
	if end <= start {
		return ^uint64(0)
	}
	return end
}

// At returns the smallest live object that starts at x, and a freed one that
// does; any says whether some object overlaps [x, end).
func (m *Map[D]) At(x, end uint64) (live, freed *Object[D], any bool) {
	m.Visit(x, end, func(o *Object[D]) {
		any = true
		switch {
		case o.Start != x:
		case o.FreeOp != NoOp:
			freed = o
		case live == nil || o.End < live.End:
			live = o
		}
	})
	return live, freed, any
}
