package trace

// ids numbers what a recorder numbers its own way, from 0 on, in the order of first
// appearance. Recorders count upward, so numbers that follow each other stand on pages; a
// page that was filled in its order takes no room. What lies far away, as in a hostile
// file, stands in a map: memory is bounded by the numbers, not by their size.
type ids struct {
	pages []idPage // by raw number / idPageSize
	far   map[uint64]uint32
	n     uint32 // how many
}

const idPageSize = 1 << 10

// idPage has the raw numbers from `from` to `from + count`, which are `first` and those
// after it; if list is there, that has all of the page, each + 1, 0 for none.
type idPage struct {
	from, count uint16
	first       uint32
	list        *[idPageSize]uint32
}

// find returns the number of a raw one, if it has one.
func (d *ids) find(raw uint64) (uint32, bool) {
	if k := raw / idPageSize; k < uint64(len(d.pages)) {
		p, i := &d.pages[k], uint16(raw%idPageSize)
		switch {
		case p.list != nil:
			if id := p.list[i]; id != 0 {
				return id - 1, true
			}
		case i-p.from < p.count:
			return p.first + uint32(i-p.from), true
		}
	}
	if len(d.far) == 0 {
		return 0, false
	}
	id, ok := d.far[raw]
	return id, ok
}

// add gives a raw number the next one; it has none yet.
func (d *ids) add(raw uint64) uint32 {
	d.addAs(raw, d.n)
	return d.n - 1
}

// addAs gives it any number.
func (d *ids) addAs(raw uint64, id uint32) {
	k := raw / idPageSize
	d.n++
	if k > 2*uint64(d.n)/idPageSize+1 {
		if d.far == nil {
			d.far = map[uint64]uint32{}
		}
		d.far[raw] = id
		return
	}
	for uint64(len(d.pages)) <= k {
		d.pages = append(d.pages, idPage{})
	}
	d.pages[k].put(uint16(raw%idPageSize), id)
}

func (p *idPage) put(i uint16, id uint32) {
	switch {
	case p.list != nil:
		p.list[i] = id + 1
	case p.count == 0:
		p.from, p.count, p.first = i, 1, id
	case i-p.from == p.count && id == p.first+uint32(p.count):
		p.count++
	default:
		p.list = new([idPageSize]uint32)
		for k := range p.count {
			p.list[p.from+k] = p.first + uint32(k) + 1
		}
		p.list[i] = id + 1
	}
}

// skip uses up a number for what has no raw one.
func (d *ids) skip() uint32 {
	d.n++
	return d.n - 1
}
