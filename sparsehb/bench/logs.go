package main

import (
	"math/rand/v2"

	"sparseracer/internal/eventracer"
)

// pages is a log in EventRacer's format of a program that never ran: a share of its
// events comes from outside, the others are what handlers asked for, so that there
// are trees of events, large and small ones, many of which are under way at a time.
// What is asked for comes in random order (forks), or first in, first out (timers
// of no duration). Each handler makes ten accesses, three in ten of them writes:
// most of them to the 16 variables of its tree, one in a hundred to 64 variables
// that all share.
func pages(seed uint64, events int, outside float64, fifo bool) *eventracer.Draft {
	const accesses, ofTree, ofAll = 10, 16, 64
	r := rand.New(rand.NewPCG(seed, 1))
	d := &eventracer.Draft{Variables: ofAll}
	type asked struct{ by, tree int32 }
	var queue []asked
	for id := range int32(events) {
		tree := int32(0)
		if len(queue) == 0 || r.Float64() < outside {
			tree = int32(d.Variables)
			d.Variables += ofTree
		} else {
			i := 0
			if !fifo {
				i = r.IntN(len(queue))
				queue[0], queue[i] = queue[i], queue[0]
			}
			a := queue[0]
			queue, tree = queue[1:], a.tree
			d.Arcs = append(d.Arcs, eventracer.Arc{Tail: a.by, Head: id, Duration: map[bool]int32{false: -1}[fifo]})
		}
		var does eventracer.Action
		for range accesses {
			v := tree + int32(r.IntN(ofTree))
			if r.IntN(100) == 0 {
				v = int32(r.IntN(ofAll))
			}
			does.Accesses = append(does.Accesses, eventracer.Touch{Variable: v, Write: r.IntN(10) < 3})
		}
		d.Actions = append(d.Actions, does)
		for range asks(r, 1-outside) {
			queue = append(queue, asked{id, tree})
		}
	}
	return d
}

// rows is a log of a program whose handlers work side by side, each on what is its own: some
// rows of events, of which one ends now and then and another one begins, with eight variables
// each. A handler makes as many accesses as asked for, three in ten of them writes; a share
// of them goes to any variable, which is what races. Forks have arcs from one event of a row
// to the next, and now and then to another row. FIFO has each handler post up to two more
// events, in one queue.
func rows(seed uint64, events, accesses int, share float64, fifo bool) *eventracer.Draft {
	const alive, ofRow = 64, 8
	r := rand.New(rand.NewPCG(seed, 2))
	most := events/8 + alive // rows
	d := &eventracer.Draft{Variables: most * ofRow}
	row, begun := make([]int32, events), int32(0)
	begin := func(id int32) {
		row[id], begun = begun%int32(most), begun+1
	}
	work := func(id int32) {
		var does eventracer.Action
		for range accesses {
			v := row[id]*ofRow + int32(r.IntN(ofRow))
			if r.Float64() < share {
				v = int32(r.IntN(d.Variables))
			}
			does.Accesses = append(does.Accesses, eventracer.Touch{Variable: v, Write: r.IntN(10) < 3})
		}
		d.Actions = append(d.Actions, does)
	}
	if fifo {
		var queue []int32 // by whom
		for id := range int32(events) {
			begin(id)
			if len(queue) > 0 && r.IntN(20) > 0 {
				d.Arcs = append(d.Arcs, eventracer.Arc{Tail: queue[0], Head: id})
				row[id], queue = row[queue[0]], queue[1:]
			}
			for n := asks(r, 1); n > 0 || len(queue) < alive/2; n-- {
				queue = append(queue, id)
			}
			work(id)
		}
		return d
	}
	last := make([]int32, alive)
	for id := range int32(events) {
		i := r.IntN(alive)
		switch {
		case id < alive:
			i = int(id)
			begin(id)
		case r.IntN(20) == 0: // another row, from any
			begin(id)
			d.Arcs = append(d.Arcs, eventracer.Arc{Tail: last[r.IntN(alive)], Head: id, Duration: -1})
		default:
			row[id] = row[last[i]]
			d.Arcs = append(d.Arcs, eventracer.Arc{Tail: last[i], Head: id, Duration: -1})
			if from := last[r.IntN(alive)]; from != last[i] && r.IntN(7) == 0 {
				d.Arcs = append(d.Arcs, eventracer.Arc{Tail: from, Head: id, Duration: -1})
			}
		}
		last[i] = id
		work(id)
	}
	return d
}

// asks is 0, 1 or 2, and so much on average.
func asks(r *rand.Rand, average float64) int {
	n := 0
	for range 2 {
		if r.Float64() < average/2 {
			n++
		}
	}
	return n
}
