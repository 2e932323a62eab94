package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"sparseracer/internal/report"
	"sparseracer/internal/steer"
	"sparseracer/internal/system"
	"sparseracer/internal/trace"
)

type recordOptions struct {
	output   string
	follow   bool
	compress bool
	values   bool
	flow     bool
	maxSize  byteSize
	qt       qtChoice
	stock    stockChoice
}

func (o *recordOptions) flags(c *cobra.Command) {
	c.Flags().StringVarP(&o.output, "output", "o", "", "write the trace to `FILE` (default PROG.PID.srt; %p is the process id)")
	c.Flags().BoolVar(&o.follow, "follow", false, "record child processes too, each into a file of its own")
	o.qt = qtStock
	c.Flags().Var(&o.qt, "qt", "where Qt's operations come from: hooks on the `stock` library, the patched QtCore of qt build, "+
		"or auto: patched where it can be")
	c.Flags().Var(&o.stock, "stock", "record what handlers of code without instrumentation hold across nested loops: "+
		"yes, no, or auto: when the program itself, or a library that comes with it, is not instrumented")
	c.Flags().Lookup("stock").NoOptDefVal = stockChoices[stockYes]
	c.Flags().BoolVar(&o.compress, "compress", false, "compress the trace while it is written")
	c.Flags().BoolVar(&o.values, "values", false, "record a hash of what writes write, in code compiled with -fsparse-values")
	c.Flags().BoolVar(&o.flow, "flow", false, "record how data flows and what is written to files, for the ranks of analyze, in code compiled with -fsparse-flow")
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
			_, code, err := t.record(c.Context(), opt, prog)
			t.code = code
			return err
		},
	}
	opt.flags(c)
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
			path, code, err := t.record(c.Context(), opt, prog)
			if err != nil {
				return err
			}
			if err := t.analyze(c.Context(), an, path, ""); err != nil {
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

// record runs prog under the recorder and the hooks, and says what came of it. It
// returns the trace's path and the program's exit status, 128 plus the signal if
// one killed it.
func (t *tool) record(ctx context.Context, opt recordOptions, prog []string) (path string, code int, err error) {
	path, state, err := t.recordQuietly(ctx, opt, prog)
	if err != nil {
		return "", exitError, err
	}
	return path, exitStatus(state), t.tellRecorded(ctx, opt, path, prog, uint32(state.Pid()))
}

// recordQuietly leaves it to the caller to look at the trace.
func (t *tool) recordQuietly(ctx context.Context, opt recordOptions, prog []string) (path string, state *os.ProcessState, err error) {
	dir, done, err := preloadDir()
	if err != nil {
		return "", nil, err
	}
	defer done()
	exe, pattern, err := prepare(opt, prog)
	if err != nil {
		return "", nil, err
	}
	core, unlink, err := t.preloadedCore(ctx, opt, exe)
	if err != nil {
		return "", nil, err
	}
	defer unlink()
	// exec.Command, not CommandContext: an interrupt reaches the program from
	// the terminal itself, and it decides what to do with it.
	cmd := exec.Command(exe, prog[1:]...)
	cmd.Args[0] = prog[0]
	cmd.Stdin, cmd.Stdout, cmd.Stderr = t.stdin, t.stdout, t.stderr
	stock, err := stockPreload(opt.stock, dir, exe, t.env)
	if err != nil {
		return "", nil, err
	}
	cmd.Env = recordEnv(t.env, dir, core, stock, pattern, opt)
	if err := cmd.Start(); err != nil {
		return "", nil, fmt.Errorf("%s: %w", prog[0], unwrapExec(err))
	}
	path = strings.ReplaceAll(pattern, "%p", fmt.Sprint(cmd.Process.Pid))
	stop := t.showProgress(path)
	err = waitFor(ctx, cmd)
	stop()
	var status *exec.ExitError
	if err != nil && !errors.As(err, &status) {
		return "", nil, err
	}
	return path, cmd.ProcessState, nil
}

// prepare finds the program and the name of the trace, and refuses what can be
// known to go wrong.
func prepare(opt recordOptions, prog []string) (exe, pattern string, err error) {
	if exe, err = exec.LookPath(prog[0]); err != nil {
		return "", "", fmt.Errorf("%s: %w", prog[0], unwrapExec(err))
	}
	if pattern = opt.output; pattern == "" {
		pattern = strings.ReplaceAll(filepath.Base(prog[0]), "%", "_") + ".%p.srt"
	}
	if pattern, err = filepath.Abs(pattern); err != nil {
		return "", "", err
	}
	if strings.ContainsAny(pattern, "'\n") {
		return "", "", fmt.Errorf("%q: the path of a trace must not contain ' or a line break", pattern)
	}
	if err := traceWritable(pattern); err != nil {
		return "", "", err
	}
	return exe, pattern, recordable(exe)
}

// waitFor waits for the program; a termination request is handed on to it.
func waitFor(ctx context.Context, cmd *exec.Cmd) error {
	done := make(chan struct{})
	go func() {
		select {
		case <-ctx.Done():
			_ = cmd.Process.Signal(syscall.SIGTERM)
		case <-done:
		}
	}()
	defer close(done)
	return cmd.Wait()
}

func recordEnv(env []string, dir, core, stock, pattern string, opt recordOptions) []string {
	options := fmt.Sprintf("trace='%s'", pattern)
	if opt.follow {
		options += ":follow=1"
	}
	if opt.compress {
		options += ":compress=1"
	}
	if opt.values {
		options += ":values=1"
	}
	if opt.flow {
		options += ":flow=1"
	}
	if opt.maxSize > 0 {
		options += fmt.Sprintf(":max_size=%d", opt.maxSize)
	}
	preload := filepath.Join(dir, system.RecorderLibrary)
	if qt := filepath.Join(dir, system.HooksLibrary); fileExists(qt) {
		preload += ":" + qt
	}
	if opt.flow {
		preload += ":" + filepath.Join(dir, system.FlowLibrary)
	}
	for _, lib := range []string{stock, core} {
		if lib != "" {
			preload += ":" + lib
		}
	}
	out, slice := make([]string, 0, len(env)+3), steer.SliceMalloc
	for _, kv := range env {
		switch name, value, _ := strings.Cut(kv, "="); {
		case name == "LD_PRELOAD" && value != "":
			preload += ":" + value
		case name == "SPARSERACER_OPTIONS" && value != "":
			options = value + ":" + options
		case name == steer.SliceVariable:
			slice = value
		case name != "LD_PRELOAD" && name != "SPARSERACER_OPTIONS":
			out = append(out, kv)
		}
	}
	return append(out, "LD_PRELOAD="+preload, "SPARSERACER_OPTIONS="+options, steer.SliceVariable+"="+slice)
}

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// unwrapExec drops the "exec: NAME:" that our own message says already.
func unwrapExec(err error) error {
	var e *exec.Error
	if errors.As(err, &e) {
		err = e.Err
	}
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

func exitStatus(s *os.ProcessState) int {
	if w, ok := s.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return 128 + int(w.Signal())
	}
	return s.ExitCode()
}

// showProgress shows the growing trace on a terminal; call the result to stop.
func (t *tool) showProgress(path string) (stop func()) {
	f, ok := t.stderr.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return func() {}
	}
	bar := progressbar.NewOptions64(-1, progressbar.OptionSetWriter(f), progressbar.OptionSetDescription("recording"),
		progressbar.OptionShowBytes(true), progressbar.OptionClearOnFinish(), progressbar.OptionSetElapsedTime(true))
	done, finished := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(finished)
		tick := time.NewTicker(500 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-done:
				_ = bar.Finish()
				return
			case <-tick.C:
				if st, err := os.Stat(path); err == nil {
					_ = bar.Set64(st.Size())
				}
			}
		}
	}()
	return func() { close(done); <-finished }
}

// tellRecorded says what the recording holds and what to do next.
func (t *tool) tellRecorded(ctx context.Context, opt recordOptions, path string, prog []string, pid uint32) error {
	st, err := os.Stat(path)
	if err == nil && st.Size() == 0 {
		return fmt.Errorf("%s: nothing could be written to it; the recorder has said why", path)
	}
	if err != nil || !recordedBy(path, pid) {
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
	if opt.values && stats.Values == 0 && stats.Accesses > 0 {
		fmt.Fprintln(t.stderr, "warning: no write says what it wrote: compile with -fsparse-values.")
	}
	if opt.flow && stats.Sites == 0 && stats.Accesses > 0 {
		fmt.Fprintln(t.stderr, "warning: no code reports how data flows: compile with -fsparse-flow.")
	}
	return unhookable(stats)
}

// recordedBy tells this recording from an older one under the same name.
func recordedBy(path string, pid uint32) bool {
	src, err := trace.OpenFile(path)
	if err != nil {
		return true // for the error to be told
	}
	r, err := src.Open()
	if err != nil {
		return true
	}
	defer r.Close()
	return r.Meta().PID == pid
}

// unhookable is the error for a program whose Qt no hook could be placed on; it
// is asked about only when a Qt was loaded and none of its events was seen.
func unhookable(stats *report.Stats) error {
	if stats.Kinds["deq"] > 0 || stats.Kinds["enq"] > 0 {
		return nil
	}
	dir, done, err := preloadDir()
	if err != nil {
		return err
	}
	defer done()
	for _, m := range stats.Modules {
		base := filepath.Base(m.Path)
		if !strings.HasPrefix(base, "libQt5Core.so") && !strings.HasPrefix(base, "libQt6Core.so") || strings.ContainsAny(m.Path, " :") {
			continue
		}
		out, err := askHooks(context.Background(), filepath.Join(dir, system.HooksLibrary), m.Path, "")
		if err != nil {
			return err
		}
		if strings.Contains(out, "could not be hooked") {
			return fmt.Errorf("%s could not be hooked, so none of its events is in the trace: it has not the functions that the hooks look for", m.Path)
		}
	}
	return nil
}
