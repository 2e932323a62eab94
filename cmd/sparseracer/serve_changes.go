package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"sparseracer/internal/report"
	"sparseracer/internal/steer"
	"sparseracer/internal/suppress"
	"sparseracer/internal/triage"
	"sparseracer/internal/webui"
)

// changing is what the page may run, where schedules go, and the file of marks.
type changing struct {
	prog  []string
	dir   string
	marks string
}

// changes are what the page may do to files and with programs: what the command line names.
func (t *tool) changes(opt analyzeOptions, path string, c changing) (webui.Changes, error) {
	out := webui.Changes{Lines: suppress.Lines}
	if file := opt.suppressions; file != "" {
		out.Suppressions = file
		out.Suppress = func(race *report.Race, note string) (string, error) { return suppress.Append(file, race, note) }
	}
	if c.marks != "" {
		if err := addMarks(&out, c.marks); err != nil {
			return out, err
		}
	}
	if len(c.prog) > 0 && path != "-" { // a pipe cannot be read again
		words := func(id string) []string { return c.words(opt, path, id) }
		out.ConfirmCommand = func(id string) string { return report.Command(words(id)...) }
		out.Confirm = func(ctx context.Context, id string, w io.Writer) (*report.Steered, string, error) {
			return c.run(ctx, id, words(id), w)
		}
	}
	return out, nil
}

// addMarks has the page show what the file of marks says, and add to it.
func addMarks(out *webui.Changes, file string) error {
	marks, err := triage.ReadFile(file)
	if err != nil {
		return fmt.Errorf("--marks: %w", err)
	}
	out.Marks, out.States, out.Marked = file, triage.States, map[string]webui.Mark{}
	for id, m := range marks {
		out.Marked[id] = webui.Mark(m)
	}
	out.Mark = func(id string, m webui.Mark) error { return triage.Append(file, id, triage.Mark(m)) }
	return nil
}

// words are the arguments that confirm gets for one race.
func (c *changing) words(opt analyzeOptions, path, id string) []string {
	words := []string{"confirm", "--race", id, "-o", c.dir, "--rules", opt.rules}
	if opt.where.Sysroot != "" {
		words = append(words, "--sysroot", opt.where.Sysroot)
	}
	for _, p := range opt.where.Debug {
		words = append(words, "--debug-path", p)
	}
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	words = append(words, path, "--")
	return append(words, c.prog...)
}

// run is this program again: what it steers, and ends, is apart from the server.
func (c *changing) run(ctx context.Context, id string, words []string, w io.Writer) (*report.Steered, string, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, "", err
	}
	run := exec.CommandContext(ctx, self, words...)
	run.Stdout, run.Stderr = w, w
	run.Cancel = func() error { return run.Process.Signal(os.Interrupt) } // it ends what it started
	run.WaitDelay = 10 * time.Second
	err = run.Run()
	var ended *exec.ExitError
	if err != nil && (!errors.As(err, &ended) || ended.ExitCode() != exitRaces) {
		return nil, "", err
	}
	known, err := steer.ReadVerdicts(c.dir)
	if err != nil {
		return nil, "", err
	}
	k, tried := known[id]
	if !tried {
		return nil, "", nil
	}
	steered, verdict := steeredOf(k)
	return &steered, verdict, nil
}
