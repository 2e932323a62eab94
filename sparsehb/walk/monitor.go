// Package walk is what all walks through a trace have in common: they say how far they
// are, end when they are asked to, and keep to a bound of memory.
package walk

import (
	"context"
	"errors"
	"runtime/debug"
	"sync/atomic"

	"sparseracer/internal/trace"
)

// ErrMemory is the fault of a walk that takes more memory than allowed.
var ErrMemory = errors.New("more memory is needed than allowed")

// Monitor watches an analysis: how far it is, and how much memory it takes.
type Monitor struct {
	Progress func(step string, done float64)
	Limit    uint64 // bytes of the process, 0 = none
	Context  context.Context
	step     string
	from, to float64     // share of the whole that the step is
	short    atomic.Bool // the limit was reached
}

// Begin names the step to come, and the share of the whole that it is.
func (m *Monitor) Begin(step string, from, to float64) {
	m.step, m.from, m.to = step, from, to
	m.short.Store(false)
}

// Again is for a step that starts once more, after ErrMemory.
func (m *Monitor) Again() {
	m.short.Store(false)
	debug.FreeOSMemory()
}

// Ticker is one walk's side of a monitor, which may be nil. Only the leader measures.
type Ticker struct {
	*Monitor
	Leader bool
	calls  uint32
}

// RunLength is how many accesses are read at a time: they fit into the first
// level of a cache.
const RunLength = 512

// tickEvery is how many operations, of eight accesses one, pass between two looks at the
// memory.
const (
	tickEvery     = 1 << 12
	accessesATick = 8
)

// Passed counts the accesses of a run.
func (t *Ticker) Passed(accesses int) { t.calls += uint32(accesses / accessesATick) }

// Tick is called for every piece of a trace: a run of accesses, or another operation.
func (t *Ticker) Tick(r trace.Reader) error {
	t.calls++
	if t.Monitor == nil || t.calls < tickEvery {
		return t.fault()
	}
	t.calls = 0
	if t.Context != nil && t.Context.Err() != nil {
		return t.Context.Err()
	}
	if t.Leader {
		if p, ok := r.(trace.Measured); ok && t.Progress != nil {
			t.Progress(t.step, t.from+(t.to-t.from)*p.Done())
		}
		return t.Check()
	}
	return t.fault()
}
