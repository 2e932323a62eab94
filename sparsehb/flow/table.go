package flow

// table maps granules to small numbers; it is asked at every access, mostly about
// what it does not have. A key and its number lie together: one miss of the cache.
type table struct {
	slots []slot
	used  int
	shift uint
}

type slot struct {
	key uint64 // granule + 1, 0 = free
	val int32
}

func newTable() *table {
	t := &table{}
	t.grow(10)
	return t
}

func (t *table) grow(bits uint) {
	old := t.slots
	t.slots, t.shift = make([]slot, 1<<bits), 64-bits
	for _, s := range old {
		if s.key != 0 {
			*t.at(s.key) = s
		}
	}
}

// at is the slot of a key, or the free one that it would take.
func (t *table) at(key uint64) *slot {
	for i := key * 0x9e3779b97f4a7c15 >> t.shift; ; i = (i + 1) & uint64(len(t.slots)-1) {
		if s := &t.slots[i]; s.key == key || s.key == 0 {
			return s
		}
	}
}

// get returns -1 for what is not there.
func (t *table) get(granule uint64) int32 {
	if s := t.at(granule + 1); s.key != 0 {
		return s.val
	}
	return -1
}

func (t *table) put(granule uint64, v int32) {
	s := t.at(granule + 1)
	if s.key == 0 {
		if t.used++; t.used*2 > len(t.slots) {
			t.grow(64 - t.shift + 1)
			s = t.at(granule + 1)
		}
	}
	*s = slot{granule + 1, v}
}
