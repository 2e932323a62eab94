package flow

// memory has the label of every byte that has one: by granules, whose bytes mostly
// have the same; those of the others stand apart.
type memory struct {
	at     *table // a label, or apart and the number of one of these
	parts  [][8]label
	free   []uint32 // of them
	labels *labels
	from   []label // of copy
	lost   uint64
}

const apart = 1 << 31

// maxRange bounds the bytes of one access that are given or asked for labels.
const maxRange = 1 << 20

func newMemory(l *labels) memory { return memory{at: newTable(), labels: l} }

func (m *memory) get(lo, hi uint64) label {
	hi = min(hi, lo+maxRange)
	var out label
	for g := lo >> 3; g <= (hi-1)>>3; g++ {
		v := m.at.get(g)
		if v&apart == 0 {
			if label(v) != out && v != 0 {
				out = m.labels.union(out, label(v))
			}
			continue
		}
		b := mask(g, lo, hi)
		for k, x := range m.parts[v&^apart] {
			if x != out && x != 0 && b>>k&1 != 0 {
				out = m.labels.union(out, x)
			}
		}
	}
	return out
}

func (m *memory) set(lo, hi uint64, to label) {
	if to == 0 {
		m.at.each(lo>>3, (hi-1)>>3, func(g uint64, _ uint32) { m.fill(g, mask(g, lo, hi), 0) })
		return
	}
	if hi-lo > maxRange {
		m.lost++
		hi = lo + maxRange
	}
	for g := lo >> 3; g <= (hi-1)>>3; g++ {
		m.fill(g, mask(g, lo, hi), to)
	}
}

// fill gives some bytes of a granule a label.
func (m *memory) fill(g uint64, bytes uint8, to label) {
	v := m.at.get(g)
	if v == uint32(to) {
		return
	}
	if bytes == 0xff {
		if v&apart != 0 {
			m.free = append(m.free, v&^apart)
		}
		m.at.put(g, uint32(to))
		return
	}
	if v&apart == 0 {
		v = m.split(label(v))
		m.at.put(g, v)
	}
	p, same := &m.parts[v&^apart], true
	for k := range p {
		if bytes>>k&1 != 0 {
			p[k] = to
		}
		same = same && p[k] == p[0]
	}
	if same {
		m.free = append(m.free, v&^apart)
		m.at.put(g, uint32(p[0]))
	}
}

// split makes room for the bytes of a granule, which all have one label.
func (m *memory) split(of label) uint32 {
	all := [8]label{of, of, of, of, of, of, of, of}
	if n := len(m.free); n > 0 {
		i := m.free[n-1]
		m.free = m.free[:n-1]
		m.parts[i] = all
		return i | apart
	}
	m.parts = append(m.parts, all)
	return uint32(len(m.parts)-1) | apart
}

// join adds a label to what the bytes have.
func (m *memory) join(lo, hi uint64, more label) {
	if more != 0 {
		m.copy(lo, lo, hi-lo, more)
	}
}

// copy gives n bytes at x the labels of those at y, and more to each.
func (m *memory) copy(x, y, n uint64, more label) {
	if n == 0 {
		return
	}
	if n > maxRange {
		m.lost++
		n = maxRange
	}
	if !m.any(y, y+n) {
		m.set(x, x+n, more)
		return
	}
	m.from = m.from[:0]
	for i := range n {
		v := m.at.get((y + i) >> 3)
		if v&apart != 0 {
			v = uint32(m.parts[v&^apart][(y+i)&7])
		}
		m.from = append(m.from, label(v))
	}
	for i := uint64(0); i < n; {
		k := i + 1
		for k < n && m.from[k] == m.from[i] {
			k++
		}
		m.set(x+i, x+k, m.labels.union(m.from[i], more))
		i = k
	}
}

// any: some granule of the bytes has a label.
func (m *memory) any(lo, hi uint64) bool {
	for g := lo >> 3; g <= (hi-1)>>3; g++ {
		if m.at.get(g) != 0 {
			return true
		}
	}
	return false
}
