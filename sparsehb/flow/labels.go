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
	recent [recentUnions]recentUnion
	lost   uint64
}

// recentUnion is one that was asked for lately; a = 0: none.
type recentUnion struct{ a, b, union label }

const recentUnions = 1 << 12

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
	a, b = min(a, b), max(a, b)
	r := &l.recent[(a*0x9e3779b1^b*0x85ebca6b)>>(32-12)]
	if r.a != a || r.b != b {
		*r = recentUnion{a, b, l.makeUnion(a, b)}
	}
	return r.union
}

func (l *labels) makeUnion(a, b label) label {
	key := [2]label{a, b}
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
