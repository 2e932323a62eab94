package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/pflag"

	"sparseracer/internal/explore"
	"sparseracer/internal/report"
	"sparseracer/internal/steer"
	"sparseracer/sparsehb"
)

// confirmState runs both orders of each read-write race, and reports what they leave
// behind.
func (t *tool) confirmState(ctx context.Context, opt confirmOptions, path string, prog []string) error {
	rules := opt.rules
	if rules == "auto" {
		rules = "auto,-FS" // what the last handler leaves is what this is about
	}
	a, err := t.races(ctx, analyzeOptions{rules: rules, races: "read-write", where: opt.where}, path)
	if err != nil {
		return err
	}
	defer a.sym.Close()
	races, err := a.chosen(opt.race)
	if err != nil {
		return err
	}
	if len(races) == 0 {
		fmt.Fprintf(t.stdout, "nothing to confirm: %s predicts no race on data\n", path)
		return nil
	}
	session, err := t.sessionOf(a)
	if err != nil {
		return err
	}
	shared, done, err := t.steering(ctx, prog, 1, 1, opt.timeout, opt.driver)
	if err != nil {
		return err
	}
	defer done.all()
	shared.CheckOrder, shared.Fresh = true, false // it has folders of its own
	dir, err := os.MkdirTemp("", "sparseracer-state-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	d := &explore.Driver{Argv: absolute(prog), Options: shared.RunOptions, Env: map[string]string{"QT_NO_GLIB": "1"}, Dir: dir, Home: opt.home, Alone: true}
	post := steer.NewPostponer(a.result, a.result.Order)
	harmful, worst := 0, races[0].ID
	for _, r := range races {
		proof, err := d.Both(ctx, post, session, r.ID, r.Sources[0])
		if err != nil {
			return err
		}
		fmt.Fprintf(t.stdout, "%s  %s\n", proof.Text(), r.Summary())
		if proof.Left == explore.LeftHarmful {
			if harmful++; harmful == 1 {
				worst = r.ID
			}
			t.code = opt.errorCode
		}
	}
	fmt.Fprintf(t.stdout, "%d of %d races change the data that is left behind\n", harmful, len(races))
	return report.Next(t.stdout, "explain", path, worst, "--races", "read-write")
}

// chosen are the reported races of the main thread's loop, or the one with an id.
func (a *analysis) chosen(id string) ([]*report.Race, error) {
	if id == "" {
		return slices.DeleteFunc(slices.Clone(a.report.Reported()), func(r *report.Race) bool { return r.Thread != "" }), nil
	}
	race, err := a.report.Find(id)
	if err != nil {
		return nil, err
	}
	if race.Thread != "" {
		return nil, fmt.Errorf("race %s is in the loop of %s: --state runs the orders of the main thread's loop; confirm it without", id, race.Thread)
	}
	return []*report.Race{race}, nil
}

// sessionOf is what the person did in a recording, nil for nothing.
func (t *tool) sessionOf(a *analysis) (*steer.Schedule, error) {
	for i := range a.result.Events {
		if e := &a.result.Events[i]; e.Deq != sparsehb.NoOp && e.Attr("input") != "" {
			return steer.Session(a.source, t.env)
		}
	}
	return nil, nil
}

// absolute is a program as it can be run from other folders.
func absolute(prog []string) []string {
	argv := slices.Clone(prog)
	if abs, err := filepath.Abs(argv[0]); err == nil && filepath.Base(argv[0]) != argv[0] {
		argv[0] = abs
	}
	return argv
}

// checkState refuses what has no meaning for both orders, rather than to pass over it.
func (opt *confirmOptions) checkState(given *pflag.FlagSet) error {
	for _, name := range []string{"runs", "jobs", "whole", "minimise", "output", "close-by", "fast-timers"} {
		if given.Changed(name) {
			return fmt.Errorf("--%s is not for --state: each race has three runs or more, one at a time, and no schedule is written", name)
		}
	}
	if opt.sandbox != "" {
		return errors.New("--sandbox is not for --state: each run has a home of its own and no network already")
	}
	if opt.json {
		return errors.New("--json is not for --state: what the orders leave is a text")
	}
	return checkHome(opt.home)
}

// checkHome: a folder that homes are to be copies of is there.
func checkHome(home string) error {
	if home == "" {
		return nil
	}
	if st, err := os.Stat(home); err != nil || !st.IsDir() {
		return fmt.Errorf("--home=%s: expected a folder", home)
	}
	return nil
}

var errHomeAlone = errors.New("--home is for --state")
