package flow

import "math/bits"

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

// label is a set of elements; 0 is the empty one. Two labels of the same elements are
// one label.
type label uint32

// labels are sets as trees that share what they have in common (big-endian Patricia
// trees: Okasaki and Gill, Fast mergeable integer maps, 1998), each node of which there
// is once: a leaf has 64 elements that follow one another, 16 reads, as bits. So a set
// may be of any size, and one more element costs a path of nodes. A node's children are
// made before it and have lower numbers.
type labels struct {
	nodes  []node
	known  []label // all nodes, by their hash
	recent [recentUnions]union
	inner  [innerUnions]union
	turned [recentUnions]turn
	most   int // nodes
	lost   uint64
}

// node is a leaf (at = 0: the elements from 64*key on) or a branch: what is below it has
// the bits of key from `at` on, and the next one says which child has it.
type node struct {
	key  uint32
	at   uint8
	ways uint8  // of the elements, a bit each
	set  uint64 // of a leaf the elements, of a branch both children
}

func (n *node) left() label  { return label(n.set >> 32) }
func (n *node) right() label { return label(n.set) }

// union is one that was asked for lately; a = 0: none.
type union struct{ a, b, union label }

// turn is one that was asked for lately, of a label in a way; of = 0: none.
type turn struct {
	of  label
	way element
	is  label
}

const (
	recentBits   = 12
	recentUnions = 1 << recentBits
	innerBits    = 16
	innerUnions  = 1 << innerBits
	leafBits     = 6
	eachData     = 0x1111_1111_1111_1111 // the bits of a leaf that are by data
)

func newLabels() *labels {
	return &labels{nodes: make([]node, 1, 1<<10), known: make([]label, 1<<11), most: maxNodes}
}

// slot is where two numbers stand in a table of 1<<size places.
func slot(a, b label, size int) uint32 {
	h := uint32(a)*0x9e3779b1 ^ uint32(b)*0x85ebca6b
	return (h ^ h>>15) * 0xc2b2ae35 >> (32 - size)
}

// only is the label of one element.
func (l *labels) only(e element) label { return l.leaf(uint32(e>>leafBits), 1<<(e&(1<<leafBits-1))) }

func (l *labels) leaf(key uint32, set uint64) label {
	n := node{key: key, set: set}
	for way := range element(1 << waysBits) {
		if set&(eachData<<way) != 0 {
			n.ways |= 1 << way
		}
	}
	return l.find(n)
}

func (l *labels) branch(key uint32, at uint8, left, right label) label {
	return l.find(node{key: key, at: at, ways: l.nodes[left].ways | l.nodes[right].ways, set: uint64(left)<<32 | uint64(right)})
}

// find is the number of a node, a new one if there is none; 0 when there are too many.
func (l *labels) find(n node) label {
	mask := uint32(len(l.known) - 1)
	i := n.hash() & mask
	for ; l.known[i] != 0; i = (i + 1) & mask {
		if l.nodes[l.known[i]] == n {
			return l.known[i]
		}
	}
	if len(l.nodes) >= l.most {
		l.lost++
		return 0
	}
	l.known[i] = label(len(l.nodes))
	l.nodes = append(l.nodes, n)
	if 2*len(l.nodes) > len(l.known) {
		l.grow()
	}
	return label(len(l.nodes) - 1)
}

func (n *node) hash() uint32 {
	h := (n.set ^ uint64(n.key)<<7 ^ uint64(n.at)<<40) * 0x9e3779b97f4a7c15
	h = (h ^ h>>29) * 0xbf58476d1ce4e5b9
	return uint32(h >> 32)
}

func (l *labels) grow() {
	l.known = make([]label, 2*len(l.known))
	mask := uint32(len(l.known) - 1)
	for at := 1; at < len(l.nodes); at++ {
		i := l.nodes[at].hash() & mask
		for l.known[i] != 0 {
			i = (i + 1) & mask
		}
		l.known[i] = label(at)
	}
}

func (l *labels) union(a, b label) label {
	if a == b || b == 0 {
		return a
	}
	if a == 0 {
		return b
	}
	a, b = min(a, b), max(a, b)
	r := &l.recent[slot(a, b, recentBits)]
	if r.a != a || r.b != b {
		u := l.join(a, b)
		*r = union{a, b, u}
	}
	return r.union
}

// join goes down both trees where both have something that the other may lack.
func (l *labels) join(a, b label) label {
	if a == b || b == 0 {
		return a
	}
	if a == 0 {
		return b
	}
	x, y := l.nodes[a], l.nodes[b]
	if x.at < y.at {
		a, b, x, y = b, a, y, x
	}
	if x.at == 0 && x.key == y.key {
		return l.orElse(l.leaf(x.key, x.set|y.set), a)
	}
	if differ := x.key ^ y.key; differ>>x.at != 0 {
		at := bits.Len32(differ)
		left, right := a, b
		if y.key < x.key {
			left, right = b, a
		}
		return l.orElse(l.branch(x.key>>at<<at, uint8(at), left, right), a)
	}
	r := &l.inner[slot(a, b, innerBits)]
	if r.a == a && r.b == b {
		return r.union
	}
	left, right := x.left(), x.right()
	switch {
	case x.at == y.at:
		left, right = l.join(left, y.left()), l.join(right, y.right())
	case y.key>>(x.at-1)&1 == 0:
		left = l.join(left, b)
	default:
		right = l.join(right, b)
	}
	u := l.orElse(l.branch(x.key, x.at, left, right), a)
	*r = union{a, b, u}
	return u
}

// orElse: where there is no room for what is wanted, something less.
func (l *labels) orElse(wanted, less label) label {
	if wanted == 0 {
		return less
	}
	return wanted
}

// turn is a label whose elements depend in another way: by data becomes that way,
// and control stays control.
func (l *labels) turn(a label, way element) label {
	n := l.nodes[a]
	if a == 0 || way == byControl && n.ways == 1<<byControl || way != byControl && n.ways&(1<<byData) == 0 {
		return a
	}
	if n.at == 0 {
		set := n.set
		if way == byControl {
			set |= set>>1 | set>>2 | set>>3
			set &= eachData
			return l.leaf(n.key, set<<way)
		}
		return l.leaf(n.key, set&^eachData|(set&eachData)<<way)
	}
	t := &l.turned[slot(a, label(way), recentBits)]
	if t.of != a || t.way != way {
		*t = turn{a, way, l.both(l.turn(n.left(), way), l.turn(n.right(), way), &n)}
	}
	return t.is
}

// both is a branch of n's place with other children, either of which may be empty.
func (l *labels) both(left, right label, n *node) label {
	if left == 0 || right == 0 {
		return max(left, right)
	}
	return l.branch(n.key, n.at, left, right)
}

// adding is a label in which the reads that `own` picks, of those by data, are what
// was added to.
func (l *labels) adding(a label, own func(readID) bool) label {
	n := l.nodes[a]
	if n.ways&(1<<byData) == 0 {
		return a
	}
	if n.at > 0 {
		left, right := l.adding(n.left(), own), l.adding(n.right(), own)
		return l.both(left, right, &n)
	}
	set := n.set
	for rest := n.set & eachData; rest != 0; rest &= rest - 1 {
		if k := bits.TrailingZeros64(rest); own(readID(element(n.key<<leafBits|uint32(k)) >> waysBits)) {
			set = set&^(1<<k) | 1<<(k+int(byAdding))
		}
	}
	return l.leaf(n.key, set)
}

// has: a read is in the label, in whatever way.
func (l *labels) has(a label, r readID) bool {
	e := element(r) << waysBits
	key := uint32(e >> leafBits)
	for a != 0 {
		n := &l.nodes[a]
		switch {
		case (n.key^key)>>n.at != 0:
			return false
		case n.at == 0:
			return n.set>>(e&(1<<leafBits-1))&(1<<(1<<waysBits)-1) != 0
		case key>>(n.at-1)&1 == 0:
			a = n.left()
		default:
			a = n.right()
		}
	}
	return false
}

// walk goes through a label's nodes where enter says so, and gives the elements.
func (l *labels) walk(a label, enter func(label) bool, yield func(element)) {
	if a == 0 || !enter(a) {
		return
	}
	n := l.nodes[a]
	if n.at > 0 {
		l.walk(n.left(), enter, yield)
		l.walk(n.right(), enter, yield)
		return
	}
	for set := n.set; set != 0; set &= set - 1 {
		yield(element(n.key<<leafBits | uint32(bits.TrailingZeros64(set))))
	}
}
