package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"sparseracer/internal/plain"
)

// progressAfter is how long an analysis takes before it shows a bar.
const progressAfter = time.Second

// terminal is stderr if a person looks at it.
func (t *tool) terminal() (*os.File, bool) {
	f := fileOf(t.stderr)
	return f, f != nil && term.IsTerminal(int(f.Fd()))
}

// fileOf is the file that is written to, nil if it is something else.
func fileOf(w io.Writer) *os.File {
	if said, ok := w.(*plain.Writer); ok {
		return said.File()
	}
	f, _ := w.(*os.File)
	return f
}

// bar is a line on a terminal that shows how far a job is; elsewhere it is nil, and
// does nothing. It is there from its first step on and is taken away by end.
type bar struct {
	shown *progressbar.ProgressBar
	make  func(all int64) *progressbar.ProgressBar
}

func (t *tool) newBar(options ...progressbar.Option) *bar {
	f, ok := t.terminal()
	if !ok {
		return nil
	}
	options = append([]progressbar.Option{progressbar.OptionSetWriter(f), progressbar.OptionClearOnFinish(),
		progressbar.OptionThrottle(200 * time.Millisecond)}, options...)
	return &bar{make: func(all int64) *progressbar.ProgressBar { return progressbar.NewOptions64(all, options...) }}
}

func (b *bar) set(what string, done, all int64) {
	if b == nil {
		return
	}
	if b.shown == nil {
		b.shown = b.make(all)
	}
	b.shown.Describe(what)
	_ = b.shown.Set64(done)
}

// hide takes the line away until it is set again.
func (b *bar) hide() {
	if b != nil && b.shown != nil {
		_ = b.shown.Clear()
	}
}

func (b *bar) end() {
	if b != nil && b.shown != nil {
		_ = b.shown.Finish()
	}
}

// runs is the bar of a number of runs.
func (t *tool) runs() *bar {
	return t.newBar(progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(true))
}

// parts of a job whose share is known.
const parts = 1000

// progress shows how far an analysis is, with an estimate of the time left, if
// stderr is a terminal; end takes the bar away.
func (t *tool) progress() (show func(step string, done float64), end func()) {
	b := t.newBar(progressbar.OptionSetPredictTime(true))
	if b == nil {
		return nil, b.end
	}
	begun := time.Now()
	return func(step string, done float64) {
		if b.shown != nil || time.Since(begun) >= progressAfter {
			b.set("analyzing: "+step, int64(done*parts), parts)
		}
	}, b.end
}

// steps reports a long job's steps: each with a bar on a terminal, else each by a
// line on stderr once.
func (t *tool) steps() (show func(step string, done float64), end func()) {
	b, last := t.newBar(progressbar.OptionSetElapsedTime(true)), ""
	return func(step string, done float64) {
		if b == nil && step != last {
			fmt.Fprintln(t.stderr, step)
		}
		last = step
		b.set(step, int64(done*parts), parts)
	}, b.end
}

// showRecording shows the growing trace; call the result to stop.
func (t *tool) showRecording(path string) (stop func()) {
	b := t.newBar(progressbar.OptionShowBytes(true), progressbar.OptionSetElapsedTime(true))
	if b == nil {
		return b.end
	}
	done, finished := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(finished)
		tick := time.NewTicker(500 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-done:
				b.end()
				return
			case <-tick.C:
				if st, err := os.Stat(path); err == nil {
					b.set("recording", st.Size(), -1)
				}
			}
		}
	}()
	return func() { close(done); <-finished }
}
