// Package randomtrace makes random valid traces of random programs, for the tests of the
// engine.
package randomtrace

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"

	"sparseracer/internal/trace"
)

// Mode is what a generated trace keeps to.
type Mode uint8

const (
	Exact Mode = iota // a queue in order, guards looked at after every event
	Batch             // Qt's iterations
	Loose             // nesting only: any pending event may come next
	Modes
)

// gen makes random valid traces by running a random program.
type gen struct {
	*rand.Rand
	mode    Mode
	ops     []trace.Op
	queue   []queued
	running []*genLoop
	events  int
	guards  int
	budget  int // events still to be delivered
	prios   int
	meta    trace.Meta
	shown   []trace.EventID // enqueued to say that something is shown
	stopped bool            // the trace ends here: no operation is recorded any more
	threads trace.ThreadID  // started so far, numbers from firstStarted on
}

type queued struct {
	id    trace.EventID
	prio  int32
	kind  trace.EventKind
	attrs []trace.Attr // of its deq
}

type genLoop struct {
	guard trace.LoopID
	set   bool
}

// Trace returns a trace of about size events.
func Trace(seed int64, mode Mode, size int) *trace.Memory {
	g := &gen{Rand: rand.New(rand.NewSource(seed)), mode: mode}
	g.budget = 2 + g.Intn(size)
	g.prios = 1 + g.Intn(3)
	g.meta.Loop = trace.LoopExact
	if mode == Batch {
		g.meta.Loop = trace.LoopBatch
	}
	g.program()
	m := &trace.Memory{Label: fmt.Sprintf("seed %d", seed), Ops: g.ops, M: g.meta}
	for i := range g.events {
		m.T.Events.Add(fmt.Sprintf("e%d", i))
	}
	for i := range g.guards {
		m.T.Loops.Add(fmt.Sprintf("v%d", i))
	}
	m.T.Stacks = []trace.Stack{{}}
	return m
}

func (g *gen) emit(op trace.Op) {
	if g.stopped {
		return
	}
	if op.Kind != trace.Pause && op.Kind != trace.Resume && op.Kind != trace.Reset {
		op.Loop = trace.NoLoop
	}
	if op.Kind == trace.Reset || op.Kind == trace.EnterLoop || op.Kind == trace.ExitLoop ||
		op.Kind == trace.Write || op.Kind == trace.Read {
		op.Event = trace.NoEvent
	}
	g.ops = append(g.ops, op)
	if g.Intn(12) == 0 { // another thread's operation, in between
		g.ops = append(g.ops, trace.Op{Kind: trace.Write, Thread: 1, Event: trace.NoEvent, Loop: trace.NoLoop, Addr: 64, Size: 1})
	}
}

// program is the whole run: start-up code, main's loops, the default loop.
func (g *gen) program() {
	enter := g.Intn(3) > 0
	if enter {
		if g.Intn(4) == 0 {
			g.meta.MainSpins = true
			main := g.newEvent()
			g.emit(trace.Op{Kind: trace.Deq, Event: main})
			g.body(main, 0)
			g.emit(trace.Op{Kind: trace.End, Event: main})
		}
		for range g.Intn(3) {
			g.post()
		}
		g.emit(trace.Op{Kind: trace.EnterLoop})
	}
	if g.Intn(6) == 0 {
		defer func(at int) { g.ops = g.ops[:min(len(g.ops), at)] }(5 + g.Intn(40))
	}
	for g.budget > 0 {
		g.iterate(nil)
	}
	if enter && g.Intn(2) == 0 {
		g.emit(trace.Op{Kind: trace.ExitLoop})
		g.emit(trace.Op{Kind: trace.Write, Addr: 8, Size: 1})
	}
}

func (g *gen) newEvent() trace.EventID {
	g.events++
	return trace.EventID(g.events - 1)
}

// post enqueues an event of any kind.
func (g *gen) post() {
	e := queued{id: g.newEvent(), prio: int32(g.Intn(g.prios))}
	level := trace.NoLevel
	if g.Intn(6) == 0 {
		e.kind = trace.EventKind(1 + g.Intn(5))
		if e.kind == trace.Deferred && g.mode == Loose {
			level = int32(g.Intn(3))
		}
	}
	thread := g.poster()
	var attrs []trace.Attr
	if e.kind == trace.Timer {
		attrs = g.timer(e.id)
	}
	attrs = append(attrs, g.receiver()...)
	g.emit(trace.Op{Kind: trace.Enq, Event: e.id, Prio: e.prio, EventKind: e.kind, Level: level, Thread: thread, Attrs: attrs})
	if g.Intn(20) == 0 {
		g.emit(trace.Op{Kind: trace.Drop, Event: e.id})
		return
	}
	g.queue = append(g.queue, e)
}

// iterate runs one iteration of a loop (nil: the default one): one event, or
// in batch loops also what was queued at its start.
func (g *gen) iterate(l *genLoop) {
	if len(g.queue) == 0 || g.Intn(4) == 0 {
		g.environment(l)
	}
	if g.mode != Batch {
		if i := g.pick(); i >= 0 && (l == nil || !l.set || g.mode == Loose) {
			g.deliver(i)
		}
		return
	}
	batch := slices.Clone(g.queue)
	for range batch {
		i := g.pick()
		if i < 0 || !slices.ContainsFunc(batch, func(e queued) bool { return e.id == g.queue[i].id }) {
			break
		}
		g.deliver(i)
	}
	// What is no posted event comes when its time has come.
	if i := g.other(); i >= 0 && g.Intn(2) == 0 {
		g.deliver(i)
	}
}

func (g *gen) environment(l *genLoop) {
	if g.budget < -20 && l != nil {
		g.emit(trace.Op{Kind: trace.Reset, Loop: l.guard}) // from outside
		l.set = true
		return
	}
	if g.Intn(15) == 0 && len(g.running) > 0 {
		v := g.running[g.Intn(len(g.running))]
		v.set = true
		g.emit(trace.Op{Kind: trace.Reset, Loop: v.guard, Thread: trace.ThreadID(g.Intn(2))})
		return
	}
	e := queued{id: g.newEvent(), kind: trace.Env, attrs: g.receiver()}
	if g.Intn(2) == 0 {
		e.attrs = append(e.attrs, trace.Attr{Key: "needs", Value: g.armable() + " " + g.armable()})
	}
	if g.Intn(8) == 0 {
		e.attrs = append(e.attrs, trace.Attr{Key: "arms", Value: g.armable()})
	}
	g.handle(e)
}

// pick returns the next event of the queue, -1 for none.
func (g *gen) pick() int {
	if len(g.queue) == 0 {
		return -1
	}
	if g.mode == Loose && g.Intn(2) == 0 {
		return g.Intn(len(g.queue))
	}
	if g.mode != Batch && g.Intn(3) == 0 {
		if i := g.other(); i >= 0 {
			return i
		}
	}
	best := -1
	for i, e := range g.queue {
		if e.kind == trace.Posted && (best < 0 || e.prio > g.queue[best].prio) {
			best = i
		}
	}
	return best
}

// other returns an armed event.
func (g *gen) other() int {
	return slices.IndexFunc(g.queue, func(e queued) bool { return e.kind != trace.Posted })
}

func (g *gen) deliver(i int) {
	e := g.queue[i]
	g.queue = slices.Delete(g.queue, i, i+1)
	g.handle(e)
}

func (g *gen) handle(e queued) {
	g.budget--
	g.emit(trace.Op{Kind: trace.Deq, Event: e.id, EventKind: e.kind, Attrs: e.attrs})
	g.body(e.id, len(g.running))
	g.emit(trace.Op{Kind: trace.End, Event: e.id})
}

// body runs random code of a handler.
func (g *gen) body(e trace.EventID, depth int) {
	for range g.Intn(5) {
		switch k := g.Intn(10); {
		case k < 4 && g.budget > 0:
			g.post()
		case k < 7 && depth > 0 && (k < 6 || g.budget < 0):
			v := g.running[depth-1]
			if g.Intn(4) == 0 {
				v = g.running[g.Intn(depth)]
			}
			v.set = true
			g.emit(trace.Op{Kind: trace.Reset, Loop: v.guard})
		case k < 9 && g.budget > 0 && depth < 5:
			g.spin(e)
		default:
			g.arrange()
		}
	}
}

func (g *gen) spin(e trace.EventID) {
	v := &genLoop{guard: trace.LoopID(g.guards)}
	g.guards++
	op := trace.Op{Kind: trace.Pause, Event: e, Loop: v.guard}
	if v.guard%5 == 3 { // a dialog, which a person may leave
		op.Attrs = []trace.Attr{{Key: "what", Value: "QDialog::exec"}}
	}
	g.emit(op)
	g.running = append(g.running, v)
	for !v.set || g.mode == Loose && g.Intn(3) == 0 && g.budget > 0 {
		g.iterate(v)
	}
	g.running = g.running[:len(g.running)-1]
	g.emit(trace.Op{Kind: trace.Resume, Event: e, Loop: v.guard})
}

// Dump writes a trace, one operation a line.
func Dump(m *trace.Memory) string {
	var s strings.Builder
	for i, op := range m.Ops {
		fmt.Fprintf(&s, "%3d %v", i, op.Kind)
		if op.Event >= 0 {
			fmt.Fprintf(&s, " e%d", op.Event)
		}
		if op.Loop >= 0 {
			fmt.Fprintf(&s, " v%d", op.Loop)
		}
		if op.Kind == trace.Enq {
			fmt.Fprintf(&s, " prio=%d kind=%v level=%d", op.Prio, op.EventKind, op.Level)
		}
		if op.Thread != 0 {
			fmt.Fprintf(&s, " thread=%d", op.Thread)
		}
		s.WriteByte('\n')
	}
	return s.String()
}

// regionEnd: the walk deals addresses out in regions of 16 KiB, and this is where one
// ends, so that accesses cross.
const regionEnd = 1 << 14

// AddMemory puts random allocs, frees and accesses between the operations of a
// trace.
func AddMemory(m *trace.Memory, seed int64) *trace.Memory {
	r := rand.New(rand.NewSource(seed))
	out := *m
	out.Ops = nil
	for _, op := range m.Ops {
		if op.IsAccess() {
			continue
		}
		// Receivers are no part of the definition: that filter has tests of its own.
		op.Attrs = slices.DeleteFunc(slices.Clone(op.Attrs), func(a trace.Attr) bool { return a.Key == "object" })
		out.Ops = append(out.Ops, op)
		for range r.Intn(4) {
			x := trace.Op{Event: trace.NoEvent, Loop: trace.NoLoop, Stack: trace.StackID(r.Intn(3)),
				Addr: regionEnd - 24 + uint64(r.Intn(6))*8, Size: 1 + uint64(r.Intn(12)), Thread: trace.ThreadID(r.Intn(10) / 9)}
			x.Kind = []trace.Kind{trace.Read, trace.Write, trace.Read, trace.Write, trace.Alloc, trace.Free}[r.Intn(6)]
			if x.Kind == trace.Free && r.Intn(2) == 0 {
				x.Attrs = []trace.Attr{{Key: "kind", Value: []string{"destroy", "scope"}[x.Size%2]}}
			}
			out.Ops = append(out.Ops, x)
		}
	}
	return &out
}

// AddPlaces gives the accesses of a trace random places in the code, each of which may depend
// on places that come before it.
func AddPlaces(m *trace.Memory, seed int64) *trace.Memory {
	const places = 8
	r := rand.New(rand.NewSource(seed))
	out := *m
	out.Ops = slices.Clone(m.Ops)
	out.T.Sites = make([]trace.Site, places+1)
	for i := 1; i <= places; i++ {
		s := &out.T.Sites[i]
		s.Kind = trace.SiteRead
		for k := 1; k < i; k++ {
			switch r.Intn(6) {
			case 0:
				s.Address = append(s.Address, trace.Dep(k))
			case 1:
				s.Control = append(s.Control, trace.Dep(k))
			}
		}
	}
	for i := range out.Ops {
		if op := &out.Ops[i]; op.IsAccess() && r.Intn(4) > 0 {
			op.Mode, op.Site = op.Mode|trace.ModeSite, trace.SiteID(1+r.Intn(places))
		}
	}
	return &out
}
