package flow

// table maps granules to small numbers; it is asked at every access, mostly about
// what it does not have.
type table struct {
	keys  []uint64 // granule + 1, 0 = free
	vals  []int32
	used  int
	shift uint
}

func newTable() *table {
	t := &table{}
	t.grow(10)
	return t
}

func (t *table) grow(bits uint) {
	keys, vals := t.keys, t.vals
	t.keys, t.vals = make([]uint64, 1<<bits), make([]int32, 1<<bits)
	t.shift = 64 - bits
	for i, k := range keys {
		if k != 0 {
			*t.slot(k) = vals[i]
		}
	}
}

// slot is the place of a key; it takes a free one.
func (t *table) slot(key uint64) *int32 {
	for i := key * 0x9e3779b97f4a7c15 >> t.shift; ; i = (i + 1) & uint64(len(t.keys)-1) {
		if t.keys[i] == key {
			return &t.vals[i]
		}
		if t.keys[i] == 0 {
			t.keys[i] = key
			return &t.vals[i]
		}
	}
}

// get returns -1 for what is not there.
func (t *table) get(granule uint64) int32 {
	key := granule + 1
	for i := key * 0x9e3779b97f4a7c15 >> t.shift; ; i = (i + 1) & uint64(len(t.keys)-1) {
		if t.keys[i] == key {
			return t.vals[i]
		}
		if t.keys[i] == 0 {
			return -1
		}
	}
}

func (t *table) put(granule uint64, v int32) {
	if t.get(granule) < 0 {
		if t.used++; t.used*2 > len(t.keys) {
			t.grow(64 - t.shift + 1)
		}
	}
	*t.slot(granule + 1) = v
}
