//go:build mcp

package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"sync"
	"time"

	"sparseracer/internal/audit"
	"sparseracer/internal/mcpserver"
	"sparseracer/internal/plain"
	"sparseracer/internal/recording"
	"sparseracer/internal/report"
	"sparseracer/internal/steer"
)

// isAgentServer: this program is lib/sparse-mcp, which the tool becomes for its verb mcp.
const isAgentServer = true

func (t *tool) mcp(ctx context.Context, opt analyzeOptions, traces, programs []string) error {
	if _, err := t.newPlan(opt, ""); err != nil {
		return err // before a client is answered
	}
	t.boundMemory(opt.maxMemory)
	opt.limit = issuesAtOnce
	a := &agent{tool: t, opt: opt}
	defer a.forget()
	return mcpserver.Serve(ctx, mcpserver.Options{Version: version, Traces: traces, Programs: programs, Work: a, In: t.stdin, Out: t.out})
}

// agent does what a client asks for, one thing at a time. It keeps the latest analysis: who
// asks for the list of a trace's races asks for the races next.
type agent struct {
	*tool
	opt  analyzeOptions
	kept *kept
}

// issuesAtOnce is how many bug reports an export has.
const issuesAtOnce = 10

// kept is an analysis of a file as it was.
type kept struct {
	*analysis
	file *os.File
	was  fs.FileInfo
	all  bool
}

func (a *agent) forget() {
	if a.kept != nil {
		a.kept.sym.Close()
		a.kept.file.Close()
		a.kept = nil
	}
}

// lent opens the file of a trace under the trace's name.
func (t *tool) lent(trace mcpserver.Trace) *tool {
	own := *t
	own.lentFile, own.lentName = trace.File, trace.Path
	return &own
}

// races is the analysis of a trace, the one that is kept if nothing changed.
func (a *agent) races(ctx context.Context, trace mcpserver.Trace, all bool, progress func(string, float64)) (*kept, error) {
	now, err := trace.File.Stat()
	if err != nil {
		return nil, err
	}
	if k := a.kept; k != nil && k.all == all && os.SameFile(k.was, now) && k.was.Size() == now.Size() && k.was.ModTime().Equal(now.ModTime()) {
		return k, nil
	}
	a.forget()
	opt := a.opt
	opt.all = all
	p, err := a.newPlan(opt, trace.Path)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(fdPath(trace.File)) // longer than the call
	if err != nil {
		return nil, err
	}
	src, err := a.openFile(fdPath(f), trace.Path)
	if err != nil {
		f.Close()
		return nil, err
	}
	found, err := p.run(ctx, src, progress)
	if err != nil {
		f.Close()
		return nil, err
	}
	a.kept = &kept{found, f, now, all}
	return a.kept, nil
}

func (a *agent) Info(ctx context.Context, w io.Writer, trace mcpserver.Trace) error {
	stats, err := a.lent(trace).collect(ctx, trace.Path)
	if err != nil {
		return err
	}
	return report.WriteInfoJSON(w, stats)
}

func (a *agent) Races(ctx context.Context, w io.Writer, trace mcpserver.Trace, p mcpserver.Part) error {
	k, err := a.races(ctx, trace, p.All, p.Progress)
	if err != nil {
		return err
	}
	return k.report.JSONPart(w, report.Part{Offset: p.Offset, Limit: p.Limit, Stacks: p.Stacks})
}

func (a *agent) Explain(ctx context.Context, w io.Writer, trace mcpserver.Trace, race string) error {
	k, err := a.races(ctx, trace, a.kept != nil && a.kept.all, nil)
	if err != nil {
		return err
	}
	return k.report.ExplainJSON(w, race)
}

func (a *agent) Loops(ctx context.Context, w io.Writer, trace mcpserver.Trace, p mcpserver.Part) error {
	k, err := a.races(ctx, trace, false, p.Progress)
	if err != nil {
		return err
	}
	runs, err := audit.Look(ctx, k.source, k.result)
	if err != nil {
		return err
	}
	return report.NewAudit(k.result, runs, k.report, k.sym).JSONPart(w, report.Part{Offset: p.Offset, Limit: p.Limit, Stacks: p.Stacks})
}

func (a *agent) Export(ctx context.Context, w io.Writer, trace mcpserver.Trace, format, race string) error {
	k, err := a.races(ctx, trace, false, nil)
	if err != nil {
		return err
	}
	if race != "" {
		return k.report.IssueOf(w, race, version)
	}
	return formats[format](a.tool, k.analysis, analyzeOptions{limit: a.opt.limit}, w)
}

// quiet is the tool for a verb whose messages and whose program's output are no part of
// the protocol.
func (a *agent) quiet(said *heard) *tool {
	a.keepScreen() // once for all programs
	own := *a.tool
	own.stdin, own.out, own.errors = nil, said, said
	own.stdout, own.stderr = plain.NewWriter(said), plain.NewWriter(said)
	own.goesOn = true
	return &own
}

// recordedJSON is what the tool record answers.
type recordedJSON struct {
	Version  int           `json:"version"`
	Trace    string        `json:"trace"`
	Status   int           `json:"status"`    // of the program, 128 plus the signal that ended it
	TimedOut bool          `json:"timed_out"` // it was ended after the limit
	Said     string        `json:"said"`      // by the recorder and by the program, the end of it
	Info     *report.Stats `json:"info"`
}

func (a *agent) Record(ctx context.Context, w io.Writer, r mcpserver.Recording) error {
	said := &heard{}
	t := a.quiet(said)
	var opt recordOptions
	opt.Output, opt.Play, opt.Grace, opt.Qt = r.Output, r.Play, 2*time.Second, recording.QtStock
	if r.Stock {
		if err := opt.Stock.Set("yes"); err != nil {
			return err
		}
	}
	limited, cancel := context.WithTimeout(ctx, r.Limit)
	defer cancel()
	path, code, err := t.record(limited, opt, r.Program)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return said.explain(err)
	}
	stats, err := a.collect(ctx, path)
	if err != nil {
		return err
	}
	return report.WriteJSON(w, recordedJSON{report.JSONVersion, path, code, limited.Err() != nil, said.String(), stats})
}

func (a *agent) Confirm(ctx context.Context, w io.Writer, c mcpserver.Confirmation) error {
	said := &heard{}
	t := a.quiet(said).lent(c.Trace)
	opt := confirmOptions{race: c.Race, dir: c.Dir, rules: a.opt.rules, runs: c.Runs, timeout: c.Limit, where: a.opt.where, keep: true, json: true}
	var out bytes.Buffer
	t.out = &out // the verb's result; its program's output goes with the messages
	err := t.confirm(ctx, &opt, c.Trace.Path, c.Program)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return said.explain(err)
	}
	_, err = out.WriteTo(w)
	return err
}

func (a *agent) Replay(ctx context.Context, w io.Writer, r mcpserver.Replay) error {
	said := &heard{}
	t := a.quiet(said)
	opt, finish, err := t.steering(ctx, r.Program, r.Runs, 0, r.Limit, "")
	if err != nil {
		return said.explain(err)
	}
	opt.Faults = r.Dir
	found, err := steer.Replay(ctx, r.Schedule, r.Program, opt)
	finish.all()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return said.explain(err)
	}
	return report.WriteJSON(w, found.JSON())
}

// heard keeps the end of what the tool and a program say, which several may do at a time.
type heard struct {
	mu   sync.Mutex
	text []byte
}

const mostSaid = 8 << 10

func (s *heard) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text = append(s.text, p...)
	if n := len(s.text) - mostSaid; n > 0 {
		s.text = append(s.text[:0], s.text[n:]...)
	}
	return len(p), nil
}

func (s *heard) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.ToValidUTF8(string(s.text), "\ufffd")
}

// explain adds to an error what was said before it.
func (s *heard) explain(err error) error {
	if text := strings.TrimSpace(s.String()); text != "" {
		return errors.Join(err, errors.New(text))
	}
	return err
}
