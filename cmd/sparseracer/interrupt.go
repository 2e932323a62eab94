package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"sparseracer/internal/interrupt"
)

// readers are the verbs that only read a trace and write a result: an interrupt
// ends them at once. The others run programs, and see to their end themselves.
var readers = map[string]bool{"info": true, "check": true, "convert": true, "order": true, "analyze": true, "explain": true}

// onItsWay is how long an interrupt of the terminal, which the program and this process get at
// once, may take to be seen here after the program has ended by it.
const onItsWay = time.Second

// afterProgram is for what follows a program that was run: an interrupt so far, or still on its
// way, was the program's, and so was a time that has run out. What comes later ends the rest, too:
// an interrupt, the context's time, or whoever asked for it.
func afterProgram(ctx context.Context) (context.Context, context.CancelFunc) {
	rest, cancel := context.WithCancel(context.WithoutCancel(ctx))
	follows := func() bool { return true }
	if ctx.Err() == nil {
		follows = context.AfterFunc(ctx, func() {
			if interrupt.Of(ctx) == 0 {
				cancel()
			}
		})
	}
	ended, interrupts := time.Now(), make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt, syscall.SIGTERM)
	go func() {
		for {
			select {
			case <-interrupts:
				if time.Since(ended) > onItsWay {
					cancel()
				}
			case <-rest.Done():
				return
			}
		}
	}()
	return rest, func() { follows(); signal.Stop(interrupts); cancel() }
}

// unfinished are files that must not stay when the work on them is broken off.
type unfinished struct {
	mu    sync.Mutex
	paths map[string]bool
}

func (u *unfinished) add(path string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.paths == nil {
		u.paths = map[string]bool{}
	}
	u.paths[path] = true
}

func (u *unfinished) done(path string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.paths, path)
}

// endOnInterrupt is called before a verb runs. What it sets up is taken back by
// t.settled when the verb is through: the context ends then, too.
func (t *tool) endOnInterrupt(c *cobra.Command, _ []string) {
	if !readers[c.Name()] {
		return
	}
	t.settled = context.AfterFunc(c.Context(), func() {
		fmt.Fprintln(t.stderr, "sparseracer:", explained(context.Canceled))
		t.end(exitError)
	})
}

// end ends the tool at once, whatever it is at.
func (t *tool) end(code int) {
	t.unfinished.mu.Lock() // for good: nothing more is finished
	for path := range t.unfinished.paths {
		os.Remove(path)
	}
	os.Exit(code)
}
