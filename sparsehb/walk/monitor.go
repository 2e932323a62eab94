// Package walk is what all walks through a trace have in common: they say how far they
// are, end when they are asked to, and keep to a bound of memory.
package walk

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
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

// Watch begins to keep to the limit; the function that it returns ends that.
func (m *Monitor) Watch() func() {
	if m.Limit == 0 {
		return func() {}
	}
	old := debug.SetMemoryLimit(int64(min(m.Limit, 1<<62)))
	return func() { debug.SetMemoryLimit(old) }
}

// Begin names the step to come, and the share of the whole that it is.
func (m *Monitor) Begin(step string, from, to float64) {
	m.step, m.from, m.to = step, from, to
	m.short.Store(false)
}

// Again is for a step that starts once more, after ErrMemory.
func (m *Monitor) Again() {
	m.short.Store(false)
	runtime.GC()
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

// tickEvery is how many pieces of a trace (a run of accesses, or another
// operation) pass between two looks at the memory.
const tickEvery = 1 << 13

// Tick is called for every piece.
func (t *Ticker) Tick(r trace.Reader) error {
	t.calls++
	if t.Monitor == nil || t.calls%tickEvery != 0 {
		return nil
	}
	if t.Context != nil && t.Context.Err() != nil {
		return t.Context.Err()
	}
	if t.Leader {
		if p, ok := r.(trace.Measured); ok && t.Progress != nil {
			t.Progress(t.step, t.from+(t.to-t.from)*p.Done())
		}
		if t.Limit > 0 && memoryInUse() > t.Limit {
			runtime.GC()
			debug.FreeOSMemory()
			t.short.Store(memoryInUse() > t.Limit)
		}
	}
	if t.short.Load() {
		return fmt.Errorf("%w: the step %q takes more than %d MB", ErrMemory, t.step, t.Limit>>20)
	}
	return nil
}

// memoryInUse is what Go has from the system, in bytes.
func memoryInUse() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64() - s[1].Value.Uint64()
}
