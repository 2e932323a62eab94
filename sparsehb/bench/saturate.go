package main

import (
	"math/bits"
	"time"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// graph is a happens-before graph in either form. Nodes are numbered in trace
// order and all edges point forward.
type graph struct {
	count       int
	first, last []int    // node by block
	chain       [][2]int // within blocks
	of          []int    // node by operation, -1 for none
	succ        [][]int
	known       []set
	lt          []set // the closed relation
	changed     bool
}

// set is a set of nodes.
type set []uint64

func (s set) has(i int) bool { return s[i>>6]>>(i&63)&1 != 0 }
func (s set) add(i int)      { s[i>>6] |= 1 << (i & 63) }

func (g *graph) edges() (n int) {
	for _, s := range g.lt {
		for _, w := range s {
			n += bits.OnesCount64(w)
		}
	}
	return n
}

func (g *graph) edge(a, b int) {
	if a >= 0 && b >= 0 && a < b && !g.known[a].has(b) {
		g.known[a].add(b)
		g.succ[a] = append(g.succ[a], b)
		g.changed = true
	}
}

// close is R9; edges point forward, so one sweep from the end does it.
func (g *graph) close() {
	for i := g.count - 1; i >= 0; i-- {
		for _, j := range g.succ[i] {
			g.lt[i].add(j)
			for w, x := range g.lt[j] {
				g.lt[i][w] |= x
			}
		}
	}
}

// saturate applies the paper's rules until nothing changes.
func saturate(g *graph, o *sparsehb.Order, res *sparsehb.Result) (*graph, time.Duration) {
	start := time.Now()
	g.succ, g.known, g.lt = make([][]int, g.count), make([]set, g.count), make([]set, g.count)
	for i := range g.count {
		g.known[i], g.lt[i] = make(set, g.count/64+1), make(set, g.count/64+1)
	}
	r := &rules{g, o, res}
	r.facts()
	for g.changed {
		g.changed = false
		g.close()
		r.queue()
		r.loops()
	}
	return g, time.Since(start)
}

// rules are R1 to R12 over the nodes of a graph.
type rules struct {
	*graph
	o   *sparsehb.Order
	res *sparsehb.Result
}

// before is a ≺ b for operations.
func (r *rules) before(a, b uint64) bool {
	if a == sparsehb.NoOp || b == sparsehb.NoOp {
		return false
	}
	x, y := r.of[a], r.of[b]
	return x >= 0 && y >= 0 && (x == y && a < b || x != y && r.lt[x].has(y))
}

func (r *rules) at(op uint64) int {
	if op == sparsehb.NoOp {
		return -1
	}
	return r.of[op]
}

// lastOf is the last node of the block of an operation.
func (r *rules) lastOf(op uint64) int {
	if op == sparsehb.NoOp {
		return -1
	}
	if b := r.o.BlockOf(op); b >= 0 {
		return r.last[b]
	}
	return -1
}

// facts are R1 to R6 and the chains within blocks.
func (r *rules) facts() {
	for _, c := range r.chain {
		r.edge(c[0], c[1])
	}
	blocks := r.o.Blocks()
	latest := map[trace.EventID]int{}
	for i, b := range blocks {
		if i > 0 && blocks[0].Event < 0 {
			r.edge(r.last[0], r.first[i]) // R1: start-up code ends with enterloop
		}
		if n := len(blocks) - 1; i < n && blocks[n].Event < 0 {
			r.edge(r.last[i], r.first[n]) // R2
		}
		if p, ok := latest[b.Event]; ok && b.Event >= 0 {
			r.edge(r.last[p], r.first[i]) // R3
		}
		latest[b.Event] = i
	}
	for i := range r.res.Events {
		e := &r.res.Events[i]
		r.edge(r.lastOf(e.Enq), r.at(e.Deq)) // R4
	}
	for i := range r.res.Loops {
		if v := &r.res.Loops[i]; v.Resetter >= 0 {
			e := &r.res.Events[v.Resetter]
			r.edge(r.at(v.Pause), r.at(e.Deq))  // R5
			r.edge(r.at(e.End), r.at(v.Resume)) // R6
		}
	}
}

func (r *rules) fifo(a, b *sparsehb.Event) bool {
	return a != b && a.Kind == trace.Posted && b.Kind == trace.Posted && a.Prio == b.Prio && r.before(a.Enq, b.Enq)
}

// queue is R7, R8 and R10.
func (r *rules) queue() {
	for i := range r.res.Events {
		a := &r.res.Events[i]
		for j := range r.res.Events {
			b := &r.res.Events[j]
			if !r.fifo(a, b) {
				continue
			}
			if len(a.Loops) == 0 {
				r.edge(r.at(a.End), r.at(b.Deq)) // R7
			} else {
				r.edge(r.at(r.res.Loops[a.Loops[0]].Pause), r.at(b.Deq)) // R8
			}
		}
	}
	for i := range r.res.Loops {
		v := &r.res.Loops[i]
		for j := range r.res.Events {
			if b := &r.res.Events[j]; r.before(v.Resume, b.Enq) {
				r.edge(r.lastOf(v.Resume), r.at(b.Deq)) // R10
			}
		}
	}
}

// loops is R11 and R12.
func (r *rules) loops() {
	for i := range r.res.Loops {
		v := &r.res.Loops[i]
		if v.Resetter < 0 || v.Owner < 0 {
			continue
		}
		owner, resetter := &r.res.Events[v.Owner], &r.res.Events[v.Resetter]
		direct := len(resetter.Loops) == 0 && r.direct(v, resetter)
		for j := range r.res.Events {
			e := &r.res.Events[j]
			if r.fifo(owner, e) && r.fifo(e, resetter) {
				r.edge(r.at(e.End), r.at(v.Resume)) // R11
			}
			if direct && r.fifo(resetter, e) {
				r.edge(r.lastOf(v.Resume), r.at(e.Deq)) // R12
			}
		}
	}
}

// direct: the loop itself dequeued the event, not one inside it.
func (r *rules) direct(v *sparsehb.Loop, e *sparsehb.Event) bool {
	if e.Deq == sparsehb.NoOp || e.Deq < v.Pause || e.Deq > v.Resume {
		return false
	}
	for i := range r.res.Loops {
		if w := &r.res.Loops[i]; w.Pause > v.Pause && w.Pause < e.Deq && w.Resume > e.Deq {
			return false
		}
	}
	return true
}
