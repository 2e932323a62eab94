package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sparseracer/internal/recording"
	"sparseracer/internal/report"
)

// startsAnother: PROG has no event loop that we know and is none of our compilers': a
// script, a shell, timeout, a test runner. What it starts is meant.
func (t *tool) startsAnother(opt recordOptions, prog []string, loops int) bool {
	return loops == 0 && !opt.Follow && opt.Qt == recording.QtStock && opt.Play == "" && !strings.HasPrefix(opt.Output, "/dev/") && recording.MayStartAnother(prog)
}

// recordStarted records PROG with all that it starts, and keeps the recording of the process that
// has the most events. Where none has any, it is the one with the most operations.
func (t *tool) recordStarted(ctx context.Context, opt recordOptions, prog []string) (path string, code int, err error) {
	final := opt.Output
	if final != "" {
		if err := recording.TraceWritable(final); err != nil {
			return "", exitError, err
		}
	}
	folder, err := os.MkdirTemp(filepath.Dir(cmp.Or(final, ".")), filepath.Base(prog[0])+".parts-") // not hidden: they outlive a kill -9
	if err != nil {
		return "", exitError, fmt.Errorf("no trace can be written: %w", err)
	}
	defer os.RemoveAll(folder)
	if folder, err = filepath.Abs(folder); err != nil {
		return "", exitError, err
	}
	opt.Follow, opt.Output = true, filepath.Join(folder, "%p.srt")
	o := t.recorded(opt)
	o.Watch = nil // which one grows is not known
	own, state, err := recording.Run(ctx, o, prog)
	if err != nil {
		return "", exitError, err
	}
	code = recording.ExitStatus(state)
	ctx, stop := afterProgram(ctx)
	defer stop()
	parts, err := t.parts(ctx, folder)
	if err != nil {
		return "", code, err
	}
	best := mostOf(parts)
	if best < 0 { // no trace at all: that is said as of any program
		return own, code, t.reportRecorded(ctx, opt, own, prog, uint32(state.Pid()))
	}
	chosen := parts[best]
	if final == "" {
		final = filepath.Base(cmp.Or(strings.Join(chosen.Command[:min(1, len(chosen.Command))], ""), prog[0])) + ".%p.srt"
	}
	if path, err = filepath.Abs(strings.ReplaceAll(final, "%p", fmt.Sprint(chosen.PID))); err != nil {
		return "", code, err
	}
	if err := os.Rename(chosen.Trace, path); err != nil {
		return "", code, err
	}
	if chosen.Trace != own {
		fmt.Fprintf(t.stderr, "recorded: %s, which %s started\n", strings.Join(chosen.Command, " "), prog[0])
	}
	if more := others(parts, best); more > 0 {
		fmt.Fprintf(t.stderr, "%d more of the processes that it started have events: --follow keeps the recordings of all\n", more)
	}
	opt.Follow = false
	return path, code, t.reportRecorded(ctx, opt, path, prog, chosen.PID)
}

// parts are what the recordings in a folder hold; one that cannot be read is told and left out.
func (t *tool) parts(ctx context.Context, folder string) ([]*report.Stats, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.srt"))
	if err != nil {
		return nil, err
	}
	var parts []*report.Stats
	for _, p := range paths {
		s, err := t.collect(ctx, p)
		if err != nil {
			fmt.Fprintf(t.stderr, "warning: %v\n", err)
			continue
		}
		s.Trace = p
		parts = append(parts, s)
	}
	return parts, nil
}

// mostOf is which of the recordings has the most events, or if none has any, the most operations; -1: there is none.
func mostOf(parts []*report.Stats) int {
	best := -1
	for i, s := range parts {
		if best < 0 || cmp.Or(cmp.Compare(s.Kinds["deq"], parts[best].Kinds["deq"]), cmp.Compare(s.Operations, parts[best].Operations)) > 0 {
			best = i
		}
	}
	return best
}

func others(parts []*report.Stats, but int) (n int) {
	for i, s := range parts {
		if i != but && s.Kinds["deq"] > 0 {
			n++
		}
	}
	return n
}
