package filter

import (
	"math/bits"
	"slices"
	"sort"

	"sparseracer/sparsehb/heap"
)

// Two containers over addresses, for the walk that looks for guards (guarded.go).
// What they are for is stretches: an alloc or a free of many bytes costs what
// there is in it, not what there is in all.

// pageGranules granules of 8 bytes are a page.
const (
	pageBits     = 6
	pageGranules = 1 << pageBits
)

// granuleMap maps granules to values.
type granuleMap[T any] struct {
	pages map[uint64]*granulePage[T]
	at    uint64 // the page looked for last
	last  *granulePage[T]
}

// granulePage has its values in the order of their granules.
type granulePage[T any] struct {
	has   uint64 // a bit for each granule that has a value
	items []T
}

func newGranuleMap[T any]() *granuleMap[T] {
	return &granuleMap[T]{pages: map[uint64]*granulePage[T]{}}
}

func (m *granuleMap[T]) page(n uint64) *granulePage[T] {
	if m.last == nil || m.at != n {
		m.at, m.last = n, m.pages[n]
	}
	return m.last
}

// place is the granule's bit in its page, and how many values come before it.
func (p *granulePage[T]) place(granule uint64) (bit uint64, i int) {
	bit = 1 << (granule % pageGranules)
	return bit, bits.OnesCount64(p.has & (bit - 1))
}

// find returns the place of a granule's value, nil if it has none. It is good
// until the next put or drop.
func (m *granuleMap[T]) find(granule uint64) *T {
	p := m.page(granule >> pageBits)
	if p == nil {
		return nil
	}
	if bit, i := p.place(granule); p.has&bit != 0 {
		return &p.items[i]
	}
	return nil
}

// put gives a granule that has no value one.
func (m *granuleMap[T]) put(granule uint64, v T) {
	n := granule >> pageBits
	p := m.page(n)
	if p == nil {
		p = &granulePage[T]{}
		m.pages[n], m.at, m.last = p, n, p
	}
	bit, i := p.place(granule)
	p.has |= bit
	p.items = slices.Insert(p.items, i, v)
}

// drop takes the value of a granule that has one.
func (m *granuleMap[T]) drop(granule uint64) {
	n := granule >> pageBits
	p := m.page(n)
	bit, i := p.place(granule)
	p.has &^= bit
	p.items = slices.Delete(p.items, i, i+1)
	if p.has == 0 {
		delete(m.pages, n)
		m.last = nil
	}
}

// each calls f for the values of granules first to last, in any order of pages.
func (m *granuleMap[T]) each(first, last uint64, f func(granule uint64, v *T)) {
	from, to := first>>pageBits, last>>pageBits
	switch {
	case len(m.pages) == 0:
	case to-from < uint64(len(m.pages)):
		for n := from; n <= to; n++ {
			if p := m.page(n); p != nil {
				p.each(n, first, last, f)
			}
		}
	default:
		for n, p := range m.pages {
			if from <= n && n <= to {
				p.each(n, first, last, f)
			}
		}
	}
}

func (p *granulePage[T]) each(page, first, last uint64, f func(granule uint64, v *T)) {
	i := 0
	for has := p.has; has != 0; has &= has - 1 {
		granule := page<<pageBits + uint64(bits.TrailingZeros64(has))
		if first <= granule && granule <= last {
			f(granule, &p.items[i])
		}
		i++
	}
}

// byteSet is a set of bytes. Long stretches are kept as they are; there are few
// of them.
type byteSet struct {
	pages map[uint64]*[pageGranules]uint8
	at    uint64
	last  *[pageGranules]uint8
	long  []stretch // disjoint, ascending
}

// stretch is the bytes from lo up to, not including, hi.
type stretch struct{ lo, hi uint64 }

const (
	longStretch = 1 << 16 // bytes
	// maxPages bounds the memory, to some 100 MB. A set that is larger is
	// taken for all bytes.
	maxPages = 1 << 20
)

func (s *byteSet) page(n uint64) *[pageGranules]uint8 {
	if s.last == nil || s.at != n {
		s.at, s.last = n, s.pages[n]
	}
	return s.last
}

// add puts [lo, hi) in.
func (s *byteSet) add(lo, hi uint64) {
	if hi-lo > longStretch {
		s.addLong(lo, hi)
		return
	}
	for g := lo >> 3; g <= (hi-1)>>3; g++ {
		n := g >> pageBits
		p := s.page(n)
		if p == nil {
			if len(s.pages) >= maxPages {
				return
			}
			if s.pages == nil {
				s.pages = map[uint64]*[pageGranules]uint8{}
			}
			p = new([pageGranules]uint8)
			s.pages[n], s.at, s.last = p, n, p
		}
		p[g%pageGranules] |= byteMask(g, lo, hi)
	}
}

// addLong merges a stretch with those that it meets.
func (s *byteSet) addLong(lo, hi uint64) {
	from := sort.Search(len(s.long), func(i int) bool { return s.long[i].hi >= lo })
	to := sort.Search(len(s.long), func(i int) bool { return s.long[i].lo > hi })
	if from < to {
		lo, hi = min(lo, s.long[from].lo), max(hi, s.long[to-1].hi)
	}
	s.long = slices.Replace(s.long, from, to, stretch{lo, hi})
}

// in returns the bytes of a granule that are in the set.
func (s *byteSet) in(granule uint64) uint8 {
	if len(s.pages) >= maxPages {
		return 0xff
	}
	have := uint8(0)
	if p := s.page(granule >> pageBits); p != nil {
		have = p[granule%pageGranules]
	}
	lo := granule << 3
	from := sort.Search(len(s.long), func(i int) bool { return s.long[i].hi > lo })
	for _, w := range s.long[from:] {
		if w.lo >= heap.End(lo, 8) {
			break
		}
		have |= byteMask(granule, w.lo, w.hi)
	}
	return have
}
