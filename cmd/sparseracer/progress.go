package main

import (
	"fmt"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progressAfter is how long an analysis takes before it shows a bar.
const progressAfter = time.Second

// progress shows how far an analysis is, with an estimate of the time left, if
// stderr is a terminal; end takes the bar away.
func (t *tool) progress() (show func(step string, done float64), end func()) {
	f, ok := t.stderr.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return nil, func() {}
	}
	const parts = 1000
	var bar *progressbar.ProgressBar
	begun := time.Now()
	show = func(step string, done float64) {
		if bar == nil {
			if time.Since(begun) < progressAfter {
				return
			}
			bar = progressbar.NewOptions(parts, progressbar.OptionSetWriter(f), progressbar.OptionClearOnFinish(),
				progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(200*time.Millisecond))
		}
		bar.Describe("analyzing: " + step)
		_ = bar.Set(int(done * parts))
	}
	return show, func() {
		if bar != nil {
			_ = bar.Finish()
		}
	}
}

// steps reports a long job's steps: each with a bar on a terminal, else each by a
// line on stderr once.
func (t *tool) steps() (show func(step string, done float64), end func()) {
	f, ok := t.stderr.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		last := ""
		return func(step string, _ float64) {
			if step != last {
				fmt.Fprintln(t.stderr, step)
			}
			last = step
		}, func() {}
	}
	const parts = 1000
	bar := progressbar.NewOptions(parts, progressbar.OptionSetWriter(f), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetElapsedTime(true), progressbar.OptionThrottle(200*time.Millisecond))
	return func(step string, done float64) {
		bar.Describe(step)
		_ = bar.Set(int(done * parts))
	}, func() { _ = bar.Finish() }
}
