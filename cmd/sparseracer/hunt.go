package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"sparseracer/internal/recording"
	"sparseracer/internal/report"
	"sparseracer/internal/steer"
	"sparseracer/internal/symbols"
	"sparseracer/sparsehb"
)

// hunt is record, analyze and confirm in one go, for a program that can be recorded and
// steered. What it has done lies in a folder, and is not done again.
type huntOptions struct {
	record        recordOptions
	dir           string
	jobs          int
	timeout, time time.Duration
	where         symbols.Locations
}

// huntRecording is the trace's name in the folder.
const huntRecording = "recording.srt"

func (t *tool) huntCommand() *cobra.Command {
	opt := huntOptions{record: recordOptions{Options: recording.Options{Qt: recording.QtStock}}}
	c := &cobra.Command{
		Use:   "hunt [-o DIR] [--play FILE] -- PROG [ARGS…]",
		Short: "Record a program, predict its races, and try each of them",
		Long: `Runs PROG and records it while somebody uses it, or a script does (--play); predicts
what another order of events may break; and steers PROG into each prediction. With
a script it also tries events that the session does not have, as probe does. Prints what was
proven, with the schedules that repeat it, and a line for each of the others.

PROG is built by sparse-c++ -fsanitize=address, or a program as it is installed. The
folder keeps the recording, schedules and verdicts: called again, hunt goes on with what
was not tried. To record again, name another folder.`,
		RunE: func(c *cobra.Command, args []string) error {
			_, prog, err := program(c, args, 0)
			if err != nil {
				return err
			}
			return t.hunt(c.Context(), opt, prog)
		},
	}
	f := c.Flags()
	f.StringVarP(&opt.dir, "output", "o", "", "keep what is found in the folder `DIR` (default PROG.hunt)")
	f.StringVar(&opt.record.Play, "play", "", "play the person from the session script `FILE` (docs/sessions.md)")
	f.Var(&opt.record.Stock, "stock", "record what handlers of code without instrumentation keep across nested loops: yes, no, or auto")
	f.Lookup("stock").NoOptDefVal = "yes"
	f.IntVarP(&opt.jobs, "jobs", "j", 0, jobsUsage)
	f.DurationVar(&opt.timeout, "timeout", 30*time.Second, "end a steered run after this time")
	f.DurationVar(&opt.time, "time", 0, "try races for at most this long; 0: until all are tried")
	locationFlags(c, &opt.where)
	c.Flags().SetInterspersed(false)
	return c
}

func (t *tool) hunt(ctx context.Context, opt huntOptions, prog []string) error {
	if opt.time < 0 {
		return fmt.Errorf("--time=%v: expected 0 or more", opt.time)
	}
	if err := recording.CanProve(prog, opt.record.Stock); err != nil {
		return err
	}
	dir := cmp.Or(opt.dir, filepath.Base(prog[0])+".hunt")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	path := filepath.Join(dir, huntRecording)
	probes := probeOptions{record: opt.record, dir: filepath.Join(dir, "probes"), jobs: opt.jobs, timeout: opt.timeout, where: opt.where}
	if opt.record.Play != "" {
		if err := os.MkdirAll(probes.dir, 0o700); err != nil {
			return err
		}
		states, err := filepath.Abs(filepath.Join(probes.dir, statesFile))
		if err != nil {
			return err
		}
		opt.record.extra = []string{stateVariable + "=" + states}
	}
	begun := time.Now()
	t.goesOn = true
	again, err := t.recordOnce(ctx, opt.record, path, prog)
	if err != nil {
		return err
	}
	a, err := t.races(ctx, analyzeOptions{rules: "auto", races: "use-free", where: opt.where}, path)
	if err != nil {
		return err
	}
	defer a.sym.Close()
	if known := a.result.Meta.Command; again && !sameCommand(known, prog) {
		return fmt.Errorf("%s is a recording of %q, not of %q: name another folder (-o)", path, known, prog)
	}
	if err := a.report.WriteHeadline(t.stdout); err != nil {
		return err
	}
	tried, err := triedIn(dir)
	if err != nil {
		return err
	}
	if err := t.tryAll(ctx, opt, a, untried(a.report.Reported(), tried), dir, path, prog); err != nil {
		return err
	}
	var probed *probing
	if left := opt.time - time.Since(begun); opt.record.Play != "" && (opt.time == 0 || left > 0) {
		probes.time = max(left, 0)
		if probed, err = t.probe(ctx, probes, prog); err != nil {
			return err
		}
	}
	return t.bag(a.report, probed, dir, prog)
}

// recordOnce records, unless that was done before: again.
func (t *tool) recordOnce(ctx context.Context, opt recordOptions, path string, prog []string) (again bool, err error) {
	if info, err := os.Stat(path); err == nil && info.Size() > 0 {
		fmt.Fprintf(t.stderr, "%s is there from %s, and used again\n", path, info.ModTime().Format(time.DateTime))
		exe, _ := exec.LookPath(prog[0])
		if built, err := os.Stat(exe); err == nil && built.ModTime().After(info.ModTime()) {
			fmt.Fprintf(t.stderr, "warning: %s was built after that: what was proven before is of the older one; to try this one name another folder (-o)\n", exe)
		}
		return true, nil
	}
	opt.Output = path
	if opt.Play == "" {
		fmt.Fprintf(t.stderr, "%s is recorded until it ends: use it now (--play FILE does it by a script)\n", prog[0])
	}
	_, _, err = t.record(ctx, opt, prog)
	return false, err
}

// sameCommand: a recorded command is the one that is asked for. A script's has its interpreter
// before it, what env and the like start has not them.
func sameCommand(recorded, asked []string) bool {
	n := min(len(recorded), len(asked))
	return n == 0 || slices.Equal(recorded[len(recorded)-n:], asked[len(asked)-n:])
}

// triedIn are the verdicts of earlier calls.
func triedIn(dir string) (map[string]steer.Known, error) {
	tried, err := steer.ReadVerdicts(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return tried, err
}

func untried(races []*report.Race, tried map[string]steer.Known) (out []*report.Race) {
	for _, r := range races {
		if _, done := tried[r.ID]; !done {
			out = append(out, r)
		}
	}
	return out
}

// tryAll steers the program into each race, as long as there is time.
func (t *tool) tryAll(ctx context.Context, opt huntOptions, a *analysis, races []*report.Race, dir, path string, prog []string) error {
	if len(races) == 0 {
		return nil
	}
	if opt.time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, opt.time)
		defer cancel()
	}
	err := t.steer(ctx, &confirmOptions{dir: dir, runs: 1, jobs: opt.jobs, timeout: opt.timeout, errorCode: exitClean, keep: true}, a, races, path, prog)
	if opt.time > 0 && errors.Is(err, context.DeadlineExceeded) {
		return nil // what was not tried is listed
	}
	return err
}

// bag is the end of a hunt: what was proven, what only a call brings about, and the rest.
func (t *tool) bag(r *report.Report, probed *probing, dir string, prog []string) error {
	tried, err := triedIn(dir)
	if err != nil {
		return err
	}
	lists := map[string][]string{}
	first := ""
	for _, race := range r.Reported() {
		k, done := tried[race.ID]
		line := fmt.Sprintf("  %s  %s\n", race.ID, race.Summary())
		switch status := k.Status(); {
		case !done:
			lists["not tried"] = append(lists["not tried"], line)
		case status.Proven():
			of := "proven"
			if race.By == sparsehb.ByCall {
				of = "proven, by call only"
			} else if t.code == exitClean {
				t.code = exitRaces
			}
			lists[of] = append(lists[of], line)
			first = cmp.Or(first, k.Schedule)
		default:
			lists["not proven"] = append(lists["not proven"], fmt.Sprintf("  %s  %s: %s\n", race.ID, k.Verdict, cmp.Or(k.Reason, race.Summary())))
		}
	}
	fmt.Fprintln(t.stdout)
	for _, what := range []string{"proven", "proven, by call only", "not proven", "not tried"} {
		if list := lists[what]; len(list) > 0 {
			fmt.Fprintf(t.stdout, "%s: %d\n", what, len(list))
			for _, line := range list {
				fmt.Fprint(t.stdout, line)
			}
		}
	}
	switch {
	case t.code != exitClean:
	case r.Crash != nil:
		t.code = exitRaces
	case r.Unanswered() != "":
		t.code = exitError
	}
	script := ""
	if probed != nil {
		script = probed.write()
	}
	if first == "" && script != "" {
		return report.Next(t.stdout, "record", "", append([]string{"--play", script, "--"}, prog...)...)
	}
	if first != "" {
		return report.Next(t.stdout, "replay", filepath.Join(dir, first), append([]string{"--"}, prog...)...)
	}
	return nil
}
