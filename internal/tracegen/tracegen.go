// Package tracegen makes large traces of programs that never ran: a seeded
// random program with handlers, nested loops and a heap, for benchmarks and for
// tests of scale.
//
// The rules it keeps:
//   - The same Shape gives the same trace, on every machine.
//   - It is a stream: a trace of a billion operations needs no more memory than
//     the live objects of its program.
//   - Handlers behave as real ones do: an object is mostly freed by the handler
//     that made it, sometimes by one that this one posts; most of what is read
//     and written was read or written shortly before; a pool of long-lived
//     objects is shared by all, and a few of them are freed by whoever comes.
package tracegen

import (
	"io"
	"iter"
	"math/rand/v2"
	"strconv"

	"sparseracer/internal/trace"
)

// Shape says what a trace looks like.
type Shape struct {
	Seed       uint64
	Events     int
	Loops      int     // nested loops, exactly, if there are events enough to end them
	Operations uint64  // of the whole trace, exactly, if the skeleton needs no more
	Env        float64 // share of events that come from the environment
	Prios      int     // at least 1
	Batch      bool    // batch loops instead of exact ones
	Pool       int     // long-lived objects
	PoolFrees  int     // how many of them are freed on the way
	Stacks     int     // source places
}

// Kate is the size of the recording of Kate that the paper on SparseRacer has.
func Kate(seed uint64) Shape {
	return Shape{Seed: seed, Events: 250, Loops: 38, Operations: 84378, Env: 0.3, Prios: 1,
		Pool: 200, PoolFrees: 5, Stacks: 300}
}

// Scale has so many memory operations over so many events.
func Scale(seed uint64, operations uint64, events int) Shape {
	return Shape{Seed: seed, Events: events, Loops: events / 20, Operations: operations, Env: 0.2, Prios: 1,
		Pool: 100000, PoolFrees: 100, Stacks: 20000}
}

// Name implements trace.Source.
func (s Shape) Name() string { return "generated with seed " + strconv.FormatUint(s.Seed, 10) }

// Open implements trace.Source.
func (s Shape) Open() (trace.Reader, error) {
	g := newProgram(s)
	next, stop := iter.Pull(g.run)
	r := &reader{g: g, next: next, stop: stop}
	r.meta = trace.Meta{Complete: true, Loop: trace.LoopExact, Command: []string{"generated"}}
	if s.Batch {
		r.meta.Loop = trace.LoopBatch
	}
	return r, nil
}

// piece is one operation, or a run of accesses.
type piece struct {
	op       trace.Op
	accesses []trace.Access
}

type reader struct {
	g    *program
	next func() (piece, bool)
	stop func()
	at   piece // accesses not given yet
	meta trace.Meta
}

func (r *reader) Next(op *trace.Op) error {
	if len(r.at.accesses) == 0 {
		var ok bool
		if r.at, ok = r.next(); !ok {
			return io.EOF
		}
		if len(r.at.accesses) == 0 {
			*op = r.at.op
			return nil
		}
	}
	*op = r.at.accesses[0].Op(0)
	r.at.accesses = r.at.accesses[1:]
	return nil
}

// Accesses implements trace.Bulk.
func (r *reader) Accesses(buf []trace.Access) (int, trace.ThreadID) {
	n := copy(buf, r.at.accesses)
	r.at.accesses = r.at.accesses[n:]
	return n, 0
}

// Done implements trace.Measured.
func (r *reader) Done() float64 { return float64(r.g.done) / float64(max(r.g.Operations, r.g.done, 1)) }

func (r *reader) Meta() *trace.Meta     { return &r.meta }
func (r *reader) Tables() *trace.Tables { return &r.g.tables }
func (r *reader) Close() error          { r.stop(); return nil }

// newProgram makes the tables; events and guards are named as they appear.
func newProgram(s Shape) *program {
	s.Prios, s.Stacks = max(s.Prios, 1), max(s.Stacks, 1)
	g := &program{Shape: s, Rand: rand.New(rand.NewPCG(s.Seed, 0)), queues: make([][]posted, s.Prios),
		eventsLeft: s.Events, loopsLeft: s.Loops}
	g.tables.Stacks = make([]trace.Stack, 1, s.Stacks+1)
	for i := range s.Stacks {
		parent := trace.StackID(g.IntN(i + 1))
		g.tables.Stacks = append(g.tables.Stacks, trace.Stack{Parent: parent, PC: 0x400000 + uint64(i)*16})
	}
	g.heap.init()
	return g
}
