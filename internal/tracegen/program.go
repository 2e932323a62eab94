package tracegen

import (
	"math/rand/v2"
	"strconv"

	"sparseracer/internal/trace"
)

// program is the random program while it runs.
type program struct {
	Shape
	*rand.Rand
	tables     trace.Tables
	heap       heap
	queues     [][]posted // by priority
	pool       []object
	poolFrees  int
	eventsLeft int
	queued     int
	loopsLeft  int
	openLoops  int
	done       uint64 // operations given so far
	yield      func(piece) bool
	stopped    bool
	gathered   []trace.Access
}

// posted is an event in a queue and the objects that were handed to it.
type posted struct {
	id   trace.EventID
	gift []object
}

// run gives the whole trace to yield.
func (g *program) run(yield func(piece) bool) {
	g.yield = yield
	for range g.Pool {
		g.pool = append(g.pool, g.alloc())
	}
	g.op(trace.Op{Kind: trace.EnterLoop})
	for g.eventsLeft > 0 && !g.stopped {
		g.deliver(-1, g.openLoops)
	}
	g.op(trace.Op{Kind: trace.ExitLoop})
}

// op gives one operation of the skeleton, or an alloc or a free.
func (g *program) op(op trace.Op) {
	g.flush()
	if op.Kind != trace.Pause && op.Kind != trace.Resume && op.Kind != trace.Reset {
		op.Loop = trace.NoLoop
	}
	if op.Event == 0 && (op.Kind == trace.EnterLoop || op.Kind == trace.ExitLoop || op.Kind >= trace.Read || op.Kind == trace.Reset) {
		op.Event = trace.NoEvent
	}
	op.Level = trace.NoLevel
	g.done++
	g.give(piece{op: op})
}

func (g *program) give(p piece) {
	if !g.stopped && !g.yield(p) {
		g.stopped = true
	}
}

// flush gives the accesses gathered so far.
func (g *program) flush() {
	if len(g.gathered) > 0 {
		g.done += uint64(len(g.gathered))
		g.give(piece{accesses: g.gathered})
		g.gathered = g.gathered[:0]
	}
}

func (g *program) newEvent() trace.EventID {
	id := trace.EventID(g.tables.Events.Len())
	g.tables.Events.Add("e" + strconv.Itoa(int(id)+1))
	return id
}

// next takes the next event off the queues; from the environment if they are
// empty or chance says so.
func (g *program) next() (posted, bool) {
	if g.Float64() >= g.Env {
		for p := g.Prios - 1; p >= 0; p-- {
			if q := g.queues[p]; len(q) > 0 {
				g.queues[p] = q[1:]
				g.queued--
				return q[0], true
			}
		}
	}
	return posted{id: g.newEvent()}, false
}

// deliver runs one event; it resets guard v unless that is -1.
func (g *program) deliver(v trace.LoopID, depth int) {
	e, _ := g.next()
	g.handle(e, v, depth)
}

func (g *program) handle(e posted, v trace.LoopID, depth int) {
	g.eventsLeft--
	last := g.eventsLeft == 0 && v < 0
	g.op(trace.Op{Kind: trace.Deq, Event: e.id, EventKind: trace.Env})
	h := handler{program: g, own: e.gift}
	quota := g.quota()
	h.work(quota / 2)
	h.post()
	if v >= 0 {
		g.op(trace.Op{Kind: trace.Reset, Loop: v})
	} else if g.spins(depth) {
		g.spin(e.id, depth+1)
	}
	h.work(quota - quota/2)
	h.leave()
	if last { // one end and one exitloop are to come
		if want := g.Operations - min(g.Operations, 2); g.done < want {
			h.work(int(want - g.done))
			g.flush()
		}
	}
	g.op(trace.Op{Kind: trace.End, Event: e.id})
}

// quota is a handler's share of the memory operations that are left; the last
// handler makes up for what the rounding leaves.
func (g *program) quota() int {
	skeleton := uint64(g.eventsLeft+1)*4 + uint64(g.loopsLeft)*3
	if g.Operations < g.done+skeleton {
		return 0
	}
	mean := int((g.Operations - g.done - skeleton) / uint64(g.eventsLeft+1) * 31 / 32)
	return mean/2 + g.IntN(mean+1)
}

// spins decides by selection sampling, so that the number of loops comes out
// exactly; each open loop needs an event to end it.
func (g *program) spins(depth int) bool {
	if g.loopsLeft == 0 || g.eventsLeft <= g.openLoops+1 {
		return false
	}
	return depth < 6 && g.IntN(max(g.eventsLeft/2, 1)) < g.loopsLeft
}

// spin runs a nested loop whose last event resets it.
func (g *program) spin(owner trace.EventID, depth int) {
	v := trace.LoopID(g.tables.Loops.Len())
	g.tables.Loops.Add("v" + strconv.Itoa(int(v)+1))
	g.loopsLeft--
	g.openLoops++
	g.op(trace.Op{Kind: trace.Pause, Event: owner, Loop: v, Stack: g.place()})
	for range g.IntN(4) {
		if g.eventsLeft > g.openLoops {
			g.deliver(-1, depth)
		}
	}
	if g.Batch {
		g.lastBatch(v, depth)
	} else {
		g.deliver(v, depth)
	}
	g.openLoops--
	g.op(trace.Op{Kind: trace.Resume, Event: owner, Loop: v})
}

// lastBatch delivers what was queued when the iteration began; the first of it
// resets v.
func (g *program) lastBatch(v trace.LoopID, depth int) {
	mates := g.queues
	g.queues = make([][]posted, g.Prios)
	first := true
	for p := g.Prios - 1; p >= 0; p-- {
		for i, e := range mates[p] {
			if g.eventsLeft <= g.openLoops && !first {
				g.queues[p] = append(mates[p][i:], g.queues[p]...)
				break
			}
			g.queued--
			g.handle(e, v, 99) // batch mates spin no loops here
			v, first = -1, false
		}
	}
	if first {
		g.handle(posted{id: g.newEvent()}, v, depth)
	}
}

func (g *program) place() trace.StackID { return trace.StackID(1 + g.IntN(g.Stacks)) }
