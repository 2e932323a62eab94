package tasks

import (
	"slices"

	"github.com/tidwall/btree"

	"sparseracer/internal/trace"
)

// What a handler comes after. Each task is looked at once for each handler and thing that it
// came by; it is joined once for each handler.

// group are tasks that a handler comes after once it has done something: those that wrote an
// atomic variable, by what they found there, or those that are over.
type group struct {
	found found
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

// found is what an atomic operation finds in memory.
type found struct {
	size, value uint64
	known       bool
}

func foundBy(op *trace.Op) found {
	if op.Mode&trace.ModeWas == 0 {
		return found{}
	}
	return found{op.Size, op.Val, true}
}

// variable is an atomic one: the tasks that wrote it, by what was there before the first write
// of each. It counts where all of them added to it, with so many bytes.
type variable struct {
	groups []*group
	stored bool
	size   uint64
}

func (v *variable) wrote(op *trace.Op, adds bool) {
	v.stored = v.stored || !adds || v.size != 0 && v.size != op.Size
	v.size = op.Size
}

// mostFound bounds the groups of a variable. Of what further tasks find nothing is known.
const mostFound = 8

func (v *variable) add(t *task, before found) {
	if len(v.groups) >= mostFound {
		before = found{}
	}
	i := slices.IndexFunc(v.groups, func(g *group) bool { return g.found == before })
	if i < 0 {
		i, v.groups = len(v.groups), append(v.groups, &group{found: before})
	}
	v.groups[i].add(t)
}

// leads are the tasks without which a load would have found something else. One that finds what
// a task found before it wrote does not wait for that task: a lock that nobody holds
// looks the same before and behind it. What writes, too, may have waited.
func (v *variable) leads(op *trace.Op) (groups []*group) {
	finds := foundBy(op)
	for _, g := range v.groups {
		if op.Kind != trace.Read || !finds.known || g.found != finds {
			groups = append(groups, g)
		}
	}
	return groups
}

// look is what a handler found in a variable that counts, when it looked first.
type look struct {
	found
	added bool // by the handler itself
}

// waits: an operation on a variable would have been another one without the tasks that wrote it. An
// addition is the same with them and without: of a reference counter above all. So is
// a look at a counter that is relaxed, or takes in two of them, as that of libstdc++'s does which
// frees an object: who waits so looks again and again, in one handler.
func (f *frame) waits(v *variable, op *trace.Op, adds bool) bool {
	if adds {
		f.looks[op.Addr] = look{added: true}
		return false
	}
	if v.stored || op.Kind != trace.Read || op.Mode&trace.ModeLoose == 0 && op.Size == v.size {
		return true
	}
	before, again := f.looks[op.Addr]
	if !again {
		f.looks[op.Addr] = look{found: foundBy(op)}
	}
	return again && !before.added && before.found != foundBy(op)
}

// atomics are the variables that tasks wrote, by their addresses.
type atomics struct{ by btree.Map[uint64, *variable] }

func newAtomics() *atomics { return &atomics{} }

// at is nil where no task wrote.
func (a *atomics) at(addr uint64) *variable {
	v, _ := a.by.Get(addr)
	return v
}

func (a *atomics) wrote(addr uint64) *variable {
	v := a.at(addr)
	if v == nil {
		v = &variable{}
		a.by.Set(addr, v)
	}
	return v
}

// forget: what comes to stand in memory is another lock than the one that stood there.
func (a *atomics) forget(start, end uint64) {
	var gone []uint64
	a.by.Ascend(start, func(addr uint64, _ *variable) bool {
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
	upTo    map[*group]int           // of a group, so many were looked at
	looks   map[uint64]look          // at variables that count, by address
	asked   map[trace.StackID]*group // of what it asked for, those that are over, by where it asked
}

func newFrame(handler bool) *frame {
	return &frame{handler: handler, joined: map[*task]bool{}, upTo: map[*group]int{}, looks: map[uint64]look{}, asked: map[trace.StackID]*group{}}
}

// overAt: a task is over that a frame asked for at a place.
func (f *frame) overAt(at trace.StackID, t *task) {
	g := f.asked[at]
	if g == nil {
		g = &group{}
		f.asked[at] = g
	}
	g.add(t)
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
