// Package recording runs a program under the recorder: it refuses what can be known to go
// wrong, chooses what is loaded into the program, and waits for its end.
package recording

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"sparseracer/internal/install"
	"sparseracer/internal/steer"
	"sparseracer/internal/steering"
	"sparseracer/internal/system"
	"sparseracer/internal/trace"
)

// Options say what is recorded and how.
type Options struct {
	Output   string // the trace, %p is the process id; "" is PROG.%p.srt
	Follow   bool   // child processes too
	Compress bool
	Values   bool
	Flow     bool
	MaxSize  uint64 // bytes, 0 for no limit
	Ring     uint64 // bytes that the last stretch is kept in, 0: all is kept
	// RingAtExit: a ring becomes a trace at the end of the program, however it ends.
	RingAtExit bool
	Qt         QtChoice
	Stock      StockChoice
	Play       string // script of a session (docs/sessions.md), "" for a person
	Home       string // a folder of which the program's home is a copy, gone when it ends; "": the one of Env

	// Fresh: it meets nothing of an instance of itself that runs beside, or that crashed.
	Fresh bool

	Dir            string // where the program runs; "": here
	Env            []string
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Watch          func(path string) (stop func()) // gets the trace's path while it grows
	// Grace is how long a program has after a termination request, before it is killed; 0: it
	// decides itself.
	Grace time.Duration

	python string // of the interpreter that runs the program, framesOf
}

// Run runs a program under the recorder and the hooks. It returns the trace's path; what
// the trace holds is left to the caller.
func Run(ctx context.Context, opt Options, prog []string) (path string, state *os.ProcessState, err error) {
	dir, done, err := install.PreloadDir()
	if err != nil {
		return "", nil, err
	}
	defer done()
	exe, pattern, err := prepare(opt, prog)
	if err != nil {
		return "", nil, err
	}
	core, unlink, err := opt.preloadedCore(ctx, exe)
	if err != nil {
		return "", nil, err
	}
	defer unlink()
	// exec.Command, not CommandContext: an interrupt reaches the program from
	// the terminal itself, and it decides what to do with it.
	cmd := exec.Command(exe, prog[1:]...)
	cmd.Args[0] = prog[0]
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.Dir = opt.Stdin, opt.Stdout, opt.Stderr, opt.Dir
	stock, err := stockPreload(opt.Stock, dir, exe, opt.Env)
	if err != nil {
		return "", nil, err
	}
	if stock != "" && runsPython(exe) {
		opt.python = opt.framesOf(ctx, exe)
	}
	player, script, err := opt.player(ctx, dir, exe)
	if err != nil {
		return "", nil, err
	}
	ring, err := opt.newRing(prog[0], pattern)
	if err != nil {
		return "", nil, err
	}
	defer ring.remove()
	if ring != nil {
		pattern = ring.file
	}
	left, gone := listUnrecorded()
	defer gone()
	sanitizer := asanOf(exe)
	if sanitizer == asanNone && opt.Follow {
		sanitizer = asanMaybe // what it starts
	}
	sanitizer.warn(opt.Stderr, exe)
	cmd.Env = append(sanitizer.options(opt.environ(dir, pattern, left, stock, core, player)), script...)
	if opt.Home != "" {
		home, err := copyOf(opt.Home)
		if err != nil {
			return "", nil, err
		}
		defer os.RemoveAll(home)
		cmd.Env = append(cmd.Env, "HOME="+home)
	}
	if opt.Fresh {
		undo, err := steer.Alone(cmd)
		if err != nil {
			return "", nil, err
		}
		defer func() { undo(pidOf(cmd)) }()
	}
	defer ring.listens()()
	if err := cmd.Start(); err != nil {
		return "", nil, fmt.Errorf("%s: %w", prog[0], install.Reason(err))
	}
	path = strings.ReplaceAll(pattern, "%p", fmt.Sprint(cmd.Process.Pid))
	stop := func() {}
	if opt.Watch != nil {
		stop = opt.Watch(path)
	}
	answered := ring.whileRunning(cmd)
	err = waitFor(ctx, cmd, opt.Grace)
	answered()
	stop()
	var status *exec.ExitError
	if err != nil && !errors.As(err, &status) {
		return "", nil, err
	}
	if ring == nil {
		noteSignal(path, cmd.ProcessState)
	}
	sayUnrecorded(opt.Stderr, left)
	if !opt.Follow {
		sayInBackground(opt.Stderr, prog[0], WentOn(pattern))
	}
	if ring != nil {
		path, err = ring.end(cmd.ProcessState)
		return path, cmd.ProcessState, err
	}
	return path, cmd.ProcessState, nil
}

// pidOf is the process of a command, 0 if it was not started.
func pidOf(cmd *exec.Cmd) int {
	if cmd.Process == nil {
		return 0
	}
	return cmd.Process.Pid
}

// copyOf is a folder with the same files, for one run.
func copyOf(home string) (string, error) {
	dir, err := os.MkdirTemp("", "sparseracer-home-")
	if err != nil {
		return "", err
	}
	return dir, os.CopyFS(dir, os.DirFS(home))
}

// noteSignal adds to the trace which signal ended the program. A trace that is no file of its
// own goes without.
func noteSignal(path string, s *os.ProcessState) {
	w, ok := s.Sys().(syscall.WaitStatus)
	if info, err := os.Stat(path); ok && w.Signaled() && err == nil && info.Mode().IsRegular() && info.Size() > 0 && RecordedBy(path, uint32(s.Pid())) {
		_ = trace.NoteSignal(path, uint32(w.Signal())) // without it the report says less
	}
}

// prepare finds the program and the name of the trace, and refuses what can be
// known to go wrong.
func prepare(opt Options, prog []string) (exe, pattern string, err error) {
	if exe, err = exec.LookPath(prog[0]); err != nil {
		return "", "", steer.NoProgram(prog[0], err)
	}
	if pattern = opt.Output; pattern == "" {
		pattern = strings.ReplaceAll(filepath.Base(prog[0]), "%", "_") + ".%p.srt"
	}
	if pattern, err = filepath.Abs(pattern); err != nil {
		return "", "", err
	}
	if strings.ContainsAny(pattern, "'\n") {
		return "", "", fmt.Errorf("%q: the path of a trace must not contain ' or a line break", pattern)
	}
	if err := TraceWritable(pattern); err != nil {
		return "", "", err
	}
	return exe, pattern, recordable(exe, opt.Follow)
}

// environ is what the program gets: the options and the libraries, before its own.
func (opt *Options) environ(dir, pattern, left string, libraries ...string) []string {
	options := steering.Option(steering.OptionTrace, pattern)
	if left != "" {
		options += ":" + steering.Option(steering.OptionUnrecorded, left)
	}
	options += ":" + steering.Option(steering.OptionFilters, fmt.Sprintf("%0*d", filtersWidth, filtersHere()))
	if opt.Follow {
		options += ":" + steering.Option(steering.OptionFollow, "1")
	}
	if opt.Compress {
		options += ":" + steering.Option(steering.OptionCompress, "1")
	}
	if opt.Values {
		options += ":" + steering.Option(steering.OptionValues, "1")
	}
	if opt.Flow {
		options += ":" + steering.Option(steering.OptionFlow, "1")
	}
	if opt.python != "" {
		options += ":" + steering.Option(steering.OptionPython, opt.python)
	}
	if opt.Ring > 0 {
		options += ":" + steering.Option(steering.OptionRing, fmt.Sprint(opt.Ring))
	}
	if opt.MaxSize > 0 {
		options += ":" + steering.Option(steering.OptionMaxSize, fmt.Sprint(opt.MaxSize))
	}
	at := install.ByMachine(dir)
	preload := filepath.Join(at, system.RecorderLibrary)
	if install.FileExists(filepath.Join(dir, system.HooksLibrary)) {
		preload += ":" + filepath.Join(at, system.HooksLibrary)
	}
	if opt.Flow {
		preload += ":" + filepath.Join(at, system.FlowLibrary)
	}
	for _, lib := range libraries {
		if filepath.Dir(lib) == dir {
			lib = filepath.Join(at, filepath.Base(lib))
		}
		if lib != "" {
			preload += ":" + lib
		}
	}
	out, slice := make([]string, 0, len(opt.Env)+3), steer.SliceMalloc
	for _, kv := range opt.Env {
		switch name, value, _ := strings.Cut(kv, "="); {
		case name == "LD_PRELOAD" && value != "":
			preload += ":" + value
		case name == steering.EnvironmentOptions && value != "":
			options = value + ":" + options
		case name == steer.SliceVariable:
			slice = value
		case name != "LD_PRELOAD" && name != steering.EnvironmentOptions:
			out = append(out, kv)
		}
	}
	return append(out, "LD_PRELOAD="+preload, steering.EnvironmentOptions+"="+options, steer.SliceVariable+"="+slice)
}

// ExitStatus is a process's status, 128 plus the signal if one killed it.
func ExitStatus(s *os.ProcessState) int {
	if w, ok := s.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return 128 + int(w.Signal())
	}
	return s.ExitCode()
}

// EndedBy is the signal that ended a process, 0 for one that exited, with whatever status.
func EndedBy(s *os.ProcessState) syscall.Signal {
	if w, ok := s.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return w.Signal()
	}
	return 0
}

// RecordedBy distinguishes this recording from an older one under the same name.
func RecordedBy(path string, pid uint32) bool {
	src, err := trace.OpenFile(path)
	if err != nil {
		return true // for the error to be reported
	}
	r, err := src.Open()
	if err != nil {
		return true
	}
	defer r.Close()
	return r.Meta().PID == pid
}

// Unhookable is the error for a program with a Qt that no hook could be placed on; it
// is asked about only when none of its events was seen.
func Unhookable(ctx context.Context, modules []string) error {
	dir, done, err := install.PreloadDir()
	if err != nil {
		return err
	}
	defer done()
	for _, path := range modules {
		base := filepath.Base(path)
		if !strings.HasPrefix(base, "libQt5Core.so") && !strings.HasPrefix(base, "libQt6Core.so") || strings.ContainsAny(path, " :") {
			continue
		}
		out, err := install.AskHooks(ctx, dir, path, "")
		if err != nil {
			return err
		}
		if strings.Contains(out, "could not be hooked") {
			return fmt.Errorf("%s could not be hooked, so none of its events is in the trace: it has not the functions that the hooks look for", path)
		}
	}
	return nil
}
