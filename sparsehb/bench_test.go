package sparsehb

import (
	"fmt"
	"io"
	"math/rand"
	"runtime"
	"testing"

	"sparseracer/internal/trace"
)

// bulk is a large generated trace in a form small enough to hold millions of
// events.
type bulk struct {
	ops  []bulkOp
	loop trace.LoopKind
	m    trace.Meta
	t    trace.Tables
}

type bulkOp struct {
	kind  trace.Kind
	ekind trace.EventKind
	prio  int16
	id    int32 // event, or the low part of an address
	loop  int32
}

func (b *bulk) Name() string                { return "bulk" }
func (b *bulk) Open() (trace.Reader, error) { return &bulkReader{b: b}, nil }

type bulkReader struct {
	b    *bulk
	next int
}

func (r *bulkReader) Next(op *trace.Op) error {
	if r.next == len(r.b.ops) {
		return io.EOF
	}
	x := r.b.ops[r.next]
	r.next++
	*op = trace.Op{Kind: x.kind, EventKind: x.ekind, Prio: int32(x.prio), Level: trace.NoLevel,
		Event: trace.NoEvent, Loop: trace.LoopID(x.loop)}
	if x.kind >= trace.Read {
		op.Addr, op.Size = uint64(uint32(x.id)), 8
	} else {
		op.Event = trace.EventID(x.id)
	}
	return nil
}
func (r *bulkReader) Meta() *trace.Meta     { return &r.b.m }
func (r *bulkReader) Tables() *trace.Tables { return &r.b.t }
func (r *bulkReader) Close() error          { return nil }

// shape says what a bulk trace looks like.
type shape struct {
	events   int
	spin     float64 // share of events that spin a loop
	env      float64 // share of events from the environment
	prios    int
	accesses int // an event
	batch    bool
	drains   bool // handlers post 0.6 events, not one: the queue is empty now and then
}

type bulkGen struct {
	*rand.Rand
	*bulk
	shape
	queues [][]int32 // by priority; in batch loops what stands behind the mark
	mates  []int32   // in batch loops what stands before it
	left   int
	next   int32
	guards int32
	depth  int
}

// genBulk runs a random program: each handler posts up to two events, some
// spin a loop that one of the next events ends.
func genBulk(seed int64, s shape) *bulk {
	g := &bulkGen{Rand: rand.New(rand.NewSource(seed)), bulk: &bulk{}, shape: s, left: s.events,
		queues: make([][]int32, s.prios)}
	g.m.Loop = trace.LoopExact
	if s.batch {
		g.m.Loop = trace.LoopBatch
	}
	g.op(trace.EnterLoop, -1, -1)
	for g.left > 0 {
		g.iterate(-1)
	}
	g.op(trace.ExitLoop, -1, -1)
	return g.bulk
}

func (g *bulkGen) op(k trace.Kind, id, loop int32) {
	g.ops = append(g.ops, bulkOp{kind: k, id: id, loop: loop})
}

// iterate runs an iteration of a loop; its first event resets loop reset
// unless that is -1.
func (g *bulkGen) iterate(reset int32) {
	if g.Float64() < g.env {
		g.handle(g.newEvent(), reset)
		return
	}
	if !g.batch {
		g.handle(g.pop(), reset)
		return
	}
	for i := len(g.queues) - 1; i >= 0; i-- { // the mark moves to the end
		g.mates = append(g.mates, g.queues[i]...)
		g.queues[i] = nil
	}
	if len(g.mates) == 0 {
		g.handle(g.newEvent(), reset)
	}
	for len(g.mates) > 0 {
		id := g.mates[0]
		g.mates = g.mates[1:]
		g.handle(id, reset)
		reset = -1
	}
}

func (g *bulkGen) newEvent() int32 {
	g.next++
	return g.next - 1
}

// pop takes the next posted event, or makes one of the environment.
func (g *bulkGen) pop() int32 {
	for p := g.prios - 1; p >= 0; p-- {
		if q := g.queues[p]; len(q) > 0 {
			g.queues[p] = q[1:]
			return q[0]
		}
	}
	return g.newEvent()
}

// handle delivers one event; it resets loop reset unless that is -1.
func (g *bulkGen) handle(id, reset int32) {
	g.left--
	g.op(trace.Deq, id, -1)
	g.access(id)
	for range g.posts() {
		p := g.Intn(g.prios)
		e := g.newEvent()
		g.ops = append(g.ops, bulkOp{kind: trace.Enq, id: e, prio: int16(p), loop: -1})
		g.queues[p] = append(g.queues[p], e)
	}
	if reset >= 0 {
		g.op(trace.Reset, -1, reset)
	} else if g.depth < 4 && g.Float64() < g.spin {
		g.spinLoop(id)
	}
	g.op(trace.End, id, -1)
}

// posts is how many events a handler posts. One on average lets thousands stand in
// the queue at a time.
func (g *bulkGen) posts() int {
	if g.drains && g.Intn(10) >= 6 {
		return 0
	}
	return g.Intn(3)
}

func (g *bulkGen) access(id int32) {
	for range g.accesses {
		a := (id*4 + int32(g.Intn(64))) * 64 // shared with a few neighbours
		switch g.Intn(100) {
		case 0:
			g.op(trace.Alloc, a, -1)
		case 1:
			g.op(trace.Free, a, -1)
		default:
			g.op(trace.Read+trace.Kind(g.Intn(2)), a+int32(g.Intn(8)), -1)
		}
	}
}

func (g *bulkGen) spinLoop(id int32) {
	v := g.guards
	g.guards++
	g.depth++
	g.op(trace.Pause, id, v)
	for range g.Intn(4) {
		g.iterate(-1)
	}
	g.iterate(v)
	g.depth--
	g.op(trace.Resume, id, v)
}

var shapes = []struct {
	name string
	shape
}{
	{"1e6-no-loops", shape{1e6, 0, 0.1, 1, 0, false, false}},
	{"1e5-20pc-loops", shape{1e5, 0.2, 0.1, 1, 0, false, false}},
	{"1e4-3-prios-20pc-loops", shape{1e4, 0.2, 0.1, 3, 0, false, false}},
	{"1e4-no-env-20pc-loops", shape{1e4, 0.2, 0, 1, 0, false, false}},
}

func BenchmarkOrder(b *testing.B) {
	for _, s := range shapes {
		for name, rules := range ruleSets {
			s.batch = rules == Batch
			m := genBulk(1, s.shape)
			b.Run(fmt.Sprintf("%s/%s", s.name, name), func(b *testing.B) {
				for range b.N {
					o, err := Build(m, rules)
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(float64(o.Chains()), "chains")
					b.ReportMetric(float64(o.Arena().Len()), "nodes")
				}
				b.ReportMetric(float64(s.events), "events")
			})
		}
	}
}

// BenchmarkKate has the size of the paper's Kate run: 84,378 operations, 250
// events, 38 loops.
func BenchmarkKate(b *testing.B) {
	m := genBulk(7, shape{250, 0.16, 0.3, 1, 333, false, false})
	b.Logf("%d operations, %d events", len(m.ops), 250)
	for range b.N {
		if _, err := Analyze(m, Options{Rules: Paper}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAccesses(b *testing.B) {
	m := genBulk(3, shape{20000, 0.05, 0.2, 1, 500, false, false})
	for _, rw := range []bool{false, true} {
		b.Run(fmt.Sprintf("rw=%v", rw), func(b *testing.B) {
			for range b.N {
				if _, err := Analyze(m, Options{ReadWrite: rw}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(m.ops))*float64(b.N)/b.Elapsed().Seconds(), "ops/s")
			var ms runtime.MemStats
			runtime.ReadMemStats(&ms)
			b.ReportMetric(float64(ms.Sys)/1e6, "MB")
		})
	}
}
