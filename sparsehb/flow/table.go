package flow

// table has a number for each granule, 0 = none. It is asked at every access, mostly
// about what it does not have: by pages, the latest of which, present or not, are
// found without the map.
type table struct {
	pages map[uint64]*page
	near  [nearPages]nearPage
	lost  uint64
}

type page [pageSize]uint32

const (
	pageBits  = 9
	pageSize  = 1 << pageBits
	nearPages = 1 << 10
	maxPages  = 1 << 17 // 256 MiB
)

// nearPage is what was found of a page; nil: it is none.
type nearPage struct {
	number uint64 // of the page + 1, 0 = free
	page   *page
}

func newTable() *table { return &table{pages: map[uint64]*page{}} }

func (t *table) page(number uint64) *page {
	n := &t.near[number%nearPages]
	if n.number != number+1 {
		*n = nearPage{number + 1, t.pages[number]}
	}
	return n.page
}

func (t *table) get(granule uint64) uint32 {
	if p := t.page(granule >> pageBits); p != nil {
		return p[granule%pageSize]
	}
	return 0
}

func (t *table) put(granule uint64, v uint32) {
	number := granule >> pageBits
	p := t.page(number)
	if p == nil {
		if v == 0 {
			return
		}
		if len(t.pages) >= maxPages {
			t.lost++
			return
		}
		p = new(page)
		t.pages[number] = p
		t.near[number%nearPages] = nearPage{number + 1, p}
	}
	p[granule%pageSize] = v
}

// each calls f for the granules from first to last that have a number. f may change
// that of its granule.
func (t *table) each(first, last uint64, f func(granule uint64, v uint32)) {
	visit := func(number uint64, p *page) {
		base := number << pageBits
		for g := max(first, base); g <= min(last, base+pageSize-1); g++ {
			if v := p[g%pageSize]; v != 0 {
				f(g, v)
			}
		}
	}
	if (last-first)>>pageBits > uint64(len(t.pages)) {
		for number, p := range t.pages {
			if number >= first>>pageBits && number <= last>>pageBits {
				visit(number, p)
			}
		}
		return
	}
	for number := first >> pageBits; number <= last>>pageBits; number++ {
		if p := t.page(number); p != nil {
			visit(number, p)
		}
	}
}
