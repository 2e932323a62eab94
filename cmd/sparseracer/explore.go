package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"sparseracer/internal/explore"
	"sparseracer/internal/farm"
	"sparseracer/internal/report"
	"sparseracer/internal/steer"
	"sparseracer/sparsehb"
)

type exploreOptions struct {
	bound, jobs       int
	budget, timeout   time.Duration
	dir, home, driver string
	session           string
	json              bool
	errorCode         int
	farm, image       string // address, archive
}

func (t *tool) exploreCommand() *cobra.Command {
	var opt exploreOptions
	c := &cobra.Command{
		Use:   "explore [--bound K] [--time D] -- PROG [ARGS…]",
		Short: "Run a program through the orders of its events that may make a difference",
		Long: `Records one run of PROG, a build with sparse-c++, and turns round each pair of
events that touch the same memory, or of which one removes the other: one pair a
run, each run beside the one that it came from, up to --bound reversals. What the
runs leave is compared: exit status, reports, output, files, windows.

PROG should end by itself, and do the same each time. Each run has a home of its
own. The same command with the same folder goes on where it ended.`,
		RunE: func(c *cobra.Command, args []string) error {
			_, prog, err := program(c, args, 0)
			if err != nil {
				return err
			}
			if opt.farm != "" {
				if err := onlyHere(c.Flags(), "farm", "image", "bound", "time", "output", "session", "timeout", "json", "error-exitcode"); err != nil {
					return err
				}
			}
			if opt.image != "" && opt.farm == "" {
				return errImageAlone
			}
			return t.explore(c.Context(), opt, prog)
		},
	}
	f := c.Flags()
	f.SetInterspersed(false)
	f.IntVar(&opt.bound, "bound", 1, "`K` reversals at most between the first run and another")
	f.DurationVar(&opt.budget, "time", 0, "end after this time; 0: when all is explored")
	f.IntVarP(&opt.jobs, "jobs", "j", 0, jobsUsage)
	f.StringVarP(&opt.dir, "output", "o", "exploration", "keep the runs and the report in the folder `DIR`")
	f.StringVar(&opt.home, "home", "", "start each run in a copy of the folder `DIR`, which is its home")
	f.StringVar(&opt.driver, "driver", "", "shell `CMD` that plays the person beside each run; $1 is the process id")
	f.StringVar(&opt.session, "session", "", "play in each run what the person did in the recording `TRACE`")
	f.DurationVar(&opt.timeout, "timeout", 30*time.Second, "a run that has not ended by then is ended")
	f.BoolVar(&opt.json, "json", false, "the result as JSON")
	f.IntVar(&opt.errorCode, "error-exitcode", exitRaces, "exit code when a run was different")
	f.StringVar(&opt.image, "image", "", imageUsage)
	f.StringVar(&opt.farm, "farm", "", "have the runs made by the workers of the farm at `URL` (docs/farm.md)")
	return c
}

func (t *tool) explore(ctx context.Context, opt exploreOptions, prog []string) error {
	if opt.bound < 1 {
		return fmt.Errorf("--bound=%d: expected at least 1", opt.bound)
	}
	if err := checkHome(opt.home); err != nil {
		return err
	}
	kept, err := explore.Load(opt.dir, prog)
	if errors.Is(err, syscall.ENOTDIR) {
		return unwritable(opt.dir, err, "-o DIR")
	}
	if err != nil {
		return err
	}
	if kept == nil {
		kept = &explore.Kept{Program: prog, Session: opt.session, Farm: opt.farm != ""}
	}
	if kept.Farm != (opt.farm != "") {
		return fmt.Errorf("%s is an exploration %s: what programs leave differs between machines; choose another folder (-o DIR), or remove it",
			opt.dir, map[bool]string{true: "with --farm", false: "without --farm"}[kept.Farm])
	}
	if kept.Session != opt.session {
		return fmt.Errorf("%s is an exploration with --session=%q: choose another folder (-o DIR), or remove it", opt.dir, kept.Session)
	}
	if err := os.MkdirAll(opt.dir, 0o755); err != nil {
		return unwritable(opt.dir, err, "-o DIR")
	}
	err = t.search(ctx, opt, kept)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		err = nil // the budget is spent
	}
	if kept.State == nil || len(kept.State.Runs) == 0 {
		return err
	}
	return errors.Join(err, t.reportExplored(opt, kept))
}

// search goes on with an exploration, and keeps how long it took.
func (t *tool) search(ctx context.Context, opt exploreOptions, kept *explore.Kept) error {
	shared, done, err := t.steering(ctx, kept.Program, 1, opt.jobs, opt.timeout, opt.driver)
	if err != nil {
		return err
	}
	defer done.all()
	inputs, err := t.sessionInputs(ctx, opt)
	if err != nil {
		return err
	}
	if opt.budget > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, opt.budget)
		defer cancel()
	}
	shared.Faults, shared.CheckOrder, shared.Fresh = opt.dir, true, false // it has folders of its own
	d := &explore.Driver{Argv: absolute(kept.Program), Options: shared.RunOptions, Env: map[string]string{"QT_NO_GLIB": "1"}, Dir: opt.dir,
		Home: opt.home, Bound: opt.bound, Observe: t.busiestRaces, Inputs: inputs}
	d.Recall(kept)
	exploring := explore.Options{Bound: opt.bound, Jobs: shared.Jobs}
	if opt.farm != "" {
		s, err := t.searchElsewhere(ctx, opt.farm, farm.Explore, kept.Program, opt.image, opt.timeout)
		if err != nil {
			return err
		}
		d.Elsewhere, exploring.Many = s.explore, d.Many
	}
	begun, before := time.Now(), kept.Seconds
	exploring.Save = func(st *explore.State) error {
		d.Remember(kept)
		kept.State, kept.Bound, kept.Seconds = st, opt.bound, before+time.Since(begun).Seconds()
		return kept.Save(opt.dir)
	}
	st, err := explore.Explore(ctx, d, kept.State, exploring)
	kept.State, kept.Bound = st, opt.bound
	return err
}

// sessionInputs are what the person did in a recording, as far as the options ask for one.
func (t *tool) sessionInputs(ctx context.Context, opt exploreOptions) ([]steer.Directive, error) {
	switch {
	case opt.session == "":
		return nil, nil
	case opt.driver != "":
		return nil, errors.New("--session and --driver: one of them plays the person")
	}
	src, err := t.open(ctx, opt.session)
	if err != nil {
		return nil, err
	}
	r, err := src.Open()
	if err != nil {
		return nil, err
	}
	if r.Close(); r.Meta().Torn != "" {
		t.warnTorn(opt.session, r.Meta())
	}
	s, err := steer.Session(src, t.env)
	if err != nil {
		return nil, err
	}
	return s.Directives, nil
}

// busiestRaces analyzes the busiest recording in a folder.
func (t *tool) busiestRaces(ctx context.Context, dir string) (*explore.Observation, error) {
	best, err := t.busiest(ctx, dir)
	if err != nil {
		return nil, err
	}
	a, err := t.races(ctx, analyzeOptions{rules: exploredRules, races: "use-free,read-write", underGLib: !ownDispatcher(t.env)}, best)
	if err != nil {
		return nil, err
	}
	defer a.sym.Close()
	if a.result.Meta.Torn != "" {
		t.warnTorn(best, a.result.Meta)
	}
	said := map[*sparsehb.Race]string{}
	for _, r := range a.report.Races {
		for _, source := range r.Sources {
			said[source] = r.Summary()
		}
	}
	return &explore.Observation{Result: a.result, Say: func(r *sparsehb.Race) string { return said[r] }}, nil
}

// exploredRules go without the filters that guess what does no harm: lazy
// initialisation, late registration, shutdown. Here it is tried.
const exploredRules = "auto,-FI,-FG,-FS"

// reportExplored writes the report and says what was found.
func (t *tool) reportExplored(opt exploreOptions, kept *explore.Kept) error {
	schedules, err := kept.WriteSchedules(opt.dir)
	if err != nil {
		return err
	}
	page, err := kept.Pages(opt.dir)
	if err != nil {
		return err
	}
	if len(kept.Different()) > 0 {
		t.code = opt.errorCode
	}
	if opt.json {
		return kept.JSON(t.stdout)
	}
	if err := kept.Write(t.stdout, page); err != nil {
		return err
	}
	if len(schedules) > 0 {
		return report.Next(t.stdout, "replay", schedules[0], append([]string{"--runs", "20", "--"}, kept.Program...)...)
	}
	return nil
}
