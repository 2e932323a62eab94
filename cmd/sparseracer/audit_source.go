package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"sparseracer/internal/audit"
	"sparseracer/internal/report"
	"sparseracer/internal/spinning"
)

// auditSource are the flags of `audit --source`.
type auditSource struct {
	dir, build string
	spins      []string
	all        bool
	jobs       int
}

// check: flags of sources alone mean nothing for a trace.
func (s *auditSource) check(c *cobra.Command) error {
	if s.dir != "" {
		if s.jobs < 0 {
			return fmt.Errorf("--jobs=%d: expected 0 or more", s.jobs)
		}
		return nil
	}
	if c.Flags().Changed("source") {
		return errors.New("--source is empty; expected the folder of the program's sources")
	}
	for _, name := range []string{"build", "spins", "all", "jobs"} {
		if c.Flags().Changed(name) {
			return fmt.Errorf("--%s is for sources: add --source DIR", name)
		}
	}
	return nil
}

func (t *tool) auditSource(ctx context.Context, of *auditSource, opt analyzeOptions, traces []string, out string) error {
	if err := textOrJSON(&opt); err != nil {
		return err
	}
	src, err := t.sourcesOf(of.dir, of.build)
	if err != nil {
		return err
	}
	var seen []spinning.Seen // first: a trace that cannot be read is said at once
	lineless := 0
	for _, path := range traces {
		loops, unknown, err := t.loopsOf(ctx, opt, path)
		if err != nil {
			return err
		}
		lineless += unknown
		seen = append(seen, loops...)
	}
	jobs := of.jobs
	if jobs == 0 {
		jobs = runtime.NumCPU()
	}
	bar := t.runs()
	found, err := spinning.Look(ctx, &spinning.Options{Dir: src.dir, Build: src.build, Commands: src.commands, Reader: src.reader, Spins: of.spins, Jobs: jobs,
		Progress: func(done, of int) { bar.set("sources", int64(done), int64(of)) }})
	bar.end()
	if err != nil {
		return err
	}
	if found.Read == 0 {
		t.code = exitError
	}
	about := spinning.Report{Found: found, Hits: spinning.Rank(found.Hits, seen), Traces: traces, Lineless: lineless, All: of.all}
	return t.writeTo(out, func(w io.Writer) error {
		if opt.format == "json" {
			return about.JSON(w)
		}
		return about.Text(w)
	})
}

// loopsOf are the loops of a recording, by the program's line that spun them; lineless counts places without one.
func (t *tool) loopsOf(ctx context.Context, opt analyzeOptions, path string) (out []spinning.Seen, lineless int, err error) {
	opt.races = "use-free"
	a, err := t.races(ctx, opt, path)
	if err != nil {
		return nil, 0, err
	}
	defer a.sym.Close()
	runs, err := audit.Look(ctx, a.source, a.result)
	if err != nil {
		return nil, 0, err
	}
	for _, p := range report.NewAudit(a.result, runs, a.report, a.sym).Places {
		if at := p.At(); at == nil || at.Line == 0 {
			lineless++
		} else {
			out = append(out, spinning.Seen{File: at.File, Line: at.Line, AtRisk: p.AtRisk(), Trace: path})
		}
	}
	return out, lineless, nil
}
