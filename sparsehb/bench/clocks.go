package main

import (
	"errors"
	"fmt"
	"time"
)

// The ways in which the paper on EventRacer (Raychev, Vechev, Sridharan, OOPSLA
// 2013, its table 3) says whether one event action comes before another, written
// again. Dense clocks have 16-bit counts, as EventRacer's have, and are joined four
// counts at a time: what a machine of 64 bits does without special instructions.
//
// What would take more memory than allowed is not begun, and says how much it
// needs; what takes longer than allowed is given up.

// connectivity answers whether an action comes before a later one.
type connectivity interface {
	build(g *actions, l *limits) error
	ordered(a, b int32) bool
}

// limits are what an algorithm may take.
type limits struct {
	memory  uint64 // bytes
	allowed time.Duration
	until   time.Time
	calls   uint
}

var errTime = errors.New("not done within the time allowed")

// room asks for so many bytes.
func (l *limits) room(n float64) error {
	if n > float64(l.memory) {
		return fmt.Errorf("needs %.3g GB, allowed are %.3g", n/1e9, float64(l.memory)/1e9)
	}
	return nil
}

// tick is called for each action.
func (l *limits) tick() error {
	if l.calls++; l.calls%16 == 0 && time.Now().After(l.until) {
		return errTime
	}
	return nil
}

// search keeps nothing and looks through the graph at each question, breadth first.
type search struct {
	*actions
	seen  []uint32
	asked uint32
	queue []int32
}

func (s *search) build(g *actions, _ *limits) error {
	s.actions, s.seen = g, make([]uint32, len(g.before))
	return nil
}

func (s *search) ordered(a, b int32) bool {
	s.asked++
	s.queue = append(s.queue[:0], a)
	for i := 0; i < len(s.queue); i++ {
		for _, n := range s.after[s.queue[i]] {
			if n == b {
				return true
			}
			if n < b && s.seen[n] != s.asked {
				s.seen[n] = s.asked
				s.queue = append(s.queue, n)
			}
		}
	}
	return false
}

// bitClocks have a bit for each action.
type bitClocks struct{ clocks [][]uint64 }

func (c *bitClocks) build(g *actions, l *limits) error {
	n := len(g.before)
	if err := l.room(float64(n) * float64(n) / 8); err != nil {
		return err
	}
	for b := range n {
		if err := l.tick(); err != nil {
			return err
		}
		clock := touched((n + 63) / 64)
		for _, a := range g.before[b] {
			for i, w := range c.clocks[a] {
				clock[i] |= w
			}
		}
		clock[b/64] |= 1 << (b % 64)
		c.clocks = append(c.clocks, clock)
	}
	return nil
}

func (c *bitClocks) ordered(a, b int32) bool { return c.clocks[b][a/64]>>(a%64)&1 != 0 }

// denseClocks have a count for each chain of actions; without chains each action is
// one by itself.
type denseClocks struct {
	chained bool
	chain   []int32 // by action
	count   int32
	clocks  [][]uint64
}

// maxChain is how many actions a chain may have: what a count of 15 bits holds.
const maxChain = 1<<15 - 1

// decompose makes chains greedily: each begins with the first action that is in
// none, and goes on with the first of those that come right after and are in none;
// where there is none, through one that is in another chain.
func (c *denseClocks) decompose(g *actions) {
	for i := range c.chain {
		c.chain[i] = -1
	}
	for start := range int32(len(c.chain)) {
		if c.chain[start] >= 0 {
			continue
		}
		for at, n := start, 0; at >= 0 && n < maxChain; n++ {
			if c.chain[at] < 0 {
				c.chain[at] = c.count
			}
			next := int32(-1)
			for _, s := range g.after[at] {
				if c.chain[s] < 0 {
					next = s
					break
				}
			}
			if next < 0 && len(g.after[at]) > 0 {
				next = g.after[at][0]
			}
			at = next
		}
		c.count++
	}
}

func (c *denseClocks) build(g *actions, l *limits) error {
	n := len(g.before)
	c.chain = make([]int32, n)
	if c.chained {
		c.decompose(g)
	} else {
		c.count = int32(n)
		for i := range c.chain {
			c.chain[i] = int32(i)
		}
	}
	if err := l.room(2 * float64(n) * float64(c.count)); err != nil {
		return err
	}
	for b := range n {
		if err := l.tick(); err != nil {
			return err
		}
		clock := touched(int(c.count+3) / 4)
		for _, a := range g.before[b] {
			raise(clock, c.clocks[a])
		}
		i := c.chain[b]
		clock[i/4] += 1 << (i % 4 * 16)
		c.clocks = append(c.clocks, clock)
	}
	return nil
}

// touched is a clock of so many words, zeros that were written: memory that nobody
// wrote to is no memory yet, and a clock of an array has all of its own.
func touched(words int) []uint64 {
	clock := make([]uint64, words)
	for i := 0; i < words; i += 512 {
		clock[i] = ^uint64(0)
	}
	clear(clock)
	return clock
}

// raise makes each count of a at least that of b. Counts have 15 bits, so that the
// 16th one says which of two is larger.
func raise(a, b []uint64) {
	const tops = 0x8000_8000_8000_8000
	for i, y := range b {
		x := a[i]
		if x == y || y == 0 {
			continue
		}
		not := tops &^ ((x | tops) - y) // where y is larger
		mask := not >> 15 * 0xffff
		a[i] = x&^mask | y&mask
	}
}

func countOf(clock []uint64, i int32) uint64 { return clock[i/4] >> (i % 4 * 16) & 0xffff }

func (c *denseClocks) ordered(a, b int32) bool {
	i := c.chain[a]
	return countOf(c.clocks[a], i) <= countOf(c.clocks[b], i)
}
