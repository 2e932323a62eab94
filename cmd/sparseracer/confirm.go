package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sparseracer/internal/install"
	"sparseracer/internal/plain"
	"sparseracer/internal/recording"
	"sparseracer/internal/report"
	"sparseracer/internal/selftest"
	"sparseracer/internal/steer"
	"sparseracer/internal/symbols"
	"sparseracer/sparsehb"
)

type confirmOptions struct {
	race, dir, driver, rules string
	sandbox                  string
	closeBy                  string
	by                       steer.Call // what closeBy says
	runs, jobs               int
	whole, minimise, fast    bool
	keep                     bool      // verdicts, whatever they are
	later                    bool      // what there is no time for is tried later, and not said here
	until                    time.Time // no race is begun after it; zero: never
	brief                    bool      // see steer.Options; a race whose run failed has no verdict yet
	aside                    bool      // so it was for some
	patience                 int       // it ends with errInVain when so many races in a row were waited for in vain; 0: it does not
	digest                   bool      // of reports only what matters is said; they are whole in files beside the schedules
	json                     bool
	write                    func([]steer.Verdict) error // with json: at the end
	state                    bool                        // races on data, by what both orders leave behind
	home                     string
	timeout                  time.Duration
	errorCode                int
	farm, image              string // address, archive
	where                    symbols.Locations
}

// confirmTimeout ends a run of confirm, if nothing else is said.
const confirmTimeout = 30 * time.Second

func (t *tool) confirmCommand() *cobra.Command {
	var opt confirmOptions
	c := &cobra.Command{
		Use:   "confirm TRACE -- PROG [ARGS…]",
		Short: "Steer an AddressSanitizer build into each predicted race",
		Long: `Runs PROG, an AddressSanitizer build of the recorded program, once or more for
each predicted race, holding events back so that the free comes before the use.
What crashed as predicted is confirmed, and a schedule file reproduces it.

Races with potential uses (record --stock) need no such build: PROG may be the
program as it is installed, whose predicted memory is then guarded.

With --state it is about races on data instead: any build of PROG that ends by
itself is run in the recorded order, twice, and in the exchanged one, each time
in a home of its own, and the files that both orders leave are compared.`,
		RunE: func(c *cobra.Command, args []string) error {
			own, prog, err := program(c, args, 1)
			if err != nil {
				return err
			}
			if opt.home != "" && !opt.state {
				return errHomeAlone
			}
			if opt.image != "" && opt.farm == "" {
				return errImageAlone
			}
			if opt.farm != "" {
				if err := onlyHere(c.Flags(), "farm", "image", "race", "runs", "minimise", "whole", "json", "output", "error-exitcode"); err != nil {
					return err
				}
				return t.confirmElsewhere(c.Context(), &opt, own[0], prog)
			}
			if opt.state {
				if err := opt.checkState(c.Flags()); err != nil {
					return err
				}
				return t.confirmState(c.Context(), opt, own[0], prog)
			}
			if opt.by, err = steer.ParseCall(opt.closeBy); err != nil {
				return fmt.Errorf("--close-by=%q: %w", opt.closeBy, err)
			}
			opt.keep = c.Flags().Changed("output")
			if opt.sandbox != "" {
				if !opt.keep {
					opt.dir = opt.sandbox
				}
				if err := keptIn(opt.sandbox, opt.dir, "schedules are"); err != nil {
					return err
				}
			}
			t.warnOutside(opt.sandbox, own[0])
			return t.sandboxed(c.Context(), opt.sandbox == "", opt.sandbox, prog, func() error {
				return t.confirm(c.Context(), &opt, own[0], prog)
			})
		},
	}
	f := c.Flags()
	f.StringVar(&opt.race, "race", "", "only the race with this `ID`")
	f.BoolVar(&opt.json, "json", false, "the verdicts as JSON, when all are found")
	f.IntVar(&opt.runs, "runs", 1, "runs of each race")
	f.IntVarP(&opt.jobs, "jobs", "j", 0, jobsUsage)
	f.BoolVar(&opt.whole, "whole", false, "keep schedules as they were derived (what it does without --minimise)")
	f.BoolVar(&opt.minimise, "minimise", false, "once all verdicts are found, leave out of each schedule what the race does not need")
	f.BoolVar(&opt.state, "state", false, "races on data: what files do both orders leave?")
	f.StringVar(&opt.home, "home", "", "with --state: start each run in a copy of the folder `DIR`, which is its home")
	f.BoolVar(&opt.fast, "fast-timers", false, fastUsage)
	f.StringVarP(&opt.dir, "output", "o", ".", "write schedules into the folder `DIR`")
	f.StringVar(&opt.driver, "driver", "", "shell `CMD` that plays the person beside each run; $1 is the process id")
	f.StringVar(&opt.closeBy, "close-by", "", "close windows in the use's loop by the D-Bus method `CALL`, \"PATH INTERFACE.MEMBER\": no modal dialog blocks that")
	f.StringVar(&opt.rules, "rules", "auto", rulesUsage)
	f.DurationVar(&opt.timeout, "timeout", confirmTimeout, "end a run after this time")
	f.IntVar(&opt.errorCode, "error-exitcode", exitRaces, "exit code when a race is confirmed")
	f.StringVar(&opt.image, "image", "", imageUsage)
	f.StringVar(&opt.farm, "farm", "", "have the runs made by the workers of the farm at `URL` (docs/farm.md)")
	t.sandboxFlag(c, &opt.sandbox)
	locationFlags(c, &opt.where)
	return c
}

func (t *tool) confirm(ctx context.Context, opt *confirmOptions, path string, prog []string) error {
	a, err := t.races(ctx, analyzeOptions{rules: opt.rules, races: "use-free", where: opt.where}, path)
	if err != nil {
		return err
	}
	defer a.sym.Close()
	races := a.report.ToTry()
	if opt.race != "" {
		race, err := a.report.Find(opt.race)
		if err != nil {
			return err
		}
		races = []*report.Race{race}
	}
	if opt.json {
		out, said := t.formats(), t.stdout
		t.stdout = plain.NewWriter(io.Discard)
		defer func() { t.stdout = said }()
		opt.write = func(verdicts []steer.Verdict) error { return report.WriteJSON(out, steer.JSONOf(verdicts)) }
	}
	if len(races) == 0 && opt.json {
		return opt.write(nil)
	}
	if len(races) == 0 {
		fmt.Fprintf(t.stdout, "nothing to confirm: %s predicts no race\n", path)
		return nil
	}
	return t.steer(ctx, opt, a, races, path, prog)
}

// steer runs the program into the races and reports what came of it.
func (t *tool) steer(ctx context.Context, opt *confirmOptions, a *analysis, races []*report.Race, path string, prog []string) error {
	if err := os.MkdirAll(opt.dir, 0o755); err != nil {
		return unwritable(opt.dir, err, "-o DIR")
	}
	run, finish, err := t.steering(ctx, prog, opt.runs, opt.jobs, opt.timeout, opt.driver)
	if err != nil {
		return err
	}
	run.Dir, run.Minimise, run.CloseBy = opt.dir, opt.minimise && !opt.whole, opt.by
	run.FastTimers, run.Faults = opt.fast, opt.dir
	run.Blind = blind(unseenIn(a.result), finish.loops)
	w := &verdictWriter{t: t, opt: opt, races: map[string]*report.Race{}, prog: prog, begun: time.Now(), hide: finish.hide}
	for _, r := range races {
		w.races[r.ID] = r
	}
	if n := steer.HiddenKeys(a.result); n > 0 {
		fmt.Fprintf(t.stderr, "%d keys were typed into a password field: they are not recorded, and asterisks are played in their place. "+
			"If the program needs the password, record it with one of asterisks\n", n)
	}
	run.Found, run.Until, run.Brief = w.found, opt.until, opt.brief
	verdicts, err := confirmAll(ctx, a, races, prog, run)
	finish.all()
	if werr := w.rest(verdicts); werr != nil {
		return errors.Join(err, werr)
	}
	if opt.keep {
		t.next(t.stdout, "analyze", path, "--confirmed", opt.dir)
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	for _, v := range verdicts {
		if v.Status.Proven() {
			t.code = opt.errorCode
		}
	}
	if err != nil && !w.minimising() {
		t.code = exitError
	}
	if opt.write != nil {
		return opt.write(verdicts)
	}
	return nil
}

// confirmAll confirms the races of each thread's loop, by the analysis of that one.
func confirmAll(ctx context.Context, a *analysis, races []*report.Race, prog []string, run steer.Options) ([]steer.Verdict, error) {
	var of []*sparsehb.Result
	by := map[*sparsehb.Result][]*report.Race{}
	for _, r := range races {
		res := cmp.Or(r.Result(), a.result)
		if by[res] == nil {
			of = append(of, res)
		}
		by[res] = append(by[res], r)
	}
	var groups []steer.Group
	for _, res := range of {
		groups = append(groups, steer.Group{Result: res, Races: predictions(res, by[res])})
	}
	return steer.Confirm(ctx, groups, prog, run)
}

// predictions hands the engine's example of each race to the steering, with
// the functions that AddressSanitizer must name.
func predictions(res *sparsehb.Result, races []*report.Race) []steer.Prediction {
	var out []steer.Prediction
	for _, r := range races {
		p := steer.Prediction{ID: r.ID, Race: r.Sources[0], Others: r.Sources[1:],
			Guard: steer.GuardOf(res, r.Sources...),
			Use:   r.First.Functions(), Free: r.Second.Functions(), Alloc: r.Alloc.Functions()}
		for _, q := range r.Places() {
			use, free := q.Functions()
			p.Places = append(p.Places, steer.Expect{Use: use, Free: free})
		}
		out = append(out, p)
	}
	return out
}

// steering are the options that confirm and replay share; finish ends the
// progress line.
func (t *tool) steering(ctx context.Context, prog []string, runs, jobs int, timeout time.Duration, driver string) (opt steer.Options, end finish, err error) {
	if runs < 1 {
		return opt, end, fmt.Errorf("--runs=%d: expected at least 1", runs)
	}
	if jobs < 0 {
		return opt, end, fmt.Errorf("--jobs=%d: expected at least 1, or 0 for a choice", jobs)
	}
	loops, err := t.lookAtLoops(ctx, prog)
	if err != nil {
		return opt, end, err
	}
	t.warnUnseen(loops)
	t.keepScreen()
	dir, done, err := install.PreloadDir()
	if err != nil {
		return opt, end, err
	}
	opt = steer.Options{RunOptions: steer.RunOptions{Lib: dir, Timeout: timeout, Env: t.env, Driver: driver, Fresh: true, Home: t.home, Dir: t.dir, Enter: t.scratch.Enter, Screen: t.screens.env},
		Runs: runs, Jobs: jobs}
	if jobs == 0 {
		opt.Jobs = t.jobs(ctx, driver, prog)
	}
	bar := t.runs()
	opt.Progress = func(p steer.Progress) {
		what := "race " + p.ID
		if p.Minimising {
			what = "minimising the schedule of " + what
		}
		bar.set(what, int64(p.Done), int64(p.All))
	}
	return opt, finish{loops: loops, all: func() {
		done()
		bar.end()
	}, hide: bar.hide}, nil
}

// finish ends what belongs to a number of runs, or takes its progress line away until
// the next run starts; loops are what is known of the libraries of their program.
type finish struct {
	all, hide func()
	loops     []*selftest.Result
}

const fastUsage = "timers fire as soon as the program is idle: for programs that measure no time themselves"

const jobsUsage = "`N` runs at a time; 0: as many as there are cores without a screen and a driver, else 1"

const probeJobsUsage = "`N` runs at a time; 0: as many as processor and memory have room for, on your screen 1"

// jobs is how many runs do not disturb each other: on one screen they would take
// the keyboard from each other, and a driver may look for windows.
func (t *tool) jobs(ctx context.Context, driver string, prog []string) int {
	if t.screens != nil && driver == "" {
		return runtime.NumCPU()
	}
	if recording.UsesGtk(ctx, t.env, prog) {
		return 1
	}
	for _, kv := range t.env {
		if v, ok := strings.CutPrefix(kv, "QT_QPA_PLATFORM="); ok && driver == "" &&
			(strings.HasPrefix(v, "offscreen") || strings.HasPrefix(v, "minimal")) {
			return runtime.NumCPU()
		}
	}
	return 1
}

// writeReport writes a report as it goes into a bug report; what is no proof, and so a
// finding of its own, stays whole.
func (t *tool) writeReport(v *steer.Verdict) {
	switch {
	case v.Report == nil:
	case v.Status.Proven():
		fmt.Fprintf(t.stdout, "\n%s\n", v.Report.Brief())
	default:
		fmt.Fprintf(t.stdout, "\n%s\n", v.Report.Text)
	}
}

func (t *tool) writeSteps(v *steer.Verdict) {
	for i, step := range v.Steps {
		lead := "          "
		if i == 0 {
			lead = "steered:  "
		}
		fmt.Fprintf(t.stdout, "%s%s\n", lead, step)
	}
}

func (t *tool) writeReplayed(r *steer.Replayed) {
	if r == nil {
		return
	}
	t.writeReport(&r.Verdict)
	t.writeSteps(&r.Verdict)
	fmt.Fprintln(t.stdout, r)
	for _, line := range r.Others() {
		fmt.Fprintf(t.stdout, "  %s\n", line)
	}
	if r.Proven > 0 {
		t.code = exitRaces
	}
}

func (t *tool) writeReplayedJSON(r *steer.Replayed) error {
	if r.Proven > 0 {
		t.code = exitRaces
	}
	return report.WriteJSON(t.formats(), r.JSON())
}

func (t *tool) replayCommand() *cobra.Command {
	var runs, jobs int
	var timeout time.Duration
	var driver, session, box string
	var fast, asJSON bool
	c := &cobra.Command{
		Use:   "replay SCHEDULE -- PROG [ARGS…]",
		Short: "The same crash again, from a schedule file; or a recorded session (--session)",
		RunE: func(c *cobra.Command, args []string) error {
			own, prog, err := program(c, args, schedulesOf(session))
			if err != nil {
				return err
			}
			if asJSON && session != "" {
				return errors.New("--json is for a schedule: --session has no verdict")
			}
			t.warnOutside(box, cmp.Or(session, strings.Join(own, "")))
			return t.sandboxed(c.Context(), box == "", box, prog, func() error {
				opt, finish, err := t.steering(c.Context(), prog, runs, jobs, timeout, driver)
				if err != nil {
					return err
				}
				opt.FastTimers, opt.Faults = fast, cmp.Or(box, ".")
				if session != "" {
					err := t.playSession(c.Context(), session, prog, opt)
					finish.all()
					return err
				}
				r, err := steer.Replay(c.Context(), own[0], prog, opt)
				err = noSchedule(own[0], err)
				finish.all()
				if asJSON && r != nil {
					return errors.Join(err, t.writeReplayedJSON(r))
				}
				t.writeReplayed(r)
				return err
			})
		},
	}
	t.sandboxFlag(c, &box)
	c.Flags().BoolVar(&asJSON, "json", false, "what the runs showed as JSON")
	c.Flags().StringVar(&session, "session", "", "play what the person did in the recording `TRACE`, without a schedule")
	c.Flags().IntVar(&runs, "runs", 1, "how often")
	c.Flags().BoolVar(&fast, "fast-timers", false, fastUsage)
	c.Flags().IntVarP(&jobs, "jobs", "j", 0, jobsUsage)
	c.Flags().DurationVar(&timeout, "timeout", 30*time.Second, "end a run after this time")
	c.Flags().StringVar(&driver, "driver", "", "shell `CMD` that plays the person beside each run; $1 is the process id")
	return c
}
