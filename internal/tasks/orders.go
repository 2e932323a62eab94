package tasks

import "slices"

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
