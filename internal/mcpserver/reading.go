package mcpserver

import (
	"context"
	"fmt"
	"io"
)

// The tools that only read.

type traceIn struct {
	Trace string `json:"trace" jsonschema:"path of the trace (.srt or .txt); one that is not absolute is looked for in the first folder of --traces"`
}

type partIn struct {
	Trace  string `json:"trace" jsonschema:"path of the trace (.srt or .txt); one that is not absolute is looked for in the first folder of --traces"`
	Offset int    `json:"offset,omitempty" jsonschema:"entries to leave out at the beginning, 0 by default"`
	Limit  int    `json:"limit,omitempty" jsonschema:"entries to give, 10 by default, at most 100"`
	Stacks bool   `json:"stacks,omitempty" jsonschema:"whole stacks; without it each stack is the one frame that stands for it"`
}

type racesIn struct {
	partIn
	All bool `json:"all,omitempty" jsonschema:"filtered races too, with the reason"`
}

type explainIn struct {
	traceIn
	Race string `json:"race" jsonschema:"id of the race, or the beginning of one"`
}

const (
	usualLimit = 10
	mostLimit  = 100
)

func (in partIn) part(all bool, progress func(string, float64)) (Part, error) {
	p := Part{Offset: in.Offset, Limit: in.Limit, Stacks: in.Stacks, All: all, Progress: progress}
	if p.Limit == 0 {
		p.Limit = usualLimit
	}
	if p.Offset < 0 || p.Limit < 0 || p.Limit > mostLimit {
		return p, fmt.Errorf("offset %d, limit %d: expected an offset of 0 or more and a limit of 1 to %d", in.Offset, in.Limit, mostLimit)
	}
	return p, nil
}

// trace opens a recording for a job.
func (s *server) trace(name string, do func(Trace) error) error {
	at, err := s.traces.existing(name)
	if err != nil {
		return err
	}
	f, err := at.open()
	if err != nil {
		return err
	}
	defer f.Close()
	return do(Trace{at.path, f})
}

func (s *server) info(ctx context.Context, w io.Writer, in traceIn, _ func(string, float64)) error {
	return s.trace(in.Trace, func(t Trace) error { return s.opt.Work.Info(ctx, w, t) })
}

func (s *server) races(ctx context.Context, w io.Writer, in racesIn, progress func(string, float64)) error {
	p, err := in.part(in.All, progress)
	if err != nil {
		return err
	}
	return s.trace(in.Trace, func(t Trace) error { return s.opt.Work.Races(ctx, w, t, p) })
}

func (s *server) explain(ctx context.Context, w io.Writer, in explainIn, _ func(string, float64)) error {
	return s.trace(in.Trace, func(t Trace) error { return s.opt.Work.Explain(ctx, w, t, in.Race) })
}

func (s *server) loops(ctx context.Context, w io.Writer, in partIn, progress func(string, float64)) error {
	p, err := in.part(false, progress)
	if err != nil {
		return err
	}
	return s.trace(in.Trace, func(t Trace) error { return s.opt.Work.Loops(ctx, w, t, p) })
}

type exportIn struct {
	traceIn
	Format string `json:"format" jsonschema:"issue, sarif, codequality, github or tasks"`
	Race   string `json:"race,omitempty" jsonschema:"of issue: id of the race; without it the first ten"`
}

func (s *server) export(ctx context.Context, w io.Writer, in exportIn, _ func(string, float64)) error {
	switch in.Format {
	case "issue":
	case "sarif", "codequality", "github", "tasks":
		if in.Race != "" {
			return fmt.Errorf("race: only the format issue is of one race")
		}
	default:
		return fmt.Errorf("format %q: expected issue, sarif, codequality, github or tasks", in.Format)
	}
	return s.trace(in.Trace, func(t Trace) error { return s.opt.Work.Export(ctx, w, t, in.Format, in.Race) })
}
