package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sparseracer/internal/recording"
	"sparseracer/internal/report"
	"sparseracer/internal/sandbox"
	"sparseracer/internal/steer"
)

type recordOptions struct {
	recording.Options
	maxSize byteSize
	ring    ringSize
	extra   []string // of the program's environment
	sandbox string
}

func (o *recordOptions) flags(c *cobra.Command) {
	c.Flags().StringVarP(&o.Output, "output", "o", "", "write the trace to `FILE` (default PROG.PID.srt; %p is the process id)")
	c.Flags().BoolVar(&o.Follow, "follow", false, "record child processes too, each into a file of its own")
	o.Qt = recording.QtStock
	c.Flags().Var(&o.Qt, "qt", "where Qt's operations come from: hooks on the `stock` library, the patched QtCore of qt build, "+
		"or auto: patched where it can be")
	c.Flags().Var(&o.Stock, "stock", "record what handlers of code without instrumentation keep across nested loops: "+
		"yes, no, or auto: when the program itself, or a library that comes with it, is not instrumented")
	c.Flags().Lookup("stock").NoOptDefVal = "yes"
	c.Flags().StringVar(&o.Play, "play", "", "play the person from the session script `FILE` (docs/sessions.md)")
	c.Flags().BoolVar(&o.Compress, "compress", false, "compress the trace while it is written")
	c.Flags().BoolVar(&o.Values, "values", false, "record a hash of what writes write, in code compiled with -fsparse-values")
	c.Flags().BoolVar(&o.Flow, "flow", false, "record how data flows and what is written to files, for the ranks of analyze, in code compiled with -fsparse-flow")
	c.Flags().Var(&o.maxSize, "max-size", "the most that one process's trace may take: `SIZE` bytes, or with K, M or G; "+
		"memory accesses stop first, events go on as long as there is room (0 = no limit)")
}

func (t *tool) recordCommand() *cobra.Command {
	var opt recordOptions
	c := &cobra.Command{
		Use:   "record [-o FILE] [--follow] -- PROG [ARGS…]",
		Short: "Run a program and record what its event loops do",
		RunE: func(c *cobra.Command, args []string) error {
			_, prog, err := program(c, args, 0)
			if err != nil {
				return err
			}
			if err := opt.checkRing(c); err != nil {
				return err
			}
			if slices.Contains(t.env, steer.WithServices) && opt.sandbox == "" {
				return errors.New("--services: without --sandbox DIR the program is on your own D-Bus, with its services")
			}
			if err := opt.keepInSandbox(prog); err != nil {
				return err
			}
			t.warnOutside(opt.sandbox, opt.Play)
			return t.sandboxed(c.Context(), opt.sandbox == "", opt.sandbox, prog, func() error {
				_, code, err := t.record(c.Context(), opt, prog)
				t.code = code
				return err
			})
		},
	}
	opt.flags(c)
	opt.ringFlags(c)
	t.sandboxFlag(c, &opt.sandbox)
	c.Flags().SetInterspersed(false)
	return c
}

func (t *tool) runCommand() *cobra.Command {
	var opt recordOptions
	var an analyzeOptions
	c := &cobra.Command{
		Use:   "run [-o FILE] -- PROG [ARGS…]",
		Short: "Record a program, then analyze the recording",
		RunE: func(c *cobra.Command, args []string) error {
			_, prog, err := program(c, args, 0)
			if err != nil {
				return err
			}
			t.goesOn = true
			path, code, err := t.record(c.Context(), opt, prog)
			t.goesOn = false
			if err != nil {
				return err
			}
			ctx, stop := afterProgram(c.Context())
			defer stop()
			if err := t.analyze(ctx, an, path, ""); err != nil {
				return err
			}
			if t.code == exitClean {
				t.code = code // nothing found: the program's own status stays visible
			}
			return nil
		},
	}
	opt.flags(c)
	an.flags(c)
	c.Flags().Lookup("output").Usage = "write the trace to `FILE` (default PROG.PID.srt; %p is the process id)"
	c.Flags().SetInterspersed(false)
	return c
}

// keepInSandbox: a trace outside of the folder would be gone with the sandbox.
func (o *recordOptions) keepInSandbox(prog []string) error {
	if o.sandbox == "" {
		return nil
	}
	if o.Output == "" {
		o.Output = filepath.Join(o.sandbox, filepath.Base(prog[0])+".%p.srt")
	}
	return keptIn(o.sandbox, o.Output, "a trace is")
}

// keptIn: what is written outside of the sandbox's folder would be gone with it.
func keptIn(box, path, what string) error {
	from, err1 := sandbox.Absolute(box)
	to, err2 := sandbox.Absolute(path)
	in, err := filepath.Rel(from, to)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	if err != nil || in == ".." || strings.HasPrefix(in, "../") {
		return fmt.Errorf("%s: with --sandbox %s kept in its folder alone, %s", path, what, box)
	}
	return nil
}

// record runs prog under the recorder and the hooks, and says what came of it. It
// returns the trace's path and the program's exit status, 128 plus the signal if
// one killed it.
func (t *tool) record(ctx context.Context, opt recordOptions, prog []string) (path string, code int, err error) {
	loops, err := t.lookAtLoops(ctx, prog)
	if err != nil {
		return "", exitError, err
	}
	t.warnUnseen(loops)
	replaced, _ := os.Stat(opt.Output)
	if opt.ring == 0 && t.startsAnother(opt, prog, len(loops)) {
		path, code, err = t.recordStarted(ctx, opt, prog)
	} else {
		path, code, err = t.recordAlone(ctx, opt, prog)
	}
	if err == nil && replaced != nil && replaced.Mode().IsRegular() && replaced.Size() > 0 {
		fmt.Fprintf(t.stderr, "warning: %s of %s was replaced.\n", opt.Output, replaced.ModTime().Format(time.DateTime))
	}
	return path, code, err
}

func (t *tool) recordAlone(ctx context.Context, opt recordOptions, prog []string) (path string, code int, err error) {
	path, state, err := recording.Run(ctx, t.recorded(opt), prog)
	if err != nil {
		return "", exitError, err
	}
	if path == "" { // a ring that is gone
		return "", recording.ExitStatus(state), nil
	}
	ctx, stop := afterProgram(ctx)
	defer stop()
	return path, recording.ExitStatus(state), t.reportRecorded(ctx, opt, path, prog, uint32(state.Pid()))
}

// recorded completes the options with what is the tool's.
func (t *tool) recorded(opt recordOptions) recording.Options {
	t.keepScreen()
	o := opt.Options
	o.MaxSize, o.Ring, o.Env, o.Watch = uint64(opt.maxSize), uint64(opt.ring), slices.Concat(t.env, opt.extra), t.showRecording
	if o.Ring > 0 {
		o.Watch = nil // it does not grow
	}
	o.Stdin, o.Stdout, o.Stderr, o.Home, o.Dir = t.stdin, t.out, t.errors, t.home, t.dir
	return o
}

// reportRecorded says what the recording holds and what to do next.
func (t *tool) reportRecorded(ctx context.Context, opt recordOptions, path string, prog []string, pid uint32) error {
	st, err := os.Stat(path)
	if err == nil && st.Size() == 0 {
		return fmt.Errorf("%s: nothing could be written to it; the recorder has said why", path)
	}
	if err != nil || !recording.RecordedBy(path, pid) {
		return fmt.Errorf("%s ran, but left no trace: the recorder could not be loaded into it "+
			"(a static program, one with set-user-id, or a script that starts another: try --follow)", prog[0])
	}
	stats, err := t.collect(ctx, path)
	if err != nil {
		return err
	}
	if err := report.WriteRecorded(t.stderr, path, stats); err != nil {
		return err
	}
	t.next(t.stderr, "analyze", path)
	if opt.Values && stats.Values == 0 && stats.Accesses > 0 {
		fmt.Fprintln(t.stderr, "warning: no write says what it wrote: compile with -fsparse-values.")
	}
	if opt.Flow && stats.Sites == 0 && stats.Accesses > 0 {
		fmt.Fprintln(t.stderr, "warning: no code reports how data flows: compile with -fsparse-flow.")
	}
	if stats.Kinds["deq"] > 0 {
		return nil
	}
	var modules []string
	for _, m := range stats.Modules {
		modules = append(modules, m.Path)
	}
	if why := recording.UnseenLoop(modules); why != "" {
		fmt.Fprintf(t.stderr, "warning: %s.\n", why)
	}
	return recording.Unhookable(ctx, modules)
}
