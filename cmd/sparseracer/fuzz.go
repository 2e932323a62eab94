package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sparseracer/internal/fuzz"
	"sparseracer/internal/interrupt"
	"sparseracer/internal/recording"
	"sparseracer/internal/report"
	"sparseracer/internal/symbols"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

type fuzzOptions struct {
	runs, jobs             int
	seed                   uint64
	naive, untilFail, fast bool
	count, json            bool
	dir, driver            string
	timeout                time.Duration
	errorCode              int
	farm, image            string // address, archive
	observed               string // file of the observation run
	only                   string // way to be late
}

func (t *tool) fuzzCommand() *cobra.Command {
	var opt fuzzOptions
	c := &cobra.Command{
		Use:   "fuzz [-n RUNS] [--seed N] -- PROG [ARGS…]",
		Short: "Run a program with some events later than usual, until it fails",
		Long: `Records one run of PROG, then runs it again and again, each time with a few of
its events postponed at random: until a later one has ended, as far as the
recorded order allows, or for a few milliseconds. A run that
ends with another exit status, a signal, a sanitizer's report or not at all has
failed; then the one event is looked for whose delay alone makes it fail.

Any build of PROG will do, a test or what runs one (ctest); it should end by
itself, and give the same result each time.`,
		RunE: func(c *cobra.Command, args []string) error {
			_, prog, err := program(c, args, 0)
			if err != nil {
				return err
			}
			if opt.image != "" && opt.farm == "" {
				return errImageAlone
			}
			if !c.Flags().Changed("seed") {
				opt.seed = uint64(rand.Uint32())
			}
			return t.fuzz(c.Context(), opt, prog)
		},
	}
	f := c.Flags()
	f.SetInterspersed(false)
	f.IntVarP(&opt.runs, "runs", "n", 100, "guided runs at most")
	f.Uint64Var(&opt.seed, "seed", 0, "postpone as in an earlier search with this seed")
	f.IntVarP(&opt.jobs, "jobs", "j", 0, jobsUsage)
	f.BoolVar(&opt.untilFail, "until-fail", false, "stop after the first failure")
	f.BoolVar(&opt.naive, "naive", false, "postpone whatever the recorded order says, to compare with")
	f.StringVar(&opt.only, "only", "", "events are late in one `WAY` only: until another event has ended (guided), or for a time (delays)")
	f.BoolVar(&opt.count, "count", false, "only count the runs that fail, and do not look which event it is")
	f.BoolVar(&opt.json, "json", false, "the result as JSON")
	f.StringVarP(&opt.dir, "output", "o", ".", "write schedules into the folder `DIR`")
	f.BoolVar(&opt.fast, "fast-timers", false, fastUsage)
	f.StringVar(&opt.driver, "driver", "", "shell `CMD` that plays the person beside each run; $1 is the process id")
	f.DurationVar(&opt.timeout, "timeout", 30*time.Second, "a run that has not ended by then has failed")
	f.IntVar(&opt.errorCode, "error-exitcode", exitRaces, "exit code when a run failed")
	f.StringVar(&opt.image, "image", "", imageUsage)
	f.StringVar(&opt.farm, "farm", "", "have the guided runs made by the workers of the farm at `URL` (docs/farm.md)")
	f.StringVar(&opt.observed, "observed", "", "the observation run is in `FILE`; without such a file it is made and kept there")
	return c
}

func (t *tool) fuzz(ctx context.Context, opt fuzzOptions, prog []string) error {
	if opt.runs < 1 {
		return fmt.Errorf("--runs=%d: expected at least 1", opt.runs)
	}
	if opt.only != "" && !slices.Contains(fuzz.Ways, opt.only) {
		return fmt.Errorf("--only=%s: expected one of %s", opt.only, strings.Join(fuzz.Ways, ", "))
	}
	if opt.only != "" && opt.naive {
		return fmt.Errorf("--only=%s: --naive postpones in a way of its own; leave one of them out", opt.only)
	}
	if err := os.MkdirAll(opt.dir, 0o755); err != nil {
		return unwritable(opt.dir, err, "-o DIR")
	}
	if _, err := t.lookAtLoops(ctx, prog); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "sparseracer-fuzz-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	res, seen, err := t.observation(ctx, opt.observed, prog, dir)
	if err != nil {
		return err
	}
	run, finish, err := t.fuzzing(ctx, opt, prog)
	if err != nil {
		return err
	}
	if opt.farm != "" {
		if run.Elsewhere, err = t.fuzzElsewhere(ctx, &opt, prog, seen); err != nil {
			finish()
			return err
		}
	}
	if startsTests(prog) && os.Getenv(ctestTells) == "" {
		run.Env = append(run.Env, ctestTells+"=1")
	}
	found, err := fuzz.Fuzz(ctx, res, prog, run)
	finish()
	if found == nil {
		return err
	}
	return errors.Join(err, t.reportFuzzed(opt, found, prog))
}

// fuzzing are the options of a search; finish ends what belongs to them.
func (t *tool) fuzzing(ctx context.Context, opt fuzzOptions, prog []string) (run fuzz.Options, finish func(), err error) {
	shared, done, err := t.steering(ctx, prog, 1, opt.jobs, opt.timeout, opt.driver)
	if err != nil {
		return run, nil, err
	}
	shared.FastTimers, shared.Faults = opt.fast, opt.dir
	run = fuzz.Options{RunOptions: shared.RunOptions, Runs: opt.runs, Jobs: shared.Jobs, Seed: opt.seed,
		Naive: opt.naive, Only: opt.only, UntilFail: opt.untilFail, Count: opt.count, Environment: map[string]string{"QT_NO_GLIB": "1"}}
	bar := t.runs()
	run.Progress = func(done, all, failed int) { bar.set(fmt.Sprintf("%d failed", failed), int64(done), int64(opt.runs)) }
	return run, func() {
		done.all()
		bar.end()
	}, nil
}

// observe records one run in a folder of its own, which then goes.
func (t *tool) observe(ctx context.Context, prog []string) (*sparsehb.Result, error) {
	dir, err := os.MkdirTemp("", "sparseracer-fuzz-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	res, _, err := t.observeIn(ctx, prog, dir)
	return res, err
}

// observeIn records one run in a folder. Of several processes the one
// with the most events is the program to steer; its trace comes back, too.
func (t *tool) observeIn(ctx context.Context, prog []string, dir string) (*sparsehb.Result, string, error) {
	var said bytes.Buffer
	quiet := &tool{unfinished: t.unfinished, stdin: t.stdin, stdout: &said, stderr: &said, out: &said, errors: &said, settled: t.settled, dir: t.dir, home: t.home}
	// GLib's dispatcher cannot be steered; leaks are no failure of an order.
	quiet.env = append(append([]string{}, t.env...), "QT_NO_GLIB=1", "ASAN_OPTIONS=detect_leaks=0:detect_odr_violation=0:"+os.Getenv("ASAN_OPTIONS"))
	opt := recording.Options{Output: filepath.Join(dir, "%p.srt"), Follow: true, Qt: recording.QtStock, Stock: recording.StockNo}
	_, state, err := recording.Run(ctx, quiet.recorded(recordOptions{Options: opt}), prog)
	if err != nil {
		return nil, "", fmt.Errorf("the observation run: %w", err)
	}
	code := recording.ExitStatus(state)
	if err := interrupt.After(ctx, code); err != nil {
		return nil, "", err
	}
	if code != 0 {
		return nil, "", fmt.Errorf("the observation run ended with status %d, so further runs would show nothing; it printed:\n%s", code, said.Bytes())
	}
	path, err := t.busiest(ctx, dir)
	if err != nil {
		return nil, "", err
	}
	res, err := t.analyzeObserved(ctx, path)
	return res, path, err
}

// analyzeObserved is the order of an observation run.
func (t *tool) analyzeObserved(ctx context.Context, path string) (*sparsehb.Result, error) {
	src, err := trace.OpenFile(path)
	if err != nil {
		return nil, err
	}
	res, err := ordersObserved(ctx, src, !ownDispatcher(t.env), symbols.New(symbols.Options{}))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if res.Meta.Torn != "" {
		t.warnTorn(path, res.Meta)
	}
	return res, nil
}

// ordersObserved is what schedules are made from, here and by a farm's workers: run i postpones the same events
// wherever it is made.
func ordersObserved(ctx context.Context, src trace.Source, underGLib bool, sym *symbols.Resolver) (*sparsehb.Result, error) {
	return sparsehb.AnalyzeLoops(src, sparsehb.Options{Rules: sparsehb.Auto, UnderGLib: underGLib, Context: ctx, Stacks: report.Stacks(sym)})
}

// observation is the run that the guided ones are made from: one that is in the file `kept`, or a new
// one. A schedule depends on when its events came in that run, so that two searches postpone the same
// events only by the same one.
func (t *tool) observation(ctx context.Context, kept string, prog []string, dir string) (*sparsehb.Result, string, error) {
	if kept == "" {
		return t.observeIn(ctx, prog, dir)
	}
	if st, err := os.Stat(kept); os.IsNotExist(err) {
		res, seen, err := t.observeIn(ctx, prog, dir)
		if err != nil {
			return nil, "", err
		}
		if err := keepAs(seen, kept); err != nil {
			return nil, "", unwritable(kept, err, "--observed FILE")
		}
		return res, kept, nil
	} else if err != nil {
		return nil, "", err
	} else if !st.Mode().IsRegular() {
		return nil, "", fmt.Errorf("--observed %s: not a file; expected a recording that fuzz has kept", kept)
	}
	res, err := t.analyzeObserved(ctx, kept)
	if err == nil && len(res.Events) == 0 {
		err = fmt.Errorf("--observed %s: it has no event that could be postponed", kept)
	}
	return res, kept, err
}

// keepAs copies a file, whole or not at all.
func keepAs(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(to), "."+filepath.Base(to)+"-")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(data)
	if err = errors.Join(err, tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), to)
}

// ownDispatcher reports whether the program runs with Qt's own dispatcher where nobody steers
// it: Qt looks whether the variable is empty.
func ownDispatcher(env []string) bool {
	return slices.ContainsFunc(env, func(v string) bool { return strings.HasPrefix(v, "QT_NO_GLIB=") && v != "QT_NO_GLIB=" })
}

// ctestTells: what a test printed is shown where it fails.
const ctestTells = "CTEST_OUTPUT_ON_FAILURE"

// reportFuzzed writes the schedules and says what was found.
func (t *tool) reportFuzzed(opt fuzzOptions, found *fuzz.Result, prog []string) error {
	names := make([]string, len(found.Failures))
	for i := range found.Failures {
		if s := found.Failures[i].Schedule; s != nil {
			names[i] = filepath.Join(opt.dir, fmt.Sprintf("failure-%d.schedule.json", i+1))
			if err := s.Write(names[i]); err != nil {
				return err
			}
		}
	}
	name := func(i int) string { return names[i] }
	if found.Failed > 0 || found.Itself != "" {
		t.code = opt.errorCode
	}
	if opt.json {
		return found.JSON(t.stdout, prog, name)
	}
	if err := found.Write(t.stdout, name); err != nil {
		return err
	}
	if len(names) > 0 {
		report.Next(t.stdout, "replay", names[0], append([]string{"--runs", "20", "--"}, prog...)...)
	}
	return nil
}
