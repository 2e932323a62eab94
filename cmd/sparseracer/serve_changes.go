package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"sparseracer/internal/report"
	"sparseracer/internal/steer"
	"sparseracer/internal/suppress"
	"sparseracer/internal/webui"
)

// confirmed is what the page may run, and where schedules go.
type confirmed struct {
	prog []string
	dir  string
}

// changes are what the page may do to files and with programs: what the command line names.
func (t *tool) changes(opt analyzeOptions, path string, c confirmed) webui.Changes {
	out := webui.Changes{Lines: suppress.Lines}
	if file := opt.suppressions; file != "" {
		out.Suppressions = file
		out.Suppress = func(race *report.Race, note string) (string, error) { return suppress.Append(file, race, note) }
	}
	if len(c.prog) > 0 && path != "-" { // a pipe cannot be read again
		words := func(id string) []string { return c.words(opt, path, id) }
		out.ConfirmCommand = func(id string) string { return report.Command(words(id)...) }
		out.Confirm = func(ctx context.Context, id string, w io.Writer) (*report.Steered, string, error) {
			return c.run(ctx, id, words(id), w)
		}
	}
	return out
}

// words are the arguments that confirm gets for one race.
func (c *confirmed) words(opt analyzeOptions, path, id string) []string {
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
func (c *confirmed) run(ctx context.Context, id string, words []string, w io.Writer) (*report.Steered, string, error) {
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
