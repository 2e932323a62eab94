package sparsehb

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
//   - The second pass knows beforehand when an object will be freed, and puts in
//     only those that will.
type object struct {
	start, end uint64
	allocOp    uint64 // NoOp if allocated before the trace began
	freeOp     uint64 // NoOp if never freed
	alloc      site
	free       site
	number     int32      // of its allocation, -1 for an orphan
	checked    BlockID    // the block for which
	racy       bool       // says whether it is unordered with the free
	pending    []useGroup // uses in that block, not told yet
	destroyed  bool       // by a destructor: its memory lives on
}

// site is where an operation stands.
type site struct {
	block  BlockID // NoBlock: another thread or a loop's own code
	thread trace.ThreadID
	stack  trace.StackID
}

func (o *object) overlaps(lo, hi uint64) bool { return o.start < hi && lo < o.end }

// page lists the objects that overlap an aligned stretch of addresses, by
// start. Their bounds stand in the list, so that a search stays in it.
type page struct {
	objects []entry
	nested  bool // some of them overlap each other, or did
}

type entry struct {
	start, end uint64
	*object
}

// shelf holds the objects of one range of sizes.
type shelf struct {
	shift  uint
	pages  map[uint64]*page
	recent [1024]struct {
		key uint64 // page number + 1
		at  *page  // nil: there is none
	}
}

// Objects of up to 2^16 bytes lie on pages of 2^12, up to 2^26 on pages of
// 2^20 bytes; larger ones are few and looked through one by one.
type objectMap struct {
	small, large shelf
	huge         []*object
	stale        []*object // being displaced
	spare        []*object // to be used again
}

func newObjectMap() *objectMap {
	m := &objectMap{}
	m.small.shift, m.large.shift = 12, 20
	m.small.pages, m.large.pages = map[uint64]*page{}, map[uint64]*page{}
	return m
}

func (m *objectMap) shelfOf(o *object) *shelf {
	switch n := o.end - o.start; {
	case n <= 1<<16:
		return &m.small
	case n <= 1<<26:
		return &m.large
	}
	return nil
}

func (s *shelf) page(key uint64) *page {
	r := &s.recent[key%uint64(len(s.recent))]
	if r.key != key+1 {
		r.key, r.at = key+1, s.pages[key]
	}
	return r.at
}

// visit calls f for each object that overlaps [lo, hi).
func (m *objectMap) visit(lo, hi uint64, f func(*object)) {
	m.small.visit(lo, hi, f)
	if len(m.large.pages) > 0 {
		m.large.visit(lo, hi, f)
	}
	for _, o := range m.huge {
		if o.overlaps(lo, hi) {
			f(o)
		}
	}
}

func (s *shelf) visit(lo, hi uint64, f func(*object)) {
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
func (s *shelf) visitSparse(first, last, lo, hi uint64, f func(*object)) {
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
func (p *page) visit(lo, hi uint64, first bool, base uint64, f func(*object)) {
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
			f(o.object)
		}
	}
}

// after returns the place of the first object that ends after lo; no two
// overlap.
func (p *page) after(lo uint64) int {
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

func (m *objectMap) insert(o *object) {
	s := m.shelfOf(o)
	if s == nil {
		m.huge = append(m.huge, o)
		return
	}
	for key := o.start >> s.shift; key <= (o.end-1)>>s.shift; key++ {
		p := s.pages[key]
		if p == nil {
			p = &page{}
			s.pages[key] = p
			s.recent[key%uint64(len(s.recent))].key = 0
		}
		i := sort.Search(len(p.objects), func(i int) bool { return p.objects[i].start > o.start })
		if i > 0 && p.objects[i-1].end > o.start || i < len(p.objects) && p.objects[i].start < o.end {
			p.nested = true
		}
		p.objects = slices.Insert(p.objects, i, entry{o.start, o.end, o})
	}
}

func (m *objectMap) remove(o *object) {
	s := m.shelfOf(o)
	if s == nil {
		m.huge = slices.DeleteFunc(m.huge, func(h *object) bool { return h == o })
		return
	}
	for key := o.start >> s.shift; key <= (o.end-1)>>s.shift; key++ {
		p := s.pages[key]
		if i := slices.IndexFunc(p.objects, func(e entry) bool { return e.object == o }); i >= 0 {
			p.objects = slices.Delete(p.objects, i, i+1)
		}
		if len(p.objects) == 0 {
			p.nested = false
		}
	}
}

// displaced returns what an alloc of [start, end) at operation n leaves nothing
// of: what is freed by then, and live objects that it does not lie inside. The
// list is good until the next call. (What a destructor ends begins and ends by itself.)
func (m *objectMap) displaced(start, end, n uint64) []*object {
	m.stale = m.stale[:0]
	m.visit(start, end, func(o *object) {
		inside := o.start <= start && end <= o.end && o.end-o.start > end-start
		if !o.destroyed && (o.freeOp < n || !inside) {
			m.stale = append(m.stale, o)
		}
	})
	return m.stale
}

// drop takes an object out; add may use it again.
func (m *objectMap) drop(o *object) {
	m.remove(o)
	m.spare = append(m.spare, o)
}

// replace makes room for an object in [start, end) by taking out what an alloc
// displaces, and puts it in. Mostly that is one freed object at the same place:
// malloc hands out again what it got back last, and then only its end changes.
func (m *objectMap) replace(old []*object, start, end uint64) *object {
	if len(old) == 1 && m.resize(old[0], start, end) {
		old[0].reset(start, end)
		return old[0]
	}
	for _, o := range old {
		m.drop(o)
	}
	return m.add(start, end)
}

// resize gives an object another end if its page needs no other change.
func (m *objectMap) resize(o *object, start, end uint64) bool {
	key := start >> m.small.shift
	if o.start != start || (o.end-1)>>m.small.shift != key || (end-1)>>m.small.shift != key {
		return false
	}
	p := m.small.page(key)
	if p == nil || p.nested {
		return false
	}
	i := p.after(start)
	if i == len(p.objects) || p.objects[i].object != o {
		return false
	}
	p.objects[i].end = end
	return true
}

// add puts a new object in.
func (m *objectMap) add(start, end uint64) *object {
	var o *object
	if n := len(m.spare); n > 0 {
		o, m.spare = m.spare[n-1], m.spare[:n-1]
	} else {
		o = &object{}
	}
	o.reset(start, end)
	m.insert(o)
	return o
}

func (o *object) reset(start, end uint64) {
	*o = object{start: start, end: end, allocOp: NoOp, freeOp: NoOp, number: -1, checked: NoBlock, pending: o.pending[:0]}
	o.alloc.block, o.free.block = NoBlock, NoBlock
}

// endOf is the end of n bytes at start, at least one and none past the end of
// the address space.
func endOf(start, n uint64) uint64 {
	end := start + max(n, 1)
	if end <= start {
		return ^uint64(0)
	}
	return end
}

// at returns the smallest live object that starts at x, and a freed one that
// does; any says whether some object overlaps [x, end).
func (m *objectMap) at(x, end uint64) (live, freed *object, any bool) {
	m.visit(x, end, func(o *object) {
		any = true
		switch {
		case o.start != x:
		case o.freeOp != NoOp:
			freed = o
		case live == nil || o.end < live.end:
			live = o
		}
	})
	return live, freed, any
}
