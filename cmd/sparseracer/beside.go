package main

import (
	"context"
	"os"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"sparseracer/internal/doctor"
)

// beside does the first n, so many at a time, in their order; those that are to wait when it is their turn come after all others.
func beside(most, n int, waits func(i int) bool, do func(i int) error) error {
	var mu sync.Mutex
	var later []int
	var group, last errgroup.Group
	group.SetLimit(most)
	for i := range n {
		group.Go(func() error {
			if !waits(i) {
				return do(i)
			}
			mu.Lock()
			defer mu.Unlock()
			later = append(later, i)
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	slices.Sort(later)
	last.SetLimit(most)
	for _, i := range later {
		last.Go(func() error { return do(i) })
	}
	return last.Wait()
}

// load is what one run takes of the machine; the zero value: nobody knows.
type load struct {
	cores  float64 // of a processor's time, while it goes on
	memory uint64  // bytes, at most
}

// loadOf is that of a program that ran for so long.
func loadOf(state *os.ProcessState, took time.Duration) load {
	if state == nil || took <= 0 {
		return load{}
	}
	l := load{cores: float64(state.UserTime()+state.SystemTime()) / float64(took)}
	if use, ok := state.SysUsage().(*syscall.Rusage); ok {
		l.memory = uint64(use.Maxrss) << 10
	}
	return l
}

// most is what two runs take at most, each for itself.
func (l load) most(o load) load { return load{max(l.cores, o.cores), max(l.memory, o.memory)} }

// Sessions wait most of their time, so that more of them than there are cores do not slow each other. What all take
// together leaves a margin, as no run is like the one that was measured: it may be a crash, whose report takes long.
const (
	coresUsed   = 0.7 // of those that there are
	memoryUsed  = 0.5 // of what is free
	mostOfACore = 4   // runs
)

// beside is how many such runs go on beside each other on so many cores, with so much memory free (0: unknown), at least one for a core.
func (l load) beside(cores int, free uint64) int {
	if l.cores <= 0 {
		return cores
	}
	n := min(int(coresUsed*float64(cores)/l.cores), mostOfACore*cores)
	if free > 0 && l.memory > 0 {
		n = min(n, int(memoryUsed*float64(free)/float64(l.memory)))
	}
	return max(n, cores)
}

// jobsOf is how many runs of a session go on beside each other where nobody says it.
func (t *tool) jobsOf(ctx context.Context, l load, prog []string) int {
	n := t.jobs(ctx, "", prog)
	if n < runtime.NumCPU() { // for another reason: they have one screen
		return n
	}
	free, _ := doctor.FreeMemory()
	return l.beside(n, free)
}
