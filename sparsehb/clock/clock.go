// Package clock has the vector clocks of the order: persistent maps that share what
// they have in common.
package clock

import (
	"math/bits"
	"slices"
)

// A Clock says how far along each chain a block's past reaches. It is a
// persistent Patricia map (Okasaki and Gill, "Fast Mergeable Integer Maps",
// ML Workshop 1998) from groups of neighbouring chains to their counts of blocks:
// clocks share what they have in common, because a past holds little more than its
// own root and what loops joined, while the number of chains grows with the number
// of roots. Neighbours stand in one leaf, for chains that start at one time are
// mostly known together: joining clocks that differ in many chains is then a matter
// of few leaves (half the time where hundreds of events wait in the queue).
//
// The rules it keeps:
//   - Nodes and leaves are never changed once made. Joining returns one of its
//     arguments when that argument already covers the other.
//   - Node 0 is the empty clock. Nodes live in chunks without pointers, which
//     the garbage collector has not to look through.
type Clock uint32

// node is a leaf if left is 0: key is the group, val the place of its counts.
// Else val is the single bit that decides between left (0) and right (1), and key
// the bits above it, the same for everything below.
type node struct{ key, val, left, right uint32 }

const (
	groupBits = 4
	groupMask = 1<<groupBits - 1
	chunkBits = 14
	chunkMask = 1<<chunkBits - 1
)

// counts are those of a group's chains, 0 for one that the clock does not know.
type counts [1 << groupBits]uint32

// Arena holds the nodes of clocks.
type Arena struct {
	chunks [][]node
	n      uint32
	leaves [][]counts
	full   uint32   // of leaves
	made   []uint32 // by hash: a node made lately, to be used again when it is asked for once more
	kept   []uint32 // likewise a leaf's counts
	joins  []joined // by hash: results of merge
	steps  uint64   // of merging, since the arena was made
	set    []uint32 // trees to be merged at once
}

// joined remembers what merge made of two trees.
type joined struct{ m, n, out uint32 }

// The caches are direct-mapped and may forget. That equal clocks are often the same
// node, so that merge need not look into them, is what they are for. The sizes of those of
// nodes and leaves go by how many there are, up to 2^20; that of results by the number of
// blocks, up to 2^16.
const mostMade, leastMade, MostJoins = 1 << 20, 1 << 8, 16

// CacheSize is the size of a cache for that many blocks.
func CacheSize(blocks, most int) int {
	return 1 << min(most, bits.Len(uint(blocks))+most-16)
}

func mix(h uint64, size int) uint32 {
	return uint32((h^h>>29)*0xbf58476d1ce4e5b9>>32) & uint32(size-1)
}

// Hash is the place of four numbers in a cache of a size.
func Hash(a, b, c, d uint32, size int) uint32 {
	return mix(uint64(a)*0x9e3779b97f4a7c15^uint64(b)*0xc2b2ae3d27d4eb4f^uint64(c)*0x165667b19e3779f9^uint64(d)*0xff51afd7ed558ccd, size)
}

func (c *counts) hash(size int) uint32 {
	h := uint64(0)
	for i := 0; i < len(c); i += 2 {
		h = (h^uint64(c[i])^uint64(c[i+1])<<32)*0x9e3779b97f4a7c15 + h>>31
	}
	return mix(h, size)
}

// NewArena returns an arena for the clocks of that many blocks.
func NewArena(blocks int) *Arena {
	return &Arena{chunks: [][]node{make([]node, 1<<chunkBits)}, n: 1,
		leaves: [][]counts{make([]counts, 1<<chunkBits)}, full: 1,
		made: make([]uint32, leastMade), kept: make([]uint32, leastMade),
		joins: make([]joined, CacheSize(blocks, MostJoins))}
}

func (a *Arena) at(c uint32) *node       { return &a.chunks[c>>chunkBits][c&chunkMask] }
func (a *Arena) counts(i uint32) *counts { return &a.leaves[i>>chunkBits][i&chunkMask] }

func (a *Arena) make(key, val, left, right uint32) uint32 {
	slot := &a.made[Hash(key, val, left, right, len(a.made))]
	if *a.at(*slot) == (node{key, val, left, right}) && *slot != 0 {
		return *slot
	}
	c := a.n
	*slot = c
	if int(c>>chunkBits) == len(a.chunks) {
		a.chunks = append(a.chunks, make([]node, 1<<chunkBits))
	}
	*a.at(c) = node{key, val, left, right}
	a.n++
	if a.n == 0 {
		panic("clock: more than 2^32 clock nodes")
	}
	if int(a.n) > len(a.made) && len(a.made) < mostMade {
		a.growMade()
	}
	return c
}

// growMade makes the cache of nodes larger, and puts in those that there are.
func (a *Arena) growMade() {
	a.made = make([]uint32, 4*len(a.made))
	for c := uint32(1); c < a.n; c++ {
		p := a.at(c)
		a.made[Hash(p.key, p.val, p.left, p.right, len(a.made))] = c
	}
}

// growKept does the same for leaves.
func (a *Arena) growKept() {
	a.kept = make([]uint32, 4*len(a.kept))
	for i := uint32(1); i < a.full; i++ {
		a.kept[a.counts(i).hash(len(a.kept))] = i
	}
}

// leaf returns the leaf of a group.
func (a *Arena) leaf(group uint32, c *counts) uint32 {
	slot := &a.kept[c.hash(len(a.kept))]
	if *slot == 0 || *a.counts(*slot) != *c {
		*slot = a.full
		if int(a.full>>chunkBits) == len(a.leaves) {
			a.leaves = append(a.leaves, make([]counts, 1<<chunkBits))
		}
		*a.counts(a.full) = *c
		a.full++
		if int(a.full) > len(a.kept) && len(a.kept) < mostMade {
			at := *slot
			a.growKept()
			return a.make(group, at, 0, 0)
		}
	}
	return a.make(group, *slot, 0, 0)
}

// Len is how many nodes were made, and one more.
func (a *Arena) Len() uint32 { return a.n }

// Steps is the work of joining so far: nodes that were looked at.
func (a *Arena) Steps() uint64 { return a.steps }

// Reset forgets all clocks and keeps the memory.
func (a *Arena) Reset() {
	a.n, a.full = 1, 1
	clear(a.made)
	clear(a.kept)
	clear(a.joins)
}

// Get returns the count of a chain, 0 if the clock does not know it.
func (a *Arena) Get(c Clock, chain uint32) uint32 {
	return a.counts(a.find(uint32(c), chain>>groupBits))[chain&groupMask]
}

// Whole returns a chain of which the clock knows all there is, by the lengths of the
// chains; false if there is none among those that it looks at, the newest ones.
func (a *Arena) Whole(c Clock, length func(chain uint32) uint32) (chain uint32, ok bool) {
	left := mostWhole
	return a.whole(uint32(c), length, &left)
}

// mostWhole is how many nodes Whole looks at.
const mostWhole = 32

func (a *Arena) whole(n uint32, length func(chain uint32) uint32, left *int) (chain uint32, ok bool) {
	if n == 0 || *left == 0 {
		return 0, false
	}
	*left--
	a.steps++
	p := a.at(n)
	if p.left != 0 {
		if chain, ok = a.whole(p.right, length, left); !ok {
			chain, ok = a.whole(p.left, length, left)
		}
		return chain, ok
	}
	for i, n := range a.counts(p.val) {
		if chain = p.key<<groupBits | uint32(i); n > 0 && n == length(chain) {
			return chain, true
		}
	}
	return 0, false
}

// Recall is Get for one who asks the same clocks again and again, about chains that are
// neighbours: it remembers where their counts stand. Not for several at a time.
type Recall struct {
	of    *Arena
	known []recalled
}

// recalled is where a clock has the counts of a group (find).
type recalled struct{ c, group, val uint32 }

// Recall returns one with so many places.
func (a *Arena) Recall(places int) Recall { return Recall{a, make([]recalled, places)} }

// Reset is for when the arena forgets its clocks.
func (r *Recall) Reset() { clear(r.known) }

// Get is Arena.Get.
func (r *Recall) Get(c Clock, chain uint32) uint32 {
	group := chain >> groupBits
	p := r.of.at(uint32(c))
	if p.left == 0 { // none, or a leaf
		if c == 0 || p.key != group {
			return 0
		}
		return r.of.counts(p.val)[chain&groupMask]
	}
	slot := &r.known[(uint32(c)*0x9e3779b1^group*0x85ebca6b)>>7&uint32(len(r.known)-1)]
	if slot.c != uint32(c) || slot.group != group {
		*slot = recalled{uint32(c), group, r.of.find(uint32(c), group)}
	}
	return r.of.counts(slot.val)[chain&groupMask]
}

// find is where a clock has the counts of a group: 0, where all are 0, if it has none.
func (a *Arena) find(n, group uint32) uint32 {
	for n != 0 {
		p := a.at(n)
		if p.left == 0 {
			if p.key == group {
				return p.val
			}
			return 0
		}
		if group&p.val != 0 {
			n = p.right
		} else {
			n = p.left
		}
	}
	return 0
}

// With returns c with the count of a chain raised to at least count.
func (a *Arena) With(c Clock, chain, count uint32) Clock {
	if a.Get(c, chain) >= count {
		return c
	}
	return Clock(a.raise(uint32(c), chain, count))
}

// raise is with for a node. The caller knows that n has less for the chain.
func (a *Arena) raise(n, chain, count uint32) uint32 {
	group := chain >> groupBits
	p := node{}
	if n != 0 {
		p = *a.at(n)
	}
	switch {
	case n != 0 && p.left != 0 && prefix(group, p.val) == p.key:
		if group&p.val != 0 {
			return a.make(p.key, p.val, p.left, a.raise(p.right, chain, count))
		}
		return a.make(p.key, p.val, a.raise(p.left, chain, count), p.right)
	case n != 0 && p.left == 0 && p.key == group:
		c := *a.counts(p.val)
		c[chain&groupMask] = count
		return a.leaf(group, &c)
	}
	var c counts
	c[chain&groupMask] = count
	m := a.leaf(group, &c)
	if n == 0 {
		return m
	}
	return a.branch(m, group, n, p.key)
}

// branch joins two trees whose keys differ.
func (a *Arena) branch(m, keyM, n, keyN uint32) uint32 {
	bit := uint32(1) << (31 - bits.LeadingZeros32(keyM^keyN))
	if keyM&bit != 0 {
		m, n = n, m
	}
	return a.make(prefix(keyM, bit), bit, m, n)
}

// prefix keeps the bits above bit.
func prefix(key, bit uint32) uint32 { return key &^ (bit | (bit - 1)) }

// Join returns the least clock that covers both.
func (a *Arena) Join(c, d Clock) Clock { return Clock(a.merge(uint32(c), uint32(d))) }

// JoinAll is Join for many, which makes none of the clocks in between.
func (a *Arena) JoinAll(list []Clock) Clock {
	from := len(a.set)
	for _, c := range list {
		a.push(from, uint32(c))
	}
	out := a.mergeAll(from)
	a.set = a.set[:from]
	return Clock(out)
}

// push adds a tree to those from a place on, unless it is there or empty.
func (a *Arena) push(from int, n uint32) {
	if n != 0 && !slices.Contains(a.set[from:], n) {
		a.set = append(a.set, n)
	}
}

// mergeAll merges the trees of the set from a place on: like merge, bit by bit from above,
// but all at once.
func (a *Arena) mergeAll(from int) uint32 {
	trees := a.set[from:]
	switch len(trees) {
	case 0:
		return 0
	case 1:
		return trees[0]
	case 2:
		return a.merge(trees[0], trees[1])
	}
	a.steps++
	bit := a.highest(trees)
	if bit == 0 {
		return a.mergeLeaves(trees)
	}
	to := len(a.set)
	key := a.at(trees[0]).key
	for i := from; i < to; i++ {
		if p := a.at(a.set[i]); p.left != 0 && p.val == bit {
			a.push(to, p.left)
		} else if p.key&bit == 0 {
			a.push(to, a.set[i])
		}
	}
	l := a.mergeAll(to)
	a.set = a.set[:to]
	for i := from; i < to; i++ {
		if p := a.at(a.set[i]); p.left != 0 && p.val == bit {
			a.push(to, p.right)
		} else if p.key&bit != 0 {
			a.push(to, a.set[i])
		}
	}
	r := a.mergeAll(to)
	a.set = a.set[:to]
	for _, n := range a.set[from:to] {
		if p := a.at(n); p.left == l && p.right == r && p.val == bit {
			return n
		}
	}
	return a.make(prefix(key, bit), bit, l, r)
}

// highest is the highest bit by which what several trees have differs, 0 if they are
// leaves of one group.
func (a *Arena) highest(trees []uint32) uint32 {
	first := a.at(trees[0]).key
	var bit, differ uint32
	for _, n := range trees {
		p := a.at(n)
		differ |= p.key ^ first
		if p.left != 0 {
			bit = max(bit, p.val)
		}
	}
	if differ != 0 {
		bit = max(bit, uint32(1)<<(31-bits.LeadingZeros32(differ)))
	}
	return bit
}

// mergeLeaves is mergeCounts for many.
func (a *Arena) mergeLeaves(trees []uint32) uint32 {
	out := *a.counts(a.at(trees[0]).val)
	last := trees[0] // the tree that is what there is so far, 0 for none
	for _, n := range trees[1:] {
		more, less := false, false
		for i, v := range a.counts(a.at(n).val) {
			switch {
			case v > out[i]:
				out[i], more = v, true
			case v < out[i]:
				less = true
			}
		}
		switch {
		case more && less:
			last = 0
		case more:
			last = n
		}
	}
	if last != 0 {
		return last
	}
	return a.leaf(a.at(trees[0]).key, &out)
}

func (a *Arena) merge(m, n uint32) uint32 {
	a.steps++
	switch {
	case m == n || n == 0:
		return m
	case m == 0:
		return n
	}
	p, q := *a.at(m), *a.at(n)
	switch {
	case p.left == 0:
		return a.mergeLeaf(n, q, m, p)
	case q.left == 0:
		return a.mergeLeaf(m, p, n, q)
	}
	slot := &a.joins[Hash(m, n, 0, 0, len(a.joins))]
	if slot.m == m && slot.n == n {
		return slot.out
	}
	out := a.mergeTrees(m, n, p, q)
	*slot = joined{m, n, out}
	return out
}

func (a *Arena) mergeTrees(m, n uint32, p, q node) uint32 {
	switch {
	case p.val == q.val && p.key == q.key:
		return a.rebuild(m, n, p, q, a.merge(p.left, q.left), a.merge(p.right, q.right))
	case p.val > q.val && prefix(q.key, p.val) == p.key:
		return a.mergeBelow(m, p, n, q.key)
	case q.val > p.val && prefix(p.key, q.val) == q.key:
		return a.mergeBelow(n, q, m, p.key)
	}
	return a.branch(m, p.key, n, q.key)
}

// mergeLeaf merges the leaf p into tree n.
func (a *Arena) mergeLeaf(n uint32, q node, leaf uint32, p node) uint32 {
	switch {
	case q.left == 0 && q.key == p.key:
		return a.mergeCounts(n, leaf, p.key, a.counts(q.val), a.counts(p.val))
	case q.left == 0 || prefix(p.key, q.val) != q.key:
		return a.branch(leaf, p.key, n, q.key)
	}
	return a.mergeBelow(n, q, leaf, p.key)
}

// mergeCounts merges two leaves of one group.
func (a *Arena) mergeCounts(m, n, group uint32, x, y *counts) uint32 {
	if x == y {
		return m
	}
	out, isX, isY := *x, true, true
	for i, v := range y {
		switch {
		case v > out[i]:
			out[i], isX = v, false
		case v < out[i]:
			isY = false
		}
	}
	switch {
	case isX:
		return m
	case isY:
		return n
	}
	return a.leaf(group, &out)
}

// rebuild returns m or n when they already are what the merged halves make.
func (a *Arena) rebuild(m, n uint32, p, q node, l, r uint32) uint32 {
	switch {
	case l == p.left && r == p.right:
		return m
	case l == q.left && r == q.right:
		return n
	}
	return a.make(p.key, p.val, l, r)
}

// mergeBelow merges n, whose keys all lie on one side of m, into that side.
func (a *Arena) mergeBelow(m uint32, p node, n, key uint32) uint32 {
	l, r := p.left, p.right
	if key&p.val != 0 {
		r = a.merge(r, n)
	} else {
		l = a.merge(l, n)
	}
	return a.rebuild(m, m, p, p, l, r)
}
