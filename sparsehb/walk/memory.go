package walk

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
)

// How a bound of memory is kept to. What counts is what the process has in memory, its
// resident set: what Go took from the system and has touched, and the program itself.
//
//  1. Go is told a limit that leaves room for the rest: near it, it collects garbage more
//     often and gives memory back.
//  2. Whoever takes memory asks now and then, and before it takes a lot at once. Where that
//     is too much even after a collection, the step ends with ErrMemory.
//
// So between two questions no more may be taken than spare leaves.

// spare is the part of a bound that is left for what is taken between two questions.
func spare(limit uint64) uint64 { return min(max(limit/16, 6<<20), limit/4) }

// Last is the part of a bound that is left for what is taken while the process ends: where
// more is taken than the rest, nobody who asks could have kept to it.
func Last(limit uint64) uint64 { return spare(limit) / 3 }

// Watch begins to keep to the limit; the function that it returns ends that.
func (m *Monitor) Watch() func() {
	if m.Limit == 0 {
		return func() {}
	}
	return Collect(m.Limit)
}

// Collect has the garbage collector keep the process within a bound, as far as it can; the
// function that it returns ends that.
func Collect(limit uint64) func() {
	mine := uint64(0) // not Go's
	if all, go_ := Resident(), memoryInUse(); all > go_ {
		mine = all - go_
	}
	room := limit - spare(limit)
	room = max(room-min(room, mine), room/4)
	old := debug.SetMemoryLimit(int64(min(room-room/32, 1<<62)))
	return func() { debug.SetMemoryLimit(old) }
}

// Check is for whoever takes memory: it reports that it is too much, or that the analysis
// is to end. A nil monitor allows everything.
func (m *Monitor) Check() error {
	switch {
	case m == nil:
		return nil
	case m.Context != nil && m.Context.Err() != nil:
		return m.Context.Err()
	case m.Limit > 0 && !m.short.Load():
		m.short.Store(Exceeded(m.Limit - spare(m.Limit)))
	}
	return m.fault()
}

// CheckFor is Check for whoever is about to take n bytes at once.
func (m *Monitor) CheckFor(n uint64) error {
	if m != nil && m.Limit > 0 && n > spare(m.Limit)/2 {
		m.short.Store(m.short.Load() || Exceeded(m.Limit-min(m.Limit, n+spare(m.Limit)/2)))
	}
	return m.Check()
}

// Exceeded reports whether the process has more bytes in memory, also when it has given
// back what it does not need.
func Exceeded(limit uint64) bool {
	if Resident() <= limit {
		return false
	}
	runtime.GC()
	debug.FreeOSMemory()
	return Resident() > limit
}

// fault is what a step ends with that is short of memory.
func (m *Monitor) fault() error {
	if m != nil && m.short.Load() {
		return fmt.Errorf("%w: the step %q takes more than %d MB", ErrMemory, m.step, m.Limit>>20)
	}
	return nil
}

// Resident is what the process has in memory, in bytes.
func Resident() uint64 {
	text, err := os.ReadFile("/proc/self/statm")
	fields := bytes.Fields(text)
	if err != nil || len(fields) < 2 {
		return memoryInUse()
	}
	pages, err := strconv.ParseUint(string(fields[1]), 10, 64)
	if err != nil {
		return memoryInUse()
	}
	return pages * uint64(os.Getpagesize())
}

// memoryInUse is what Go has from the system, in bytes.
func memoryInUse() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64() - s[1].Value.Uint64()
}
