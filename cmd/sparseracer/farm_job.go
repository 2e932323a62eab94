package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"sparseracer/internal/farm"
	"sparseracer/internal/fuzz"
	"sparseracer/internal/install"
	"sparseracer/internal/plain"
	"sparseracer/internal/report"
	"sparseracer/internal/sandbox"
	"sparseracer/internal/steer"
	"sparseracer/internal/symbols"
	"sparseracer/internal/trace"
)

// farmJobCommand does one job of a farm: what a worker wrote into a folder. It is a process of its own,
// so that a trace or a program which harms it harms nothing else.
func (t *tool) farmJobCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "job DIR",
		Short:  "For workers: do the job of a folder",
		Hidden: true,
		Args:   exactArgs(1, "a folder"),
		RunE:   func(c *cobra.Command, args []string) error { return t.farmJob(c.Context(), args[0]) },
	}
}

func (t *tool) farmJob(ctx context.Context, dir string) error {
	data, err := os.ReadFile(filepath.Join(dir, farm.TaskFile))
	if err != nil {
		return err
	}
	var task farm.Task
	if err := json.Unmarshal(data, &task); err != nil {
		return err
	}
	if task.Confine && !sandbox.Inside(t.env) {
		return t.confineJob(ctx, dir, &task)
	}
	if task.Root != "" && !task.Confine {
		return errors.New("an image needs namespaces")
	}
	if err := t.limitJob(&task); err != nil {
		return err
	}
	// What is found out about the program's libraries stays in the job's folder: with whom they came they could
	// say anything, under the build-ids of others. The worker keeps it for jobs of the same files.
	t.env = append(slices.Clone(t.env), "XDG_CACHE_HOME="+filepath.Join(dir, farm.Home, ".cache"))
	var out bytes.Buffer
	if err := t.jobResult(ctx, dir, &task, &out); err != nil {
		out.Reset()
		if err := report.WriteJSON(&out, farm.TaskError{Error: err.Error()}); err != nil {
			return err
		}
	}
	t.code = exitClean
	return os.WriteFile(filepath.Join(dir, farm.ResultFile), out.Bytes(), privateFile)
}

// confineJob runs the same job in a sandbox. Nothing of the program is looked at before: its libraries, and the
// loader that it names, are code.
func (t *tool) confineJob(ctx context.Context, dir string, task *farm.Task) error {
	dir, err := sandbox.Absolute(dir)
	if err != nil {
		return err
	}
	home := filepath.Join(dir, farm.Home)
	if err := os.Mkdir(home, 0o700); err != nil && !os.IsExist(err) {
		return err
	}
	again := exec.Command("", t.args...)
	again.Stdin = t.stdin
	again.Env, again.Stdout, again.Stderr = append(t.env, "HOME="+home), t.out, t.errors
	box := sandbox.Box{Keep: dir, Current: dir, Fixed: fixed(task)}
	if box.Root = task.Root; box.Root != "" {
		if box.Show, err = shownInImage(ctx, task); err != nil {
			return err
		}
	}
	t.code, err = sandbox.Run(ctx, box, again)
	return err
}

// shownInImage is what of this machine a job needs in an image: our folders, those libraries which ours need and the image
// lacks, and the program's.
func shownInImage(ctx context.Context, task *farm.Task) ([]string, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	libraries, err := install.LibraryDir()
	if err != nil {
		return nil, err
	}
	shown := append([]string{filepath.Dir(self), libraries}, task.Show...)
	ours, err := filepath.Glob(filepath.Join(libraries, "libsparse[rqsfn]*.so")) // the others need a toolkit, which is the image's
	if err != nil {
		return nil, err
	}
	for _, path := range ours {
		needed, err := farm.Needed(ctx, path)
		if err != nil {
			return nil, err
		}
		for _, f := range needed.Files {
			if _, err := os.Lstat(filepath.Join(task.Root, f.Path)); err != nil && filepath.Dir(f.Path) != libraries {
				shown = append(shown, f.Path)
			}
		}
	}
	return shown, nil
}

// fixed are what a job reads, and other jobs will, too.
func fixed(task *farm.Task) []string {
	var out []string
	for _, path := range []string{task.Trace, task.Sysroot, task.Schedule} {
		if path != "" {
			out = append(out, path)
		}
	}
	return out
}

// limitJob bounds this process and all that it will start. Linux bounds each process's files, and the
// processes of a user; the memory of all together is looked at, and in a sandbox the number of processes.
func (t *tool) limitJob(task *farm.Task) error {
	set := func(what int, most uint64) error {
		var has unix.Rlimit
		if err := unix.Getrlimit(what, &has); err != nil {
			return err
		}
		most = min(most, has.Max)
		return unix.Setrlimit(what, &unix.Rlimit{Cur: most, Max: most})
	}
	err := set(unix.RLIMIT_CORE, 0)
	if task.MostFile > 0 {
		err = errors.Join(err, set(unix.RLIMIT_FSIZE, uint64(task.MostFile)))
	}
	if err != nil {
		return fmt.Errorf("the limits of a job: %w", err)
	}
	if err := sandbox.GiveUpRights(); err != nil {
		return err
	}
	if task.MostMemory > 0 || task.MostProcesses > 0 {
		go t.watchJob(task, sandbox.Inside(t.env))
	}
	return nil
}

// watchEvery is how often a job's processes are looked at.
const watchEvery = 250 * time.Millisecond

// watchJob ends a job, and in a sandbox all of its processes with it, once it takes too much. Outside
// of a sandbox the processes of its session and of ours cannot be told apart by a number, so those below
// this one count.
func (t *tool) watchJob(task *farm.Task, alone bool) {
	for range time.Tick(watchEvery) {
		processes, memory := jobProcesses(alone)
		why := ""
		switch {
		case task.MostProcesses > 0 && processes > task.MostProcesses:
			why = fmt.Sprintf("it had %d processes, more than --job-processes=%d", processes, task.MostProcesses)
		case task.MostMemory > 0 && memory > task.MostMemory:
			why = fmt.Sprintf("it used %d MiB of memory, more than --job-memory", memory>>20)
		default:
			continue
		}
		fmt.Fprintln(t.stderr, "sparseracer: the job was ended:", why)
		if alone {
			syscall.Kill(-1, syscall.SIGKILL) // all of this namespace but its first process, which ends next
		}
		t.end(exitError)
	}
}

// jobProcesses counts the processes below this one, or all of this namespace, and their memory.
func jobProcesses(alone bool) (n int, memory int64) {
	list, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return 0, 0
	}
	type process struct {
		parent int
		memory int64
	}
	all := map[int]process{}
	for _, path := range list {
		data, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		pid, _ := strconv.Atoi(strings.Split(path, "/")[2])
		end := bytes.LastIndexByte(data, ')')
		fields := strings.Fields(string(data[end+1:]))
		if len(fields) < 22 {
			continue
		}
		parent, _ := strconv.Atoi(fields[1])
		pages, _ := strconv.ParseInt(fields[21], 10, 64)
		all[pid] = process{parent, pages * int64(os.Getpagesize())}
	}
	self := os.Getpid()
	for pid, p := range all {
		mine := alone
		for at, steps := pid, 0; !mine && at > 1 && steps < 100; at, steps = all[at].parent, steps+1 {
			mine = at == self
		}
		if mine {
			n++
			memory += p.memory
		}
	}
	return n, memory
}

// jobResult writes what a job found as JSON.
func (t *tool) jobResult(ctx context.Context, dir string, task *farm.Task, out *bytes.Buffer) error {
	where := symbols.Locations{Sysroot: task.Sysroot, Alone: true}
	own := *t
	own.stdin, own.goesOn, own.out = nil, true, out
	own.stdout = plain.NewWriter(io.Discard)
	own.env = append(own.env, "QT_QPA_PLATFORM=offscreen")
	switch task.Kind {
	case farm.Rights:
		rights, err := sandbox.Rights()
		if err != nil {
			return err
		}
		return report.WriteJSON(out, farm.Granted{Rights: rights})
	case farm.Analyze:
		opt := analyzeOptions{rules: "auto", races: "auto", mode: "auto", where: where, maxMemory: memorySize(task.MostMemory)}
		a, err := own.races(ctx, opt, task.Trace)
		if err != nil {
			return err
		}
		if own.resolver == nil {
			defer a.sym.Close()
		}
		return a.report.JSON(out)
	case farm.Confirm:
		opt := confirmOptions{race: task.Race, dir: dir, rules: "auto", runs: task.Runs, jobs: 1, timeout: task.Timeout, where: where, keep: true, json: true}
		return own.confirm(ctx, &opt, task.Trace, task.Program)
	case farm.Verify:
		opt, finish, err := own.steering(ctx, task.Program, task.Runs, 1, task.Timeout, "")
		if err != nil {
			return err
		}
		defer finish.all()
		opt.Faults = dir
		r, err := steer.Replay(ctx, task.Schedule, task.Program, opt)
		if err != nil {
			return err
		}
		return report.WriteJSON(out, r.JSON())
	case farm.Minimise:
		return own.minimiseThere(ctx, dir, task, out)
	case farm.Fuzz:
		return own.fuzzRange(ctx, dir, task, where, out)
	case farm.Explore:
		return own.exploreRange(ctx, dir, task, out)
	case farm.Probe:
		return own.probeRange(ctx, dir, task, out)
	}
	return fmt.Errorf("this release knows no job %q", task.Kind)
}

// fuzzRange makes the runs of a range, by the observation run's trace.
func (t *tool) fuzzRange(ctx context.Context, dir string, task *farm.Task, where symbols.Locations, out *bytes.Buffer) error {
	f := task.Search
	if _, err := t.lookAtLoops(ctx, task.Program); err != nil {
		return err
	}
	src, err := trace.OpenFile(task.Trace)
	if err != nil {
		return err
	}
	sym := symbols.New(symbols.Options{Locations: where})
	defer sym.Close()
	res, err := ordersObserved(ctx, src, f.GLib, sym)
	if err != nil {
		return err
	}
	opt := fuzzOptions{runs: task.Range.To, seed: f.Seed, naive: f.Naive, only: f.Only, fast: f.Fast, dir: dir, timeout: task.Timeout, jobs: 1}
	run, finish, err := t.fuzzing(ctx, opt, task.Program)
	if err != nil {
		return err
	}
	defer finish()
	ran, err := fuzz.Range(ctx, res, task.Program, run, task.Range.From, task.Range.To)
	if err != nil {
		return err
	}
	return report.WriteJSON(out, ran)
}
