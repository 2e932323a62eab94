package mcpserver

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// The tools that run programs.

// command is a program that may be run, with its arguments.
func (s *server) command(program string, args []string) ([]string, error) {
	at, err := s.programs.existing(program)
	if err != nil {
		return nil, err
	}
	st, err := at.in.root.Stat(at.rel)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", program, reason(err))
	case !st.Mode().IsRegular() || st.Mode().Perm()&0o111 == 0:
		return nil, fmt.Errorf("%s is no program: not a regular file that may be executed", program)
	}
	if i := slices.IndexFunc(args, func(a string) bool { return strings.ContainsRune(a, 0) }); i >= 0 {
		return nil, fmt.Errorf("argument %d contains a zero byte", i+1)
	}
	return append([]string{at.path}, args...), nil
}

type programIn struct {
	Program string   `json:"program" jsonschema:"path of the program, below a folder of --programs; one that is not absolute is looked for in the first of them"`
	Args    []string `json:"args,omitempty" jsonschema:"its arguments; no shell reads them"`
	Seconds int      `json:"seconds,omitempty" jsonschema:"end a run after this time; 30 by default, at most 3600"`
}

const (
	usualSeconds = 30
	mostSeconds  = 3600
	mostRuns     = 100
)

func (in programIn) limit() (time.Duration, error) {
	n := in.Seconds
	if n == 0 {
		n = usualSeconds
	}
	if n < 0 || n > mostSeconds {
		return 0, fmt.Errorf("seconds %d: expected 1 to %d", n, mostSeconds)
	}
	return time.Duration(n) * time.Second, nil
}

// started is what the tools that run programs have in common.
func (s *server) started(in programIn) (argv []string, limit time.Duration, err error) {
	if argv, err = s.command(in.Program, in.Args); err == nil {
		limit, err = in.limit()
	}
	return argv, limit, err
}

type recordIn struct {
	programIn
	Output string `json:"output,omitempty" jsonschema:"the new trace, below a folder of --traces, .srt at its end; by default PROGRAM.PID.srt in the first of them"`
	Play   string `json:"play,omitempty" jsonschema:"a script that plays the person (docs/sessions.md), a file below a folder of --traces"`
	Stock  bool   `json:"stock,omitempty" jsonschema:"record what frames of code without instrumentation refer to across nested loops"`
}

func (s *server) record(ctx context.Context, w io.Writer, in recordIn, _ func(string, float64)) error {
	argv, limit, err := s.started(in.programIn)
	if err != nil {
		return err
	}
	r := Recording{Program: argv, Stock: in.Stock, Limit: limit}
	if in.Output == "" {
		in.Output = strings.ReplaceAll(filepath.Base(argv[0]), "%", "_") + ".%p.srt"
	}
	if filepath.Ext(in.Output) != ".srt" {
		return fmt.Errorf("%s: expected a name that ends in .srt", in.Output)
	}
	out, err := s.traces.new(in.Output)
	if err != nil {
		return err
	}
	r.Output = out.path
	if in.Play != "" {
		play, err := s.traces.existing(in.Play)
		if err != nil {
			return err
		}
		r.Play = play.path
	}
	return s.opt.Work.Record(ctx, w, r)
}

func checkRuns(n int) (int, error) {
	if n == 0 {
		n = 1
	}
	if n < 0 || n > mostRuns {
		return 0, fmt.Errorf("runs %d: expected 1 to %d", n, mostRuns)
	}
	return n, nil
}

type confirmIn struct {
	traceIn
	programIn
	Race   string `json:"race,omitempty" jsonschema:"id of the race; without it all that are reported"`
	Runs   int    `json:"runs,omitempty" jsonschema:"runs of each race, 1 by default, at most 100"`
	Output string `json:"output,omitempty" jsonschema:"folder for schedules and verdicts.json, below a folder of --traces; schedules by default, made if it is not there"`
}

func (s *server) confirm(ctx context.Context, w io.Writer, in confirmIn, _ func(string, float64)) error {
	argv, limit, err := s.started(in.programIn)
	if err == nil {
		in.Runs, err = checkRuns(in.Runs)
	}
	if err != nil {
		return err
	}
	dir, err := s.folder(in.Output)
	if err != nil {
		return err
	}
	return s.trace(in.traceIn.Trace, func(t Trace) error {
		return s.opt.Work.Confirm(ctx, w, Confirmation{Trace: t, Race: in.Race, Program: argv, Dir: dir, Runs: in.Runs, Limit: limit})
	})
}

// folder is one for schedules, there or to be made.
func (s *server) folder(name string) (string, error) {
	if name == "" {
		name = "schedules"
	}
	path, err := s.traces.absolute(name)
	if err != nil {
		return "", err
	}
	at, err := s.traces.new(path)
	if err == nil {
		if err := at.in.root.Mkdir(at.rel, 0o755); err != nil {
			return "", fmt.Errorf("%s: %w", name, reason(err))
		}
		return at.path, nil
	}
	at, missing := s.traces.existing(path)
	if missing != nil {
		return "", missing
	}
	if st, err := at.in.root.Stat(at.rel); err != nil || !st.IsDir() {
		return "", fmt.Errorf("%s is no folder", name)
	}
	return at.path, nil
}

type replayIn struct {
	programIn
	Schedule string `json:"schedule" jsonschema:"path of the schedule file, below a folder of --traces"`
	Runs     int    `json:"runs,omitempty" jsonschema:"how often, 1 by default, at most 100"`
}

func (s *server) replay(ctx context.Context, w io.Writer, in replayIn, _ func(string, float64)) error {
	argv, limit, err := s.started(in.programIn)
	if err == nil {
		in.Runs, err = checkRuns(in.Runs)
	}
	if err != nil {
		return err
	}
	at, err := s.traces.existing(in.Schedule)
	if err != nil {
		return err
	}
	f, err := at.open()
	if err != nil {
		return err
	}
	defer f.Close()
	return s.opt.Work.Replay(ctx, w, Replay{Schedule: at.path, Program: argv, Runs: in.Runs, Limit: limit, Dir: filepath.Dir(at.path)})
}
