package flow

import (
	"encoding/binary"
	"slices"
)

// readID numbers racy reads: of one cell in one block.
type readID uint32

// element is a racy read in a label, and how the labelled value depends on it.
type element uint32

// How a value depends on a racy read: it is made of it, it was put at a place that
// depends on it, whether it was put there depends on it, or it is what the read's
// own place was added to.
const (
	byData element = iota
	byAddress
	byControl
	byAdding
	waysBits = 2
)

func (e element) read() readID { return readID(e >> waysBits) }
func (e element) way() element { return e & (1<<waysBits - 1) }

// label is a set of elements, interned; 0 is the empty one.
type label uint32

type labels struct {
	sets   [][]element // sorted
	number map[string]label
	unions map[[2]label]label
	turned map[[2]label]label // by label and way
	lost   uint64
}

func newLabels() *labels {
	return &labels{sets: [][]element{nil}, number: map[string]label{"": 0}, unions: map[[2]label]label{}, turned: map[[2]label]label{}}
}

// intern takes a sorted set; of one that is too large the first part.
func (l *labels) intern(set []element) label {
	if len(set) > maxSet {
		l.lost++
		set = set[:maxSet]
	}
	key := make([]byte, 0, 4*maxSet)
	for _, e := range set {
		key = binary.LittleEndian.AppendUint32(key, uint32(e))
	}
	if n, ok := l.number[string(key)]; ok {
		return n
	}
	if len(l.sets) >= maxSets {
		l.lost++
		return 0
	}
	n := label(len(l.sets))
	l.sets = append(l.sets, slices.Clone(set))
	l.number[string(key)] = n
	return n
}

func (l *labels) union(a, b label) label {
	if a == b || b == 0 {
		return a
	}
	if a == 0 {
		return b
	}
	key := [2]label{min(a, b), max(a, b)}
	if u, ok := l.unions[key]; ok {
		return u
	}
	set := slices.Concat(l.sets[a], l.sets[b])
	slices.Sort(set)
	u := l.intern(slices.Compact(set))
	if len(l.unions) < maxSets {
		l.unions[key] = u
	}
	return u
}

// turn is a label whose elements depend in another way: by data becomes that way,
// and control stays control.
func (l *labels) turn(a label, way element) label {
	if a == 0 {
		return 0
	}
	key := [2]label{a, label(way)}
	if t, ok := l.turned[key]; ok {
		return t
	}
	set := slices.Clone(l.sets[a])
	for i, e := range set {
		if way == byControl || e.way() == byData {
			set[i] = e&^(1<<waysBits-1) | way
		}
	}
	slices.Sort(set)
	t := l.intern(slices.Compact(set))
	if len(l.turned) < maxSets {
		l.turned[key] = t
	}
	return t
}

// memory has the label of every byte that has one, by granules.
type memory struct {
	at     *table
	keys   []uint64 // the granules
	bytes  [][8]label
	labels *labels
	lost   uint64
}

// maxRange bounds the bytes of one access that are given or asked for labels.
const maxRange = 1 << 20

func (m *memory) get(lo, hi uint64) label {
	if len(m.keys) == 0 {
		return 0
	}
	hi = min(hi, lo+maxRange)
	var out label
	for g := lo >> 3; g <= (hi-1)>>3; g++ {
		i := m.at.get(g)
		if i < 0 {
			continue
		}
		b := mask(g, lo, hi)
		for k, x := range m.bytes[i] {
			if x != out && x != 0 && b>>k&1 != 0 {
				out = m.labels.union(out, x)
			}
		}
	}
	return out
}

func (m *memory) set(lo, hi uint64, to label) {
	if to == 0 && (hi-lo)>>3 > uint64(len(m.keys)) {
		for i, g := range m.keys {
			if g >= lo>>3 && g <= (hi-1)>>3 {
				m.fill(int32(i), mask(g, lo, hi), 0)
			}
		}
		return
	}
	if hi-lo > maxRange {
		m.lost++
		hi = lo + maxRange
	}
	for g := lo >> 3; g <= (hi-1)>>3; g++ {
		i := m.at.get(g)
		if i < 0 && to != 0 {
			i = m.add(g)
		}
		if i >= 0 {
			m.fill(i, mask(g, lo, hi), to)
		}
	}
}

func (m *memory) fill(i int32, bytes uint8, to label) {
	for k := range m.bytes[i] {
		if bytes>>k&1 != 0 {
			m.bytes[i][k] = to
		}
	}
}

// add makes room for a granule, -1 when there is none.
func (m *memory) add(g uint64) int32 {
	if len(m.keys) >= maxMemory {
		m.lost++
		return -1
	}
	i := int32(len(m.keys))
	m.at.put(g, i)
	m.keys, m.bytes = append(m.keys, g), append(m.bytes, [8]label{})
	return i
}

// join adds a label to what the bytes have.
func (m *memory) join(lo, hi uint64, more label) {
	if more != 0 {
		m.copy(lo, lo, hi-lo, more)
	}
}

// copy gives n bytes at x the labels of those at y, and more to each.
func (m *memory) copy(x, y, n uint64, more label) {
	if len(m.keys) == 0 && more == 0 {
		return
	}
	if n > maxRange {
		m.lost++
		n = maxRange
	}
	from := make([]label, n)
	for i := range from {
		if at := m.at.get((y + uint64(i)) >> 3); at >= 0 {
			from[i] = m.bytes[at][(y+uint64(i))&7]
		}
	}
	for i := uint64(0); i < n; {
		k := i + 1
		for k < n && from[k] == from[i] {
			k++
		}
		m.set(x+i, x+k, m.labels.union(from[i], more))
		i = k
	}
}
