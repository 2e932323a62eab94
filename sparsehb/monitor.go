package sparsehb

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

// ErrMemory is the fault of an analysis that Options.MaxMemory does not allow.
var ErrMemory = errors.New("more memory is needed than allowed")

// monitor watches an analysis: how far it is, and how much memory it takes.
type monitor struct {
	progress func(step string, done float64)
	limit    uint64 // bytes, 0 = none
	ctx      context.Context
	step     string
	from, to float64     // share of the whole that the step is
	short    atomic.Bool // the limit was reached
}

// watch starts to keep to the options; the function that it returns ends that.
func (opt *Options) watch() (*monitor, func()) {
	m := &monitor{progress: opt.Progress, limit: opt.MaxMemory, ctx: opt.Context}
	if m.limit == 0 {
		return m, func() {}
	}
	old := debug.SetMemoryLimit(int64(min(m.limit, 1<<62)))
	return m, func() { debug.SetMemoryLimit(old) }
}

func (m *monitor) begin(step string, from, to float64) {
	m.step, m.from, m.to = step, from, to
	m.short.Store(false)
}

// ticker is one reader's side of a monitor. Only the leader measures.
type ticker struct {
	*monitor
	leader bool
	calls  uint32
}

// tickEvery is how many pieces of a trace (a run of accesses, or another
// operation) pass between two looks at the memory.
const tickEvery = 1 << 13

// tick is called for every piece.
func (t *ticker) tick(r trace.Reader) error {
	t.calls++
	if t.monitor == nil || t.calls%tickEvery != 0 {
		return nil
	}
	if t.ctx != nil && t.ctx.Err() != nil {
		return t.ctx.Err()
	}
	if t.leader {
		if p, ok := r.(trace.Measured); ok && t.progress != nil {
			t.progress(t.step, t.from+(t.to-t.from)*p.Done())
		}
		if t.limit > 0 && memoryInUse() > t.limit {
			runtime.GC()
			debug.FreeOSMemory()
			t.short.Store(memoryInUse() > t.limit)
		}
	}
	if t.short.Load() {
		return fmt.Errorf("%w: the step %q takes more than %d MB", ErrMemory, t.step, t.limit>>20)
	}
	return nil
}

// memoryInUse is what Go has from the system, in bytes.
func memoryInUse() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64() - s[1].Value.Uint64()
}
