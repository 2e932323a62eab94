package tasks

import (
	"slices"

	"github.com/tidwall/btree"
)

// What a handler comes after. Each task is looked at once for each handler and thing that it
// came by; it is joined once for each handler.

// group are tasks that a handler comes after once it has done something: those that wrote an
// atomic variable, or those that are over.
type group struct {
	tasks []*task
	noted int // so many were ever added
	many  int // that it may have before those are left out that do not matter any more
}

const fewTasks = 8

func (g *group) add(t *task) {
	if len(g.tasks) >= max(g.many, fewTasks) {
		g.tasks = slices.DeleteFunc(g.tasks, func(t *task) bool { return t.state == gone || t.state == placed && !t.matters() })
		g.many = 2 * len(g.tasks)
	}
	g.tasks = append(g.tasks, t)
	g.noted++
}

// atomics are the tasks that wrote an atomic variable, by its address.
type atomics struct{ by btree.Map[uint64, *group] }

func newAtomics() *atomics { return &atomics{} }

// at is nil where no task wrote.
func (a *atomics) at(addr uint64) *group {
	g, _ := a.by.Get(addr)
	return g
}

func (a *atomics) wrote(addr uint64) *group {
	g := a.at(addr)
	if g == nil {
		g = &group{}
		a.by.Set(addr, g)
	}
	return g
}

// forget: what comes to stand in memory is another lock than the one that stood there.
func (a *atomics) forget(start, end uint64) {
	var gone []uint64
	a.by.Ascend(start, func(addr uint64, _ *group) bool {
		if addr < end {
			gone = append(gone, addr)
		}
		return addr < end
	})
	for _, addr := range gone {
		a.by.Delete(addr)
	}
}

// frame is a handler of the main thread, or a loop in one, or what is outside of all.
type frame struct {
	handler bool
	joined  map[*task]bool
	upTo    map[*group]int // of a group, so many were looked at
}

func newFrame(handler bool) *frame {
	return &frame{handler: handler, joined: map[*task]bool{}, upTo: map[*group]int{}}
}

// unseen are the tasks of a group that were not looked at in a frame; maybe others, too.
func (f *frame) unseen(g *group) []*task {
	n := min(g.noted-f.upTo[g], len(g.tasks))
	f.upTo[g] = g.noted
	return g.tasks[len(g.tasks)-n:]
}

// matters: an object that it used is still there. Those that are not are looked at once.
func (t *task) matters() bool {
	for len(t.used) > 0 && t.used[0].freed {
		t.used = t.used[1:]
	}
	return len(t.used) > 0
}
